import { expect, test } from 'vitest'
import { referencePages } from '../../ci/reference/write-reference.ts'

test('the generated parts of the reference are current; `npm run docs:reference` writes them', async () => {
  const pages = await referencePages()
  expect(pages.length).toBeGreaterThan(8)
  for (const { path, text, current } of pages) expect(current, path).toBe(text)
  const keys = pages.find(({ path }) => path.endsWith('configuration.md'))!.text
  expect(keys).toMatch(/^\| `packages\[\]\.name` \| string \| .* Required\. \|$/m)
})

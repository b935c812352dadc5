import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withConfigReference } from '../../ci/config-reference.ts'

test('the table of all keys is current; `npm run docs:config` writes it', () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/configuration.md'), 'utf8')
  expect(withConfigReference(text)).toBe(text)
  expect(text).toMatch(/^\| `packages\[\]\.name` \| string \| .* Required\. \|$/m)
})

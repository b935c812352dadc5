import { expect, test } from 'vitest'
import { buildRepository } from '../support/build-repository.ts'
import { generateFrom } from '../support/generate-from.ts'

const changelog = (line: string) => ({ 'CHANGELOG.md': `# Changelog\n\n## [Unreleased]\n\n${line}` })

test('without diffs, the lines that authors added to the changelog are not read', async () => {
  const path = buildRepository([
    { commit: 'Start', texts: changelog('') },
    { tag: 'start' },
    {
      commit: 'feat: parse tabs (#7)',
      files: ['src/parse.ts'],
      texts: changelog('- Tabs between values are accepted.\n'),
    },
  ])
  const textsWith = async (body: object) =>
    (await generateFrom(path, { fromRef: 'start', ...body })).entries.map(({ text }) => text)
  expect(await textsWith({})).toEqual(['Tabs between values are accepted'])
  expect(await textsWith({ diffs: false })).toEqual(['Parse tabs'])
})

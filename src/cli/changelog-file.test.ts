import { expect, test } from 'vitest'
import { findChangelogFile, readText } from './changelog-file.ts'
import type { CliContext } from './cli-context.ts'

const contextOf = (context: Partial<CliContext>) => context as CliContext

test.each([
  [['README.md', 'CHANGES.md', 'changelog.md'], 'changelog.md'],
  [['NEWS.md', 'HISTORY.md'], 'HISTORY.md'],
  [['changelog.txt', 'README.md'], 'CHANGELOG.md'],
])('of the files %j the changelog is %s', async (names, name) => {
  expect(await findChangelogFile('clone', contextOf({ listFolder: async () => names }))).toBe(`clone/${name}`)
})

test('a text is read with its byte order mark, and a missing file is empty', async () => {
  const read = (bytes: Buffer | null) => readText('CHANGELOG.md', contextOf({ readFile: async () => bytes }))
  expect(await read(Buffer.from('\ufeff# Changelog\n'))).toBe('\ufeff# Changelog\n')
  expect(await read(null)).toBe('')
})

import { expect, test } from 'vitest'
import { editChangelog } from './edit-changelog.ts'

const notes = '# Changelog\n\n## [1.1.0] - 2026-01-02\n\n### Added\n\n- Search (#12)\n'

test.each([
  ['tabs in a heading', `### a${'\t'.repeat(400_000)}x`],
  ['closing signs in a heading', `### a${'\t#'.repeat(200_000)}x`],
  ['spaces in an entry', `- a${' '.repeat(400_000)}x`],
  ['tildes before an odd line break', `${'~'.repeat(400_000)}\u2028x`],
])('a changelog with hundreds of thousands of %s is edited in linear time', (_what, line) => {
  const before = `# Changelog\n\n## [1.0.0] - 2026-01-01\n\n### Added\n\n${line}\n\n- Old\n`
  const { text } = editChangelog(before, notes)
  expect(text).toContain('- Search (#12)')
  expect(text).toContain(line)
})

const unreleasedNotes = '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- Search (#12)\n'

test('an unreleased section between releases was forgotten there and gets nothing', () => {
  const before = '# Changelog\n\n## 3.0.0\n\n- New\n\n## Main\n\n- Old\n\n## 2.0.0\n\n- Older\n'
  const { text } = editChangelog(before, unreleasedNotes)
  expect(text.match(/^## .*/gm)).toEqual(['## Unreleased', '## 3.0.0', '## Main', '## 2.0.0'])
})

test('a heading such as Unstable below a version is a part of that version', () => {
  const before = '# Changelog\n\n## 2.0.0\n\n### Unstable\n\n- New\n\n## 1.0.0\n\n### Next\n\n- Old\n'
  const { text } = editChangelog(before, unreleasedNotes)
  expect(text.match(/^## .*/gm)).toEqual(['## Unreleased', '## 2.0.0', '## 1.0.0'])
  expect(text.indexOf('Search')).toBeLessThan(text.indexOf('## 2.0.0'))
})

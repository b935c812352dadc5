import { expect, test } from 'vitest'
import { editChangelog } from '../../src/changelog/edit-changelog.ts'
import { mergeRelease } from '../../src/changelog/merge-release.ts'

const opening = `Widget 1.1 is **faster**. See [the guide][guide].

- one
- two

**Not a group**

#### More

- three

### Upgrade notes

Run this:

\`\`\`sh
### not a heading
[x]: not a definition
\`\`\``
const entries = `### Added

- Page through [\`/orders\`](https://example.com) (#118)

### Fixed

- An empty file no longer crashes`
const footer = `---

- Thanks to all`
const notes = `## [1.1.0] - 2026-01-07

${opening}

${entries}

${footer}

[1.1.0]: https://example.com/compare/v1.0.0...v1.1.0
[guide]: https://example.com/guide
`
const preamble = '# Changelog\n\n'
const older = '## [1.0.0] - 2025-01-01\n\n### Added\n\n- All of it\n'

test('free text is added to a new section as it is', () => {
  const { text } = editChangelog(`${preamble}${older}`, notes)
  expect(text).toContain(`## [1.1.0] - 2026-01-07\n\n${opening}\n\n${entries}\n\n${footer}\n\n## [1.0.0]`)
  expect(text).toContain('[guide]: https://example.com/guide')
  expect(editChangelog(text, notes)).toMatchObject({ changed: false })
})

test.each([
  ['an empty', '', entries],
  ['a filled', '\n### Changed\n\n- By hand\n', '### Changed\n\n- By hand'],
])('free text is added to %s unreleased section that becomes the release', (_how, body, content) => {
  const { text } = editChangelog(`${preamble}## [Unreleased]\n${body}\n${older}`, notes)
  expect(text).toContain(`## [Unreleased]\n\n## [1.1.0] - 2026-01-07\n\n${opening}\n\n`)
  expect(text).toContain(content)
  expect(text).toContain(`- An empty file no longer crashes`)
  expect(text).toContain(`\n\n${footer}\n\n## [1.0.0]`)
  expect(text.match(/### Upgrade notes/g)).toHaveLength(1)
  expect(editChangelog(text, notes)).toMatchObject({ changed: false })
})

test('the titles of blocks look like those of the groups in the file', () => {
  const groups =
    '# Changes\n\n## 1.0.0 (2025-01-01)\n\n**Added**\n\n* All of it\n\n**Fixed**\n\n* Some of it\n'
  const { text } = editChangelog(groups, notes)
  expect(text).toContain('\n**Upgrade notes**\n\nRun this:')
})

test('free text of a release stays, and only missing entries are added', () => {
  const body = (more: string) =>
    `## What's Changed\n\n${opening}\n\n### Added\n\n* Page through orders in https://example.com/pull/118\n${more}\n**Full Changelog**: https://example.com\n\n${footer}\n`
  const added = '* Rotate keys by @ada in https://example.com/pull/119\n'
  expect(mergeRelease(body(''), body(added))).toBe(body(added))
  expect(mergeRelease(body(added), body(added))).toBe(body(added))
})

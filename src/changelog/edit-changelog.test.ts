import { describe, expect, test } from 'vitest'
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

describe('an entry that is in another section', () => {
  const file = (...sections: string[]) => `# Changelog\n\n${sections.join('\n\n')}\n`
  const added = (before: string, section: string, since: string | null = null) =>
    editChangelog(before, { notes: `${section}\n`, since }).releases.flatMap((release) => release.added)
  const search = '### Added\n\n- Search in all of the archives (#12)'

  test('of an older release is not added again if its number is there', () => {
    const before = file('## 1.1.0\n\n- Look for things (#12)', '## 1.0.0\n\n- First')
    expect(added(before, `## [1.2.0] - 2026-01-02\n\n${search}\n- Export (#13)`)).toEqual(['Export (#13)'])
    expect(added(before, `## [Unreleased]\n\n${search}`)).toEqual([])
  })

  test('of an older release is added if only its words are there', () => {
    const before = file('## 1.1.0\n\n- Search in all of the archives', '## 1.0.0\n\n- First')
    expect(added(before, `## [1.2.0] - 2026-01-02\n\n${search}`, 'v1.1.0')).toHaveLength(1)
    expect(added(before, `## [Unreleased]\n\n${search}`)).toHaveLength(1)
  })

  test.each([
    ['a pre-release', '## 1.2.0-rc.1', '## [1.2.0] - 2026-01-02'],
    ['a version that has no tag yet', '## 1.2.0', '## [Unreleased]'],
  ])('of %s since the start is known by its words', (_what, heading, release) => {
    const before = file(`${heading}\n\n- Search in all of the archives`, '## 1.1.0\n\n- First')
    expect(added(before, `${release}\n\n${search}`, 'v1.1.0')).toEqual([])
    expect(added(before, `${release}\n\n${search}`, 'v1.2.0')).toHaveLength(1)
  })

  test('of a version that has no tag yet is known by its words in the changelog of a package', () => {
    const before = file('## 1.2.0\n\n- Search in all of the archives', '## 1.1.0\n\n- First')
    expect(added(before, `## [Unreleased]\n\n${search}`, 'core-v1.1.0')).toEqual([])
    expect(
      added(before.replace('1.2.0', 'cli-v1.2.0'), `## [Unreleased]\n\n${search}`, 'core-v1.1.0'),
    ).toHaveLength(1)
  })

  test('below a heading of an unknown kind is still one of the release above', () => {
    const before = file(
      '## Unreleased',
      '## News from the lab',
      '- Look for things (#12)',
      '## 1.1.0\n\n- First',
    )
    expect(added(before, `## [Unreleased]\n\n${search}`)).toEqual([])
  })

  test('of a section that was forgotten between releases is no evidence', () => {
    const before = file(
      '## 3.0.0\n\n- New',
      '## Main\n\n- Search in all of the archives',
      '## 2.0.0\n\n- Old',
    )
    expect(added(before, `## [Unreleased]\n\n${search}`)).toHaveLength(1)
  })
})

test('entries with the same text keep their own commits in each release', () => {
  const section = (version: string) => `## [${version}] - 2026-01-02\n\n### Changed\n\n- Update the parser\n`
  const source = (sha: string) => [{ text: 'Update the parser', commits: [sha], hasOwnEntry: false }]
  const { releases } = editChangelog('# Changelog\n\n## 1.0.0\n\n- Parser (4ce7e27)\n', [
    { notes: section('1.1.0'), sources: source('aaaaaaa1111111') },
    { notes: section('1.0.0'), sources: source('4ce7e27b7fc6aa') },
  ])
  expect(releases.map(({ label, added }) => [label, added.length])).toEqual([
    ['1.1.0', 1],
    ['1.0.0', 0],
  ])
})

test.each([
  ['- Part N by @ada in #N', '- Search by @grace in #12'],
  ['- Part N (#N) (@ada)', '- Search (#12) (@grace)'],
  ['- Part N (#N) ([@ada](https://example.org/ada))', '- Search (#12) ([@grace](https://example.org/grace))'],
])('authors are named where most entries name them: %s', (item, expected) => {
  const items = [1, 2, 3, 4, 5].map((number) => item.replaceAll('N', String(number)))
  const before = `# Changelog\n\n## 1.0.0\n\n${items.join('\n')}\n`
  const source = { text: 'Search', commits: [], pullRequests: [12], hasOwnEntry: false }
  const withAuthor = { notes: unreleasedNotes, sources: [{ ...source, authors: ['grace'] }] }
  const { text } = editChangelog(before, withAuthor)
  expect(text).toContain(`${expected}\n`)
  expect(editChangelog(text, withAuthor).changed).toBe(false)
  expect(editChangelog(before, { notes: unreleasedNotes, sources: [source] }).text).toContain(
    '- Search (#12)\n',
  )
})

describe('a number in the section of an older release', () => {
  const file = '# Changelog\n\n## 1.0.0 - 2026-01-31\n\n### Fixed\n\n- Crash on empty input (#12)\n'
  const notes = '## [Unreleased]\n\n### Fixed\n\n- Crash on input of one space ([#12])\n'
  const source = { text: 'Crash on input of one space', commits: [], pullRequests: [12], hasOwnEntry: false }
  const update = (writtenOn?: string) =>
    editChangelog(file, { notes, since: 'v1.0.0', sources: [{ ...source, ...(writtenOn && { writtenOn }) }] })

  test('is of something else if the change was written after that release', () => {
    expect(update('2026-02-01').text).toContain('- Crash on input of one space (#12)')
  })

  test.each([['2026-01-31'], ['2026-01-15'], [undefined]])(
    'is of the change if it can have been released there (%s)',
    (day) => {
      expect(update(day).changed).toBe(false)
    },
  )
})

test('notes without groups are added once, whatever the form of their references', () => {
  const notes =
    '## 3.2.0 / 2026-03-08\n\n- [CHANGE] PromQL: Remove the alias. #903\n- [FEATURE] Add discovery. #902\n'
  const own = { heading: '3.2.0 / 2026-03-08', hasOwnTitles: true, isFlat: true, isVerbatim: true }
  const added = editChangelog('', { notes, own })
  expect(added.text).toBe(`# Changelog\n\n${notes}`)
  expect(editChangelog(added.text, { notes, own }).changed).toBe(false)
})

describe('a file whose entries begin with the types of commits', () => {
  const before = `# Changelog

## Unreleased

### Features

### Bug Fixes

### Internal

## 1.0.0

### Features

* feat(core): add lists #1
* feat(api): add pages #2

### Bug Fixes

* fix(core): keep the order of lists #3

### Internal

* perf(core): sort faster #4

## 0.9.0

### Enhancements

* perf: start faster #5
`
  const add = (category: string, text: string, message: string) =>
    editChangelog(before, {
      notes: `# Changelog\n\n## [1.1.0]\n\n### ${category}\n\n- ${text} (#12)\n`,
      sources: [
        { text, commits: ['a'.repeat(40)], pullRequests: [12], messages: [message], hasOwnEntry: false },
      ],
    }).text

  test('gets the type and scope of the commit, under the heading of that type', () => {
    const text = add('Changed', 'Read files once', 'perf(io): read files once (#12)')
    expect(text).toContain('### Internal\n\n* perf(io): Read files once #12\n\n## 1.0.0')
    expect(text.match(/### Enhancements/g)).toHaveLength(1)
  })

  test('does not repeat a scope that the text has', () => {
    expect(add('Added', '(io) Read files', 'feat(io): read files (#12)')).toContain(
      '* feat(io): Read files #12',
    )
  })

  test('gets the type of the category if the commit has none', () => {
    expect(add('Fixed', 'Close files', 'Close files (#12)')).toContain('* fix: Close files #12')
  })
})

test('a number of a pull request has the role for pull requests', () => {
  const before = `Changelog
---------

1.0.0 (2026-01-01)
******************

Features:

- Add lists (:issue:\`1\`).
- Add pages (:issue:\`2\`).
- Add names (:pr:\`3\`).
`
  const source = { text: 'Search', commits: ['a'.repeat(40)], hasOwnEntry: false }
  const edit = (pullRequests: number[]) =>
    editChangelog(before, { notes, sources: [{ ...source, pullRequests }] }, { path: 'CHANGELOG.rst' }).text
  expect(edit([12])).toContain('- Search (:pr:`12`)')
  expect(edit([])).toContain('- Search (:issue:`12`)')
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readChangelog } from './read-changelog.ts'

const cites = (numbers: number[], heading: string | null = null, commits: string[] = []) => ({
  heading,
  numbers,
  commits,
})

test('Keep a Changelog: versions, types and references in every form', () => {
  const text = `# Changelog

All notable changes, see [Keep a Changelog](https://keepachangelog.com/en/1.1.0/).

## [Unreleased]

## [1.2.0] - 2026-01-02

### Added

- Tabs ([#12]), and
  more of them in #13
- Windows (https://github.com/acme/widget/pull/14)

### Fixed

* A crash, !15, [abc1234](https://github.com/acme/widget/commit/abc1234def)

## 1.1.0 (2025-12-01)

- Nothing cited

[#12]: https://github.com/acme/widget/pull/12
`
  expect(readChangelog(text)).toEqual([
    {
      version: '1.2.0',
      entries: [
        cites([12, 13], 'Added'),
        cites([14], 'Added'),
        cites([15], 'Fixed', ['abc1234', 'abc1234def']),
      ],
    },
    { version: '1.1.0', entries: [cites([])] },
  ])
})

test.each([
  ['underlined headings', '1.2.0 / 2026-01-02\n==================\n\n  * Tabs (#12)\n', null],
  ['an underline of dashes', 'v1.2.0\n------\n- Tabs (#12)', null],
  ['a heading with a name', '# widget 1.2.0\n\n* Tabs (#12)', null],
  ['types in bold', '## 1.2.0\n**Bug Fixes**\n- Tabs (#12)', 'Bug Fixes'],
  ['types before each entry', '## 1.2.0\n- [BUGFIX] Tabs #12', 'BUGFIX'],
  ['types in bold before each entry', '## 1.2.0\n- **Fixed:** Tabs #12', 'Fixed'],
  ['types as plain words before each entry', '## 1.2.0\n- Fixed: Tabs #12', 'Fixed'],
  ['a break before an entry', '## 1.2.0\n- BC Break: Tabs #12', 'BC Break'],
  ['conventional entries', '## 1.2.0\n- fix(editor): Tabs #12', 'fix'],
  ['types as bullets above nested ones', '## 1.2.0\n- Bug fixes:\n    - Tabs #12', 'Bug fixes'],
  ['types as bullets above less nested ones', '## 1.2.0\n* Bug fixes\n  * Tabs #12', 'Bug fixes'],
  ['headings of reStructuredText', '1.2.0\n=====\n\nBug fixes\n~~~~~~~~~\n\n- Tabs #12', 'Bug fixes'],
  ['headings with signs', '## 1.2.0\n### 🐛 Bug Fixes\n- Tabs #12', '🐛 Bug Fixes'],
])('a changelog with %s is read', (_what, text, heading) => {
  expect(readChangelog(text)).toEqual([{ version: '1.2.0', entries: [cites([12], heading)] }])
})

test('nested bullets are entries of their own', () => {
  const text = '## 1.2.0\n- Tabs (#12)\n    - that move (#13)\n\t- that close\n- Windows (#14)'
  expect(readChangelog(text)[0]!.entries).toEqual([cites([12]), cites([13]), cites([]), cites([14])])
})

test('commits are cited at the beginning of an entry too', () => {
  expect(
    readChangelog('## 1.2.0\n- 1a2b3c4 Add tabs\n- 2a2b3c4d: fix a crash\n- effaced tabs')[0]!.entries,
  ).toEqual([cites([], null, ['1a2b3c4']), cites([], null, ['2a2b3c4d']), cites([])])
})

test('what stands in a fence is no entry', () => {
  expect(readChangelog('## 1.0.0\n```\n## 0.9.0\n- Example #1\n```\n- Real #2')).toEqual([
    { version: '1.0.0', entries: [cites([2])] },
  ])
})

test('whatever the text, it is read', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string(), fc.constantFrom('## 1.0.0', '- x #1', '---', '```', '**A**'))),
      (lines) => {
        for (const { version, entries } of readChangelog(lines.join('\n'))) {
          expect(version).toMatch(/^\d/)
          for (const { numbers } of entries) expect(numbers.every(Number.isInteger)).toBe(true)
        }
      },
    ),
  )
})

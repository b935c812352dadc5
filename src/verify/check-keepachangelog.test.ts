import { describe, expect, test } from 'vitest'
import type { Part } from '../core/format.ts'
import { checkKeepAChangelog } from './check-keepachangelog.ts'

const valid = `# Changelog

All notable changes to this project will be documented in this file.

The format is based on [Keep a Changelog](https://keepachangelog.com/en/2.0.0/).

## [Unreleased]

### Added

- Retries ([#12])

## [1.1.0] - 2026-02-01

### Changed

- **Breaking:** Retries are on by default

### Security

- CVE-2026-12345: reject long names

## [1.0.0] - 2026-01-01 [YANKED]

### Added

- The first release

[Unreleased]: https://github.com/acme/tool/compare/v1.1.0...HEAD
[1.1.0]: https://bitbucket.org/acme/tool/branches/compare/v1.1.0%0Dv1.0.0
[#12]: https://github.com/acme/tool/pull/12
`

const faultsOf = (text: string, part: Part = 'document') => checkKeepAChangelog(text.split('\n'), part)

test('a valid document has no faults', () => {
  expect(faultsOf(valid)).toEqual([])
})

test('a document that claims Semantic Versioning has no faults', () => {
  const claim = ', and this project adheres to [Semantic Versioning](https://semver.org/spec/v2.0.0.html).'
  expect(faultsOf(valid.replace('2.0.0/).', `2.0.0/)${claim}`))).toEqual([])
})

test.each([
  '## [1.0.0] - 2026-01-01\n\n### Fixed\n\n- A crash\n',
  '## [Unreleased]\n\nNo notable changes.\n',
])('a valid section has no faults: %j', (text) => {
  expect(faultsOf(text, 'section')).toEqual([])
})

describe('a document has a fault', () => {
  test.each([
    ['another title', '# Changelog', '# Changes', 'The first line must be "# Changelog".'],
    [
      'a second title',
      '- Retries',
      '# Again\n\n- Retries',
      'There is more than one title; keep only "# Changelog".',
    ],
    [
      'a preamble without the format',
      /keepachangelog\.com/g,
      'example.org',
      'The preamble must link to https://keepachangelog.com.',
    ],
    [
      'a version without brackets',
      '## [Unreleased]',
      '## Unreleased',
      'Line 7: "## Unreleased" is not a version heading; write ## [1.2.0] - YYYY-MM-DD.',
    ],
    [
      'a section pasted in',
      '## [Unreleased]',
      "## What's Changed",
      'Line 7: "## What\'s Changed" is not a version heading; write ## [1.2.0] - YYYY-MM-DD.',
    ],
    [
      'a date in another form',
      '2026-02-01',
      '01.02.2026',
      'Line 13: "## [1.1.0] - 01.02.2026" is not a version heading; write ## [1.2.0] - YYYY-MM-DD.',
    ],
    ['an invalid date', '2026-02-01', '2026-02-30', 'Line 13: 2026-02-30 is not a valid date.'],
    [
      'a date on the unreleased section',
      '## [Unreleased]',
      '## [Unreleased] - 2026-03-01',
      'Line 7: "Unreleased" has no date; remove it.',
    ],
    [
      'a version twice',
      '## [1.1.0]',
      '## [1.0.0]',
      'Line 23: the version 1.0.0 appears twice; merge the two sections.',
    ],
    [
      'the older version first',
      '2026-02-01',
      '2025-12-01',
      'Line 23: 1.0.0 is newer than the version above it; put the newest first.',
    ],
    [
      'an unknown category',
      '### Changed',
      '### Breaking Changes',
      'Line 15: "Breaking Changes" is not a category; use one of Added, Changed, Deprecated, Removed, Fixed, Security.',
    ],
    [
      'a category twice',
      '### Changed',
      '### Security',
      'Line 19: Security appears twice; merge the two lists.',
    ],
    [
      'categories out of order',
      '### Security',
      '### Added',
      'Line 19: Added is out of order; the order is Added, Changed, Deprecated, Removed, Fixed, Security.',
    ],
    [
      'an empty category',
      '- CVE-2026-12345: reject long names\n',
      '',
      'Line 19: Security has no entries; remove the heading.',
    ],
    ['bullets that are asterisks', '- The first', '* The first', 'Line 27: use - as the bullet.'],
    [
      'a commit prefix',
      '- Retries',
      '- feat(api): Retries',
      'Line 11: remove the prefix of the commit message.',
    ],
    [
      'a commit prefix after the breaking mark',
      'Breaking:** Retries',
      'Breaking:** feat!: Retries',
      'Line 17: remove the prefix of the commit message.',
    ],
    [
      'a SHA at the end',
      '- The first release',
      '- The first release (`0123456`)',
      'Line 27: remove the SHA at the end.',
    ],
    [
      'a CVE after its text',
      'CVE-2026-12345: reject',
      'Reject CVE-2026-12345',
      'Line 21: begin the entry with the CVE.',
    ],
    [
      'another mark for a breaking change',
      '**Breaking:**',
      'BREAKING:',
      'Line 17: mark the breaking change with "**Breaking:** ".',
    ],
    [
      'link definitions in the middle',
      '## [1.1.0] -',
      '[x]: https://a.b\n\n## [1.1.0] -',
      'Move all link definitions to the end of the text.',
    ],
    ['a link twice', '[1.1.0]: ', '[#12]: ', '[#12] is defined twice; remove one definition.'],
    ['two dots', 'v1.1.0...HEAD', 'v1.1.0..HEAD', '[Unreleased]: use three dots in the compare link.'],
  ])('with %s', (_what, found, replacement, fault) => {
    expect(faultsOf(valid.replace(found, replacement))).toContain(fault)
  })

  test('without a version', () => {
    expect(faultsOf('# Changelog\n\nhttps://keepachangelog.com\n')).toEqual([
      'There is no version heading; add one: ## [1.2.0] - YYYY-MM-DD.',
    ])
  })
})

test.each([
  ['# Changelog\n\n## [1.0.0]\n', 'A section has no title; remove the line that begins with "# ".'],
  ['### Added\n\n- x\n', 'A section must begin with its version heading: ## [1.2.0] - YYYY-MM-DD.'],
])('the section %j has a fault', (text, fault) => {
  expect(faultsOf(text, 'section')).toContain(fault)
})

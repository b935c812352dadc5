import { describe, expect, test } from 'vitest'
import type { Part } from '../core/format.ts'
import { checkKeepAChangelog } from './check-keepachangelog.ts'

const clean = `# Changelog

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

test('a clean document has no fault', () => {
  expect(faultsOf(clean)).toEqual([])
})

test('a document that claims Semantic Versioning has no fault', () => {
  const claim = ', and this project adheres to [Semantic Versioning](https://semver.org/spec/v2.0.0.html).'
  expect(faultsOf(clean.replace('2.0.0/).', `2.0.0/)${claim}`))).toEqual([])
})

test.each([
  '## [1.0.0] - 2026-01-01\n\n### Fixed\n\n- A crash\n',
  '## [Unreleased]\n\nNo notable changes.\n',
])('a clean section has no fault: %j', (text) => {
  expect(faultsOf(text, 'section')).toEqual([])
})

describe('a document is faulty', () => {
  test.each([
    ['another title', '# Changelog', '# Changes', 'The first line is "# Changelog".'],
    ['a second title', '- Retries', '# Again\n\n- Retries', 'There is more than one title.'],
    [
      'a preamble without the format',
      /keepachangelog\.com/g,
      'example.org',
      'The preamble does not name the format.',
    ],
    [
      'a version without brackets',
      '## [Unreleased]',
      '## Unreleased',
      'Line 7: "## Unreleased" is no version heading.',
    ],
    [
      'a section pasted in',
      '## [Unreleased]',
      "## What's Changed",
      'Line 7: "## What\'s Changed" is no version heading.',
    ],
    [
      'a date in another form',
      '2026-02-01',
      '01.02.2026',
      'Line 13: "## [1.1.0] - 01.02.2026" is no version heading.',
    ],
    ['a day that never was', '2026-02-01', '2026-02-30', 'Line 13: 2026-02-30 is no day.'],
    [
      'a date for what is unreleased',
      '## [Unreleased]',
      '## [Unreleased] - 2026-03-01',
      'Line 7: Unreleased has no date.',
    ],
    ['a version twice', '## [1.1.0]', '## [1.0.0]', 'Line 23: 1.0.0 stands twice.'],
    [
      'the older version first',
      '2026-02-01',
      '2025-12-01',
      'Line 23: 1.0.0 is newer than the version above it.',
    ],
    [
      'a type of its own',
      '### Changed',
      '### Breaking Changes',
      'Line 15: "Breaking Changes" is none of the six categories.',
    ],
    ['types out of order', '### Changed', '### Security', 'Line 19: Security stands twice.'],
    ['types in another order', '### Security', '### Added', 'Line 19: Added is out of order.'],
    ['an empty type', '- CVE-2026-12345: reject long names\n', '', 'Line 19: Security is empty.'],
    ['bullets that are asterisks', '- The first', '* The first', 'Line 27: bullets are dashes.'],
    ['a prefix left in', '- Retries', '- feat(api): Retries', "Line 11: the commit's prefix was left in."],
    [
      'a prefix left in behind the mark',
      'Breaking:** Retries',
      'Breaking:** feat!: Retries',
      "Line 17: the commit's prefix was left in.",
    ],
    [
      'a SHA left in',
      '- The first release',
      '- The first release (`0123456`)',
      'Line 27: a SHA was left in.',
    ],
    [
      'a CVE behind its words',
      'CVE-2026-12345: reject',
      'Reject CVE-2026-12345',
      'Line 21: the CVE leads its entry.',
    ],
    [
      'a break in another mark',
      '**Breaking:**',
      'BREAKING:',
      'Line 17: a breaking change is marked **Breaking:**.',
    ],
    [
      'links above the bottom',
      '## [1.1.0] -',
      '[x]: https://a.b\n\n## [1.1.0] -',
      'Reference links stand at the bottom.',
    ],
    ['a link twice', '[1.1.0]: ', '[#12]: ', '[#12] is defined twice.'],
    ['two dots', 'v1.1.0...HEAD', 'v1.1.0..HEAD', '[Unreleased]: a compare link has three dots.'],
  ])('with %s', (_what, words, instead, fault) => {
    expect(faultsOf(clean.replace(words, instead))).toContain(fault)
  })

  test('without a version', () => {
    expect(faultsOf('# Changelog\n\nhttps://keepachangelog.com\n')).toEqual(['There is no version.'])
  })
})

test.each([
  ['# Changelog\n\n## [1.0.0]\n', 'A section has no title of its own.'],
  ['### Added\n\n- x\n', 'A section begins with its version: ## [1.2.0] - YYYY-MM-DD.'],
])('the section %j is faulty', (text, fault) => {
  expect(faultsOf(text, 'section')).toContain(fault)
})

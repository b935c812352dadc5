import { describe, expect, test } from 'vitest'
import type { Format } from '../core/format.ts'
import { checkFormat } from './check-format.ts'

const faultsOf = (text: string, format: Format) =>
  checkFormat(text, { format, part: 'document' }).map(({ detail }) => detail)

test.each([
  ['keepachangelog', '- x', 'There is no version heading; add one: ## [1.2.0] - YYYY-MM-DD.'],
  ['github_release', '- x', 'The first line must be "## What\'s Changed".'],
  ['gitlab_release', '- x', 'The first line must be "## What\'s Changed".'],
  ['simple', '- x', 'Entry 1: the entry must end with its reference in parentheses.'],
] as const)('a text in %s is checked against the rules of that format', (format, text, detail) => {
  expect(checkFormat(text, { format, part: 'document' })).toContainEqual({ code: 'format-fault', detail })
})

describe('the body of a release', () => {
  const valid = `## What's Changed

### Added

* Retries by @ada in https://github.com/acme/tool/pull/12
* Limits by Bob in \`0123456\`

## New Contributors

* @ada made their first contribution in https://github.com/acme/tool/pull/12

**Full Changelog**: https://github.com/acme/tool/compare/v1...v2
`

  test.each([valid, "## What's Changed\n\nNo changes.\n\n**Full Changelog**: `v1...v2`\n"])(
    'a valid one has no faults: %j',
    (text) => {
      expect(faultsOf(text, 'github_release')).toEqual([])
    },
  )

  test.each([
    ['another first line', "## What's Changed", '## Changes', 'The first line must be "## What\'s Changed".'],
    ['no Full Changelog', /\*\*Full.*\n/, '', 'The last line must begin with "**Full Changelog**: ".'],
    ['a title', '### Added', '# Tool', 'Line 3: a release body has no title; remove it.'],
    [
      'a version heading',
      '### Added',
      '## [1.2.0]',
      'Line 3: a release body has no version heading; remove it.',
    ],
    [
      'a version heading with a v',
      '### Added',
      '## v1.2.0',
      'Line 3: a release body has no version heading; remove it.',
    ],
    ['dashes', '* Retries', '- Retries', 'Line 5: use * as the bullet.'],
    [
      'an entry without a source',
      ' in `0123456`',
      '',
      'Line 6: the entry must end with "in" and its pull request or commit.',
    ],
    [
      'a section after the new contributors',
      '\n**Full',
      '\n### Fixed\n\n**Full',
      'Line 12: move this section above "New Contributors".',
    ],
    [
      'another phrase for new contributors',
      'made their first',
      'did a',
      'Line 10: write "* @name made their first contribution in URL".',
    ],
    [
      'a bot among the new contributors',
      '* @ada made',
      '* @x[bot] made',
      'Line 10: remove the bot from the new contributors.',
    ],
    [
      'too many characters',
      'Retries',
      'x'.repeat(125_000),
      'The text is longer than 125000 characters; shorten it.',
    ],
  ])('one with %s has a fault', (_what, found, replacement, fault) => {
    expect(faultsOf(valid.replace(found, replacement), 'github_release')).toEqual([fault])
  })
})

describe('a simple list', () => {
  test.each([
    '- **Breaking:** Drop v1 (#1)\n- Add x (!2, !3)\n- Fix y (0123456)\n',
    'No changes.\n',
    'No notable changes.\n',
  ])('a valid one has no faults: %j', (text) => {
    expect(faultsOf(text, 'simple')).toEqual([])
  })

  test.each([
    ['# Changes\n- Add x (#1)', 'Entry 1: a simple list has no headings; remove it.'],
    ['* Add x (#1)', 'Entry 1: the line must begin with "- ".'],
    ['- Add x', 'Entry 1: the entry must end with its reference in parentheses.'],
    ['- Add x (#1)\n- **Breaking:** Drop v1 (#2)', 'Entry 2: move breaking changes to the top.'],
  ])('%j has a fault', (text, fault) => {
    expect(faultsOf(text, 'simple')).toEqual([fault])
  })
})

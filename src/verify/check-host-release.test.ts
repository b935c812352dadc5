import { expect, test } from 'vitest'
import { checkHostRelease } from './check-host-release.ts'

const clean = `## What's Changed

### Added

* Retries by @ada in https://github.com/acme/tool/pull/12
* Limits by Bob in \`0123456\`

## New Contributors

* @ada made their first contribution in https://github.com/acme/tool/pull/12

**Full Changelog**: https://github.com/acme/tool/compare/v1...v2
`

const faultsOf = (text: string) => checkHostRelease(text.split('\n'))

test.each([clean, "## What's Changed\n\nNo changes.\n\n**Full Changelog**: `v1...v2`\n"])(
  'a clean release has no fault: %j',
  (text) => {
    expect(faultsOf(text)).toEqual([])
  },
)

test.each([
  ['another beginning', "## What's Changed", '## Changes', 'The first line is "## What\'s Changed".'],
  ['no Full Changelog', /\*\*Full.*\n/, '', 'The last line is the **Full Changelog**.'],
  ['a title', '### Added', '# Tool', 'Line 3: a release has no title of its own.'],
  ['a version heading', '### Added', '## [1.2.0]', 'Line 3: a release has no version heading.'],
  ['a version heading with a v', '### Added', '## v1.2.0', 'Line 3: a release has no version heading.'],
  ['dashes', '* Retries', '- Retries', 'Line 5: bullets are asterisks.'],
  ['an entry from nowhere', ' in `0123456`', '', 'Line 6: an entry ends with where it came from.'],
  [
    'entries behind the new contributors',
    '\n**Full',
    '\n### Fixed\n\n**Full',
    'Line 12: New Contributors come last.',
  ],
  [
    'another word for new contributors',
    'made their first',
    'did a',
    'Line 10: no line of a new contributor.',
  ],
  ['a bot among the new contributors', '* @ada made', '* @x[bot] made', 'Line 10: a bot is no contributor.'],
  ['too many characters', 'Retries', 'x'.repeat(125_000), 'The text has more than 125000 characters.'],
])('a release with %s is faulty', (_what, words, instead, fault) => {
  expect(faultsOf(clean.replace(words, instead))).toEqual([fault])
})

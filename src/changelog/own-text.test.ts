import { expect, test } from 'vitest'
import { readOwnText } from './own-text.ts'

const textOf = (raw: string) => readOwnText(raw, { heading: null, path: 'CHANGELOG.md' })?.text

test.each([
  [
    'a number and an author',
    'Add x ([#12](https://github.com/a/b/pull/12) by [ada](https://github.com/ada))',
    'Add x',
  ],
  ['an author after a sentence', 'Add x. [Ada Lovelace](https://github.com/ada)', 'Add x.'],
  [
    'a pull request and a ticket',
    'Add x [PR #12](https://github.com/a/b/pull/12) [ABC-10601](https://example.org/ABC-10601)',
    'Add x',
  ],
  [
    'a dash before references',
    'Add x - [#12](https://github.com/a/b/pull/12) for [#11](https://github.com/a/b/issues/11)',
    'Add x',
  ],
  ['a label with a number', 'BUG [#12](https://github.com/a/b/issues/12): Fix x', 'Fix x'],
  ['the roles of MyST', 'Read {func}`parse` in x. {issue}`12` {pr}`13`', 'Read `parse` in x.'],
  ['the user of MyST', 'Add x -- by {user}`ada`.', 'Add x.'],
  ['a number inside', 'Add x ([#12]). It is fast', 'Add x. It is fast'],
  ['numbers and an author inside', 'Add x (#12, #13, @ada) It is fast', 'Add x. It is fast'],
  ['a linked version', 'Update x to [v3.2.1] [#12](https://github.com/a/b/pull/12)', 'Update x to v3.2.1'],
  ['a revert without its number', 'Add x. This reverts #12.', 'Add x.'],
  ['a number without a space', 'Accept x without an argument.:issue:`12`', 'Accept x without an argument.'],
  ['thanks', 'Add x (thanks @ada!)', 'Add x'],
  ['a date at the end', 'Add x (#12) 10/07/23', 'Add x'],
  ['a pointer to lines below', 'Support x (#12) The changes are listed below:', 'Support x.'],
  ['a note for CI', 'Update the templates [ci-skip]', 'Update the templates'],
  ['a label of two words', 'Bug Fix: Read x', 'Read x'],
  ['a breaking label', '**BREAKING CHANGE** Drop x', 'Drop x'],
])('%s is removed', (_what, raw, text) => {
  expect(textOf(raw)?.replace(/\.$/, '')).toBe(text.replace(/\.$/, ''))
})

test('a breaking label makes the line breaking', () => {
  expect(readOwnText('**BREAKING CHANGE** Drop x', { heading: null, path: 'x' })?.breaking).toBe(true)
  expect(readOwnText('Breaking lines is faster', { heading: null, path: 'x' })?.breaking).toBe(false)
})

test('the name of another fragment is no text', () => {
  expect(readOwnText('2319.feature.md', { heading: null, path: 'x' })).toBeNull()
})

test.each(['[#1](', '(#1) ', '[a](https://github.com/a) ', '{pr}`1` ', 'ABC-1 ', '- '])(
  '64 kB of %j are handled',
  (piece) => {
    expect(() => textOf(`Add x ${piece.repeat(65_536 / piece.length)}`)).not.toThrow()
  },
)

test('a line about a contributor is no text', () => {
  expect(textOf('@ada made their first contribution in #12')).toBeUndefined()
})

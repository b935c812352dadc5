import { expect, test } from 'vitest'
import { addVerb } from './add-verb.ts'

test.each([
  ['crash on start', 'Fix crash on start'],
  ['Crash when the file is empty', 'Fix crash when the file is empty'],
  ['Sixel-image aspect ratio issues', 'Fix sixel-image aspect ratio issues'],
  ['missing check in the policy', 'Fix missing check in the policy'],
  ['memory leak in `parse()`', 'Fix memory leak in `parse()`'],
  ['dynamic registration for old methods', 'Fix dynamic registration for old methods'],
  ['avg_over_time calculation fix', 'Fix avg_over_time calculation'],
  ['the parser crashes when a file is empty', 'Fix the parser crashing when a file is empty'],
  ['Menu flickers on resize', 'Fix menu flickering on resize'],
])('the fix %j is written %j', (title, text) => {
  expect(addVerb(title, 'fix', 'Fixed')).toBe(text)
})

test.each([
  'add retries',
  'Prevent a crash on start',
  'bleat a warning',
  'no warning for empty files',
  'better error messages',
  'web security hardening',
  'scanner should resolve the input',
  'the cache is read first',
  'keys and values return null',
  'the cache no longer grows',
  "don't crash on start",
  'error on missing files',
  'properly close files',
  'thanks to @ada',
  'the parser no longer crashes',
  'never fails on start',
  'Update: crash',
  '',
])('the fix %j is not changed', (title) => {
  expect(addVerb(title, 'fix', 'Fixed')).toBe(title)
})

test.each([
  ['Layout manager', 'Add layout manager'],
  ['initial support for tabs', 'Add initial support for tabs'],
  ['PHP 8.5 compatibility', 'Add PHP 8.5 compatibility'],
  ['`--all` flag', 'Add `--all` flag'],
])('the feature %j is written %j', (title, text) => {
  expect(addVerb(title, 'feat', 'Added')).toBe(text)
})

test.each(['tabs can be moved', 'faster parsing', 'namespace h2 options', 'Redesigned menu'])(
  'the feature %j is not changed',
  (title) => {
    expect(addVerb(title, 'feat', 'Added')).toBe(title)
  },
)

test('without a type only a fault gets a verb', () => {
  expect(addVerb('SQL injection in filters', null, 'Security')).toBe('Fix SQL injection in filters')
  expect(addVerb('Wrong order of rows', null, 'Fixed')).toBe('Fix wrong order of rows')
  expect(addVerb('Order of rows', null, 'Fixed')).toBe('Order of rows')
  expect(addVerb('Layout manager', null, 'Added')).toBe('Layout manager')
  expect(addVerb('Support for tabs', null, 'Added')).toBe('Add support for tabs')
})

test.each(['a ', 'crash ', 'fails ', '`', 'x crashes ', 'fix '])('64 kB of %j are handled', (piece) => {
  expect(addVerb(piece.repeat(65_536 / piece.length), 'fix', 'Fixed').length).toBeGreaterThan(60_000)
})

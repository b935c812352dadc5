import { expect, test } from 'vitest'
import { askedPause, askedSeconds, nextPause } from './pause.ts'

const now = Date.parse('2026-03-01T12:00:00Z')

test.each([
  ['seconds', { 'retry-after': '7' }, 7000],
  ['parts of seconds', { 'retry-after': '0.25' }, 250],
  ['no time at all', { 'retry-after': '0' }, 0],
  ['a date', { 'retry-after': 'Sun, 01 Mar 2026 12:00:09 GMT' }, 9000],
  [
    "a date by the server's own clock",
    { 'retry-after': 'Sun, 01 Mar 2026 10:00:03 GMT', date: 'Sun, 01 Mar 2026 10:00:00 GMT' },
    3000,
  ],
  ['a date that is over', { 'retry-after': 'Sun, 01 Mar 2026 11:00:00 GMT' }, 0],
  ['nothing', {}, null],
  ['an empty word', { 'retry-after': '' }, null],
  ['a negative number', { 'retry-after': '-5' }, null],
  ['a number without end', { 'retry-after': '9'.repeat(400) }, null],
  ['a word', { 'retry-after': 'soon' }, null],
  ['a weekday alone', { 'retry-after': 'Sun, whenever' }, null],
])('a server that asks for %s is understood', (_what, headers, pause) => {
  expect(askedPause(new Headers(headers as Record<string, string>), now)).toBe(pause)
})

test.each([
  ['0.25', 1],
  ['Sun, 01 Mar 2026 12:00:09 GMT', 9],
  ['soon', null],
])('of the pause %j a caller is told whole seconds, never too few', (asked, seconds) => {
  expect(askedSeconds(new Headers({ 'retry-after': asked }), now)).toBe(seconds)
})

test('pauses grow from half a second to eight, and chance shortens them', () => {
  expect([1, 2, 3, 4, 5, 6, 7].map((attempt) => nextPause(attempt, () => 1))).toEqual([
    500, 1000, 2000, 4000, 8000, 8000, 8000,
  ])
  expect(nextPause(3, () => 0.25)).toBe(500)
})

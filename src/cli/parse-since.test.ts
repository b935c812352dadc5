import { expect, test } from 'vitest'
import { parseSince } from './parse-since.ts'

const today = '2026-03-15'

test.each([
  ['2026-01-31', '2026-01-31T00:00:00.000Z'],
  ['2026-01', '2026-01-01T00:00:00.000Z'],
  ['2026-01-31T09:30', '2026-01-31T09:30:00.000Z'],
  ['2026-01-31 09:30:15', '2026-01-31T09:30:15.000Z'],
  ['2026-01-31T09:30:15.123Z', '2026-01-31T09:30:15.000Z'],
  ['2026-01-31T09:30:15+02:00', '2026-01-31T07:30:15.000Z'],
  ['2026-01-31t09:30:15z', '2026-01-31T09:30:15.000Z'],
  ['today', '2026-03-15T00:00:00.000Z'],
  ['Yesterday', '2026-03-14T00:00:00.000Z'],
  ['1 day ago', '2026-03-14T00:00:00.000Z'],
  ['2 weeks ago', '2026-03-01T00:00:00.000Z'],
  ['2 months ago', '2026-01-15T00:00:00.000Z'],
  ['1 year ago', '2025-03-15T00:00:00.000Z'],
])('%s is %s', (text, expected) => {
  expect(parseSince(text, today).toISOString()).toBe(expected)
})

test.each([
  '',
  'soon',
  '2026',
  '2026-02-31',
  '2026-13-01',
  '31.01.2026',
  '01/31/2026',
  '2026-01-31T25:00',
  '-1 days ago',
  'v1.0.0',
  '1'.repeat(5000),
])('%j is invalid', (text) => {
  expect(() => parseSince(text, today)).toThrow(/^Invalid --since ".{0,60}": must be a date such as /)
})

test('a date in the future is invalid', () => {
  expect(() => parseSince('2026-03-16', today)).toThrow('the date is in the future')
})

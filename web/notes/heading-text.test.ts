import { expect, test } from 'vitest'
import { formatDate, readDate, readVersion } from './heading-text.ts'

test('a version loses brackets and line breaks', () => {
  expect(readVersion(' [1.2.0]\n')).toBe('1.2.0')
  expect(readVersion(' ')).toBeNull()
})

test('a date is read as people write it', () => {
  expect(readDate('2026-07-22')).toBe('2026-07-22')
  expect(readDate('2026-7-2')).toBe('2026-07-02')
  expect(readDate('Jul 22, 2026')).toBe('2026-07-22')
  expect(readDate(formatDate('2026-01-31'))).toBe('2026-01-31')
  expect(readDate('')).toBeNull()
  expect(readDate('next week')).toBeUndefined()
})

test('a date is shown for reading', () => {
  expect(formatDate('2026-07-22')).toBe('Jul 22, 2026')
  expect(formatDate('soon')).toBe('soon')
})

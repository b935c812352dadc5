import { expect, test } from 'vitest'
import { Problem } from '../core/errors.ts'
import { formatCause, formatError } from './format-error.ts'

test('an error is formatted with its type, its code and its causes', () => {
  const refused = Object.assign(new Error('connect to somewhere'), { code: 'ECONNREFUSED' })
  expect(formatCause(new TypeError('fetch failed', { cause: refused }))).toBe(
    'TypeError: fetch failed ← Error ECONNREFUSED',
  )
  expect(formatCause(new Problem('host_unusable', 'text for the caller', { cause: 'status 500' }))).toBe(
    'Problem host_unusable ← status 500',
  )
  expect(formatCause(undefined)).toBe('')
})

test("the engine's own message is kept, up to quoted data", () => {
  expect(formatCause(new TypeError("Cannot read properties of undefined (reading 'sha')"))).toBe(
    'TypeError: Cannot read properties of undefined (reading sha)',
  )
  expect(formatCause(new TypeError("Cannot read properties of undefined (reading 'feat: add search')"))).toBe(
    'TypeError: Cannot read properties of undefined (reading …',
  )
})

test.each([
  new Error('feat: add search'),
  new SyntaxError('Unexpected token \'e\', "feat: add search" is not valid JSON'),
  new TypeError('"feat: add search" is no function'),
  new RangeError('too long: `feat: add search`'),
  new Error('first line\n    at feat: add search (file.ts:1:1'),
])('the data of an error is not shown', (error) => {
  expect(`${formatCause(error)}${formatError(error)}`).not.toContain('add search')
})

test('a secret of a known kind is redacted anywhere', () => {
  const key = `ghp_${'a1B2'.repeat(9)}`
  expect(formatCause(`refused: ${key}`)).toBe('refused: [redacted]')
  expect(formatCause(new RangeError(`bad ${key}`))).toBe('RangeError: bad [redacted]')
})

test('an unexpected error is formatted with its stack frames', () => {
  expect(formatError(new Error('x'))).toMatch(/^Error\n {4}at .*format-error\.test\.ts:\d+:\d+/)
})

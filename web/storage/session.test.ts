import { expect, test } from 'vitest'
import { readTokenFromHash } from './session.ts'

test.each([
  ['#token=abc-123', 'abc-123'],
  ['#x=1&token=abc', 'abc'],
  ['', null],
  ['#range', null],
  ['#token=', null],
  ['#token=two%20words', null],
  ['#token=%0d%0aX-Evil:1', null],
  [`#token=${'x'.repeat(5000)}`, null],
])('the fragment "%s" contains the token %s', (hash, token) => {
  expect(readTokenFromHash(hash)).toBe(token)
})

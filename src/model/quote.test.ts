import fc from 'fast-check'
import { expect, test } from 'vitest'
import { causeWithoutKey, quote } from './quote.ts'

const key = 'sk-or-canary+7f3a/91c4d2e8b605'
const base64 = (text: string) => Buffer.from(text).toString('base64')

test.each([
  ['plain', `Bad key ${key}!`, 'Bad key [key]!'],
  ['twice', `${key} ${key}`, '[key] [key]'],
  ['in an address', `?key=${encodeURIComponent(key)}`, '?key=[key]'],
  [
    'in an address with lower-case escapes',
    `?key=${encodeURIComponent(key).replace(/%../g, (code) => code.toLowerCase())}`,
    '?key=[key]',
  ],
  ['in base64', `Basic ${base64(key)}`, /^Basic \[key\].{0,4}$/],
  ['in base64 behind a name', `Basic ${base64(`user:${key}`)}`, /^Basic [\w+/=]{4,8}\[key\].{0,4}$/],
  ['in base64 for addresses', Buffer.from(`ab${key}`).toString('base64url'), /^[\w-]{3,4}\[key\].{0,4}$/],
  [
    'hidden by characters that are drawn as nothing',
    `${key.slice(0, 9)}\u200b${key.slice(9)}`,
    /^(?!.*canary\+7f3a)/,
  ],
])('a quoted text does not hold the key: %s', (_where, words, expected) => {
  const quoted = quote(words, key)
  if (typeof expected === 'string') expect(quoted).toBe(expected)
  else expect(quoted).toMatch(expected)
})

test('a quoted text is short and on one line, without signs that steer a terminal or a reader', () => {
  expect(quote(' first\r\nsecond\u001b[31m\u202e\u0000third ', key)).toBe('first second [31m third')
  expect(quote('x'.repeat(10_000), key)).toHaveLength(200)
  expect(quote(`${'x'.repeat(199)}😀`, key)).toHaveLength(199)
})

test('a text that is cut does not end in half a key', () => {
  expect(quote(`${'x'.repeat(190)}${key}`, key)).toBe(`${'x'.repeat(190)}[key]`)
})

test('an empty key takes nothing away', () => {
  expect(quote('all of it', '')).toBe('all of it')
})

test('a chain of causes is written on one line, and a circle ends', () => {
  const deep = new RangeError('outer', { cause: new TypeError(`inner ${key}`, { cause: 'the end' }) })
  expect(causeWithoutKey(deep, key)).toBe('RangeError: outer ← TypeError: inner [key] ← the end')
  const circle = new TypeError('round')
  circle.cause = circle
  expect(causeWithoutKey(circle, key)).toContain('TypeError: round')
  expect(causeWithoutKey(undefined, key)).toBe('')
})

test('whatever surrounds it, no key is left, plain or in base64', () => {
  const keys = fc.stringMatching(/^[!-~]{12,60}$/)
  fc.assert(
    fc.property(keys, fc.string(), fc.string(), fc.boolean(), (secret, before, after, encoded) => {
      const text = before + secret + after
      const quoted = quote(encoded ? base64(text) : text, secret)
      expect(quoted).not.toContain(secret)
      expect(Buffer.from(quoted, 'base64').toString('latin1')).not.toContain(secret)
    }),
  )
})

import { describe, expect, test } from 'vitest'
import { maskSecrets } from './mask-secrets.ts'

describe('maskSecrets replaces a secret', () => {
  const token = ['q7/Zt+XbW', '3=kLmN9v', 'R5+sYh/D', 'eU2c8P'].join('')
  const hide = maskSecrets([token, '', 'abc'])

  test.each([
    ['plain', token],
    ['percent-encoded', encodeURIComponent(token)],
    [
      'percent-encoded in lower case',
      encodeURIComponent(token).replace(/%../g, (code) => code.toLowerCase()),
    ],
  ])('%s', (_how, form) => {
    expect(hide(`abc ${form} def`)).toBe('abc [redacted] def')
  })

  test.each(['', ':', 'x:', 'git:', 'x-access-token:', 'oauth2:', 'äöü:'])('in base64 after %j', (before) => {
    for (const after of ['', ':', ':x-oauth-basic', 'a', 'ab', 'abc']) {
      for (const kind of ['base64', 'base64url'] as const) {
        const encoded = Buffer.from(before + token + after).toString(kind)
        const shown = hide(`Basic ${encoded} end`)
        expect(shown).toMatch(/^Basic .*\[redacted\].* end$/)
        const rest = shown.slice(6, -4).split('[redacted]')
        expect(
          rest.every((part) => part.length <= Math.ceil((Buffer.byteLength(before + after) + 2) * 1.4) + 2),
        ).toBe(true)
      }
    }
  })

  test('that contains another one as a whole', () => {
    expect(maskSecrets(['abcd', 'abcdefgh'])('abcdefgh abcd')).toBe('[redacted] [redacted]')
  })
})

test('a secret is replaced in both alphabets of base64', () => {
  const value = '~~>??>~~?>>~?~>'
  expect(Buffer.from(value).toString('base64')).toMatch(/\+.*\/|\/.*\+/)
  const hide = maskSecrets([value])
  for (const before of ['', 'x', 'xy']) {
    const bytes = Buffer.from(`${before}${value}`)
    for (const alphabet of ['base64', 'base64url'] as const) {
      expect(hide(bytes.toString(alphabet))).not.toContain(bytes.toString(alphabet).slice(4, -2))
    }
  }
})

test('a secret is replaced with the mark of the caller, and an invalid character in it does no harm', () => {
  expect(maskSecrets(['sk-canary'], '[key]')('Bearer sk-canary')).toBe('Bearer [key]')
  expect(maskSecrets(['half-\ud83d-surrogate'])('half-\ud83d-surrogate')).toBe('[redacted]')
})

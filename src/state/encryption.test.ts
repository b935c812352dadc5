import { expect, test } from 'vitest'
import { Encryption } from './encryption.ts'

const seal = new Encryption('the secret of today')

test('what was sealed is read again by the same secret and place', () => {
  const sealed = seal.seal('ghp_a_token', 'job:1')
  expect(seal.open(sealed, 'job:1')).toBe('ghp_a_token')
  expect(sealed).not.toContain('ghp_a_token')
  expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain('ghp_a_token')
  expect(seal.seal('ghp_a_token', 'job:1')).not.toBe(sealed)
})

test('the secret before still opens, and no longer seals', () => {
  const rotated = new Encryption('the secret of tomorrow', 'the secret of today')
  expect(rotated.open(seal.seal('x', 'p'), 'p')).toBe('x')
  expect(seal.open(rotated.seal('x', 'p'), 'p')).toBeNull()
})

test.each([
  ['at another place', (sealed: string) => sealed, 'job:2'],
  ['cut off', (sealed: string) => sealed.slice(0, 20), 'job:1'],
  ['with a bit changed', (sealed: string) => `${sealed.slice(0, -6)}AAAAAA`, 'job:1'],
  ['that is empty', () => '', 'job:1'],
])('a seal %s does not open', (_what, change, place) => {
  expect(seal.open(change(seal.seal('a longer text to seal', 'job:1')), place)).toBeNull()
})

test('another secret does not open', () => {
  expect(new Encryption('the secret of somebody').open(seal.seal('x', 'p'), 'p')).toBeNull()
})

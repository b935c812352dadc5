import { expect, test } from 'vitest'
import { Encryption } from './encryption.ts'

const encryption = new Encryption('the secret of today')

test('encrypted text is decrypted with the same secret and name', () => {
  const encrypted = encryption.encrypt('ghp_a_token', 'job:1')
  expect(encryption.decrypt(encrypted, 'job:1')).toBe('ghp_a_token')
  expect(encrypted).not.toContain('ghp_a_token')
  expect(Buffer.from(encrypted, 'base64').toString('latin1')).not.toContain('ghp_a_token')
  expect(encryption.encrypt('ghp_a_token', 'job:1')).not.toBe(encrypted)
})

test('the previous secret still decrypts and no longer encrypts', () => {
  const rotated = new Encryption('the secret of tomorrow', 'the secret of today')
  expect(rotated.decrypt(encryption.encrypt('x', 'p'), 'p')).toBe('x')
  expect(encryption.decrypt(rotated.encrypt('x', 'p'), 'p')).toBeNull()
})

test.each([
  ['under another name', (encrypted: string) => encrypted, 'job:2'],
  ['that is cut off', (encrypted: string) => encrypted.slice(0, 20), 'job:1'],
  ['with a bit changed', (encrypted: string) => `${encrypted.slice(0, -6)}AAAAAA`, 'job:1'],
  ['that is empty', () => '', 'job:1'],
])('text %s is not decrypted', (_what, change, name) => {
  expect(encryption.decrypt(change(encryption.encrypt('a longer text to encrypt', 'job:1')), name)).toBeNull()
})

test('another secret does not decrypt', () => {
  expect(
    new Encryption('the secret of another operator').decrypt(encryption.encrypt('x', 'p'), 'p'),
  ).toBeNull()
})

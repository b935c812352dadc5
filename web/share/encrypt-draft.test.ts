import { describe, expect, test } from 'vitest'
import { decryptDraft, encryptDraft, formatShareLink } from './encrypt-draft.ts'
import { isShareLink, readShareLink } from './read-share-link.ts'

describe('a shared draft', () => {
  test('is read with its key', async () => {
    const text = JSON.stringify({ text: 'Größe 😀', many: 'x'.repeat(100_000) })
    const encrypted = await encryptDraft(text)
    expect(encrypted.ciphertext).toMatch(/^[\w-]+$/)
    expect(encrypted.ciphertext.length).toBeLessThan(2000)
    expect(await decryptDraft(encrypted)).toBe(text)
  })

  test('has a new key each time', async () => {
    const [one, other] = [await encryptDraft('same'), await encryptDraft('same')]
    expect(one.key).not.toBe(other.key)
    expect(one.ciphertext).not.toBe(other.ciphertext)
  })

  test('is not read with another key, or when a byte was changed', async () => {
    const encrypted = await encryptDraft('secret')
    const { key } = await encryptDraft('other')
    const flipped = encrypted.ciphertext.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))
    const damaged = [
      { ...encrypted, key },
      { ...encrypted, ciphertext: flipped },
      { ...encrypted, key: 'A' },
    ]
    for (const each of damaged) await expect(decryptDraft(each)).rejects.toThrow('incomplete or damaged')
    await expect(decryptDraft({ ...encrypted, ciphertext: '' })).rejects.toThrow('incomplete or damaged')
  })

  test('that is too large is not sent', async () => {
    const random = Array.from({ length: 40 }, () =>
      Buffer.from(crypto.getRandomValues(new Uint8Array(60_000))).toString('base64'),
    ).join('')
    await expect(encryptDraft(random)).rejects.toThrow('too large for a link')
  })
})

describe('a link', () => {
  test('has the id and the key behind the #', async () => {
    const { key } = await encryptDraft('x')
    const id = 'A'.repeat(22)
    const { hash, pathname, search } = new URL(formatShareLink({ id, key }, 'https://notes.example'))
    expect([pathname, search]).toEqual(['/', ''])
    expect(readShareLink(hash)).toEqual({ id, key })
  })

  test('that is incomplete is recognised but not read', () => {
    expect(readShareLink('#draft=abc')).toBeNull()
    expect(isShareLink('#draft=abc')).toBe(true)
    expect(isShareLink('#notes')).toBe(false)
  })
})

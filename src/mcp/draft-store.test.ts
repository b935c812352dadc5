import { deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createMemoryDrafts, createSignedDrafts } from './draft-store.ts'

const notes = { entries: [{ ids: ['pr-1'], text: 'Add search' }], range: { fromRef: 'v1', toRef: 'HEAD' } }

describe('drafts in memory', () => {
  test('are found by their handles', async () => {
    const drafts = createMemoryDrafts()
    const handle = await drafts.keep(notes)
    expect(handle).toBe('draft-1')
    expect(await drafts.open(handle!)).toEqual(notes)
  })

  test('make room for new ones', async () => {
    const drafts = createMemoryDrafts()
    for (let index = 0; index < 120; index += 1) await drafts.keep({ ...notes, index })
    await expect(drafts.open('draft-20')).rejects.toThrow('the newest is "draft-120"')
    expect(await drafts.open('draft-21')).toMatchObject({ index: 20 })
  })

  test('have a maximum size, one and all together', async () => {
    const drafts = createMemoryDrafts()
    expect(await drafts.keep({ text: 'x'.repeat(5_000_000) })).toBe(null)
    for (let index = 0; index < 6; index += 1) await drafts.keep({ text: 'x'.repeat(4_000_000) })
    await expect(drafts.open('draft-1')).rejects.toThrow('draft')
    expect(await drafts.open('draft-6')).toHaveProperty('text')
  })
})

describe('drafts in their handles', () => {
  const drafts = createSignedDrafts('a secret of the service')

  test('are read by every replica with the same secret', async () => {
    const handle = await drafts.keep(notes)
    expect(await createSignedDrafts('a secret of the service').open(handle!)).toEqual(notes)
    await expect(createSignedDrafts('another secret').open(handle!)).rejects.toThrow('is not a draft')
  })

  test('are rejected if they were changed, cut, forged or are no handles at all', async () => {
    const handle = (await drafts.keep(notes))!
    const [packed, mac] = handle.split('.')
    const bomb = deflateRawSync(Buffer.alloc(50_000_000)).toString('base64url')
    const hostile = [
      ...['', '.', '..', 'draft-1', `${handle}.x`, handle.slice(1), handle.slice(0, -1), `${packed}.`],
      ...[`.${mac}`, `${bomb}.${mac}`, `${packed}.${mac!.toUpperCase()}`, 'x'.repeat(1_000_000), '\0.\0'],
    ]
    for (const each of hostile) await expect(drafts.open(each), each.slice(0, 40)).rejects.toThrow('draft')
  })

  test('have a maximum size', async () => {
    const words = Array.from({ length: 200_000 }, (_, index) => (index * 7919) % 99_991)
    expect(await drafts.keep({ words })).toBe(null)
  })
})

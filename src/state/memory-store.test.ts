import { expect, test } from 'vitest'
import { MemoryStore } from './memory-store.ts'

function storeWithClock(maxBytes?: number) {
  const clock = { now: 0 }
  return { store: new MemoryStore(() => clock.now, maxBytes), clock }
}

test('a value can be read until it expires', async () => {
  const { store, clock } = storeWithClock()
  await store.set('a', 'one', 100)
  clock.now = 99
  expect(await store.get('a')).toBe('one')
  clock.now = 100
  expect(await store.get('a')).toBeNull()
})

test('a value can be replaced and deleted', async () => {
  const { store } = storeWithClock()
  await store.set('a', 'one', 100)
  await store.set('a', 'two', 100)
  expect(await store.get('a')).toBe('two')
  await store.delete('a')
  expect(await store.get('a')).toBeNull()
})

test('a ranked value is not replaced by an earlier one until it expires', async () => {
  const { store, clock } = storeWithClock()
  const advance = (value: string, rank: number, maxReplacedRank: number) =>
    store.advance('a', value, { rank, maxReplacedRank, milliseconds: 100 })
  expect(await advance('one', 1, 0)).toBe(true)
  expect(await advance('one again', 1, 0)).toBe(false)
  expect(await advance('three', 3, 2)).toBe(true)
  expect(await advance('two', 2, 2)).toBe(false)
  expect(await store.get('a')).toBe('three')
  clock.now = 100
  expect(await advance('one', 1, 0)).toBe(true)
  await store.delete('a')
  expect(await advance('two', 2, 0)).toBe(true)
  expect(await store.get('a')).toBe('two')
})

test('the least recently used value is evicted when there are too many bytes', async () => {
  const { store } = storeWithClock(2 * 3 * 11)
  for (const key of ['a', 'b', 'c']) await store.set(key, '0123456789', 100)
  await store.get('a')
  await store.set('d', '0123456789', 100)
  expect(await Promise.all(['a', 'b', 'c', 'd'].map((key) => store.get(key)))).toEqual([
    '0123456789',
    null,
    '0123456789',
    '0123456789',
  ])
})

test('a lease has one holder until it is released or expires', async () => {
  const { store, clock } = storeWithClock()
  expect(await Promise.all(['ada', 'ben'].map((holder) => store.claim('l', holder, 100)))).toEqual([
    true,
    false,
  ])
  expect(await store.holderOf('l')).toBe('ada')
  await store.release('l', 'ben')
  expect(await store.claim('l', 'ben', 100)).toBe(false)
  clock.now = 50
  expect(await store.renew('l', 'ada', 100)).toBe(true)
  expect(await store.renew('l', 'ben', 100)).toBe(false)
  clock.now = 149
  expect(await store.claim('l', 'ben', 100)).toBe(false)
  clock.now = 150
  expect(await store.claim('l', 'ben', 100)).toBe(true)
  await store.release('l', 'ben')
  expect(await store.holderOf('l')).toBeNull()
})

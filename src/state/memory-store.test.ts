import { expect, test } from 'vitest'
import { MemoryStore } from './memory-store.ts'

function storeWithClock(mostBytes?: number) {
  const clock = { now: 0 }
  return { store: new MemoryStore(() => clock.now, mostBytes), clock }
}

test('a value is there until its time is over', async () => {
  const { store, clock } = storeWithClock()
  await store.set('a', 'one', 100)
  clock.now = 99
  expect(await store.get('a')).toBe('one')
  clock.now = 100
  expect(await store.get('a')).toBeNull()
})

test('a value can be replaced and taken away', async () => {
  const { store } = storeWithClock()
  await store.set('a', 'one', 100)
  await store.set('a', 'two', 100)
  expect(await store.get('a')).toBe('two')
  await store.delete('a')
  expect(await store.get('a')).toBeNull()
})

test('what only goes forward is not set back, until its time is over', async () => {
  const { store, clock } = storeWithClock()
  const advance = (value: string, rank: number, over: number) =>
    store.advance('a', value, { rank, over, milliseconds: 100 })
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

test('what was not used for the longest time goes when there is too much', async () => {
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

test('a lease has one holder, until it is given back or runs out', async () => {
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

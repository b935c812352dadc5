import { expect, test } from 'vitest'
import { FallbackStore } from './fallback-store.ts'
import { MemoryStore } from './memory-store.ts'
import { RedisLost } from './redis-link.ts'
import type { Store } from './store.ts'

/** A shared store that can be lost. */
function losable() {
  const shared = new MemoryStore(() => 0)
  const state = { lost: false }
  const store = new Proxy<Store>(shared, {
    get:
      (target, name: keyof Store) =>
      async (...words: [string, string, number]) => {
        if (state.lost) throw new RedisLost()
        return (target[name] as (...given: typeof words) => unknown).call(target, ...words)
      },
  })
  return { store, state }
}

test('while the shared store is lost, the process shares with itself', async () => {
  const { store, state } = losable()
  const steady = new FallbackStore(store, new MemoryStore(() => 0))
  await steady.set('k', 'shared', 1000)
  state.lost = true
  expect(await steady.get('k')).toBeNull()
  await steady.set('k', 'own', 1000)
  expect(await steady.get('k')).toBe('own')
  state.lost = false
  expect(await steady.get('k')).toBe('shared')
})

test('a lease is given back wherever it was taken', async () => {
  const { store, state } = losable()
  const steady = new FallbackStore(store, new MemoryStore(() => 0))
  state.lost = true
  expect(await steady.claim('l', 'ada', 1000)).toBe(true)
  state.lost = false
  await steady.release('l', 'ada')
  state.lost = true
  expect(await steady.claim('l', 'ben', 1000)).toBe(true)
})

test('a fault that is no loss is not hidden', async () => {
  const broken = { get: async () => expect.fail('a bug') } as unknown as Store
  await expect(new FallbackStore(broken, new MemoryStore(() => 0)).get('k')).rejects.toThrow('a bug')
})

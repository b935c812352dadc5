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
      async (...values: [string, string, number]) => {
        if (state.lost) throw new RedisLost()
        return (target[name] as (...given: typeof values) => unknown).call(target, ...values)
      },
  })
  return { store, state }
}

test('while the shared store is lost, the process uses its own', async () => {
  const { store, state } = losable()
  const fallback = new FallbackStore(store, new MemoryStore(() => 0))
  await fallback.set('k', 'shared', 1000)
  state.lost = true
  expect(await fallback.get('k')).toBeNull()
  await fallback.set('k', 'own', 1000)
  expect(await fallback.get('k')).toBe('own')
  state.lost = false
  expect(await fallback.get('k')).toBe('shared')
})

test('a lease is released in the store where it was taken', async () => {
  const { store, state } = losable()
  const fallback = new FallbackStore(store, new MemoryStore(() => 0))
  state.lost = true
  expect(await fallback.claim('l', 'ada', 1000)).toBe(true)
  state.lost = false
  await fallback.release('l', 'ada')
  state.lost = true
  expect(await fallback.claim('l', 'ben', 1000)).toBe(true)
})

test('an error other than the loss of Redis is not hidden', async () => {
  const broken = { get: async () => expect.fail('a bug') } as unknown as Store
  await expect(new FallbackStore(broken, new MemoryStore(() => 0)).get('k')).rejects.toThrow('a bug')
})

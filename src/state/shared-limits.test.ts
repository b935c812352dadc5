import type { Redis } from 'ioredis'
import { expect, test } from 'vitest'
import type { Admission } from './caller-limits.ts'
import { RedisLost } from './redis-link.ts'
import { SharedLimits } from './shared-limits.ts'

/** Limits on a Redis that admits every request, records the slots that are freed, and can be lost. */
function limitsOnFakeRedis(concurrency: number) {
  const state = { lost: false, taken: [] as string[], freed: [] as string[] }
  const redis = {
    eval: async (...values: string[]) => {
      state.taken.push(values.at(-1)!)
      return [0, 1, 60_000]
    },
    zrem: async (_key: string, slot: string) => void state.freed.push(slot),
  }
  const link = {
    run: async <Result>(command: (redis: Redis) => Promise<Result>) => {
      if (state.lost) throw new RedisLost('lost')
      return command(redis as unknown as Redis)
    },
  }
  const context = { link, now: () => 0, replicas: () => 1, slotMs: 1_000 }
  return { limits: new SharedLimits({ requestsPerMinute: 100, concurrency }, context), state }
}

function release(admission: Admission): void {
  if (admission.allowed) admission.release()
}

test('each request gives back its own slot, and once', async () => {
  const { limits, state } = limitsOnFakeRedis(4)
  const [first, second] = [await limits.enter('ada'), await limits.enter('ada')]
  release(first)
  release(first)
  expect(state.freed).toEqual([state.taken[0]])
  release(second)
  expect(state.freed).toEqual(state.taken)
})

test('a request that began while Redis was lost does not free the slot of one that began before', async () => {
  const { limits, state } = limitsOnFakeRedis(1)
  const before = await limits.enter('ada')
  state.lost = true
  const alone = await limits.enter('ada')
  release(alone)
  expect((await limits.enter('ada')).allowed).toBe(true)
  state.lost = false
  release(before)
  expect(state.freed).toEqual(state.taken)
})

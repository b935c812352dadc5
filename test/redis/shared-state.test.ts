import { setTimeout as wait } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { test as anyTest, describe, expect } from 'vitest'
import { Metrics } from '../../src/observability/metrics.ts'
import type { Admission } from '../../src/state/caller-limits.ts'
import { openState } from '../../src/state/open-state.ts'
import { RedisLink } from '../../src/state/redis-link.ts'
import { SharedLimits } from '../../src/state/shared-limits.ts'
import { waitOptions } from '../support/wait-options.ts'
import { hasRedis, startRedis, type TestRedis } from './redis-server.ts'

/** Each test has its own Redis, so that the tests can run concurrently. */
const test = anyTest.extend<{ redis: TestRedis; open: ReturnType<typeof replicasOf> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs.
  redis: async ({}, use) => {
    const redis = await startRedis()
    await use(redis)
    await redis.close()
  },
  open: async ({ redis }, use) => {
    const opened: (() => Promise<void>)[] = []
    await use(replicasOf(redis, opened))
    for (const close of opened) await close()
  },
})

function release(admission: Admission): void {
  if (admission.allowed) admission.release()
}

/** Opens services that share what this Redis keeps. */
function replicasOf(redis: TestRedis, opened: (() => Promise<void>)[]) {
  return async (settings: { requestsPerMinute?: number; concurrency?: number } = {}) => {
    const metrics = new Metrics()
    const lines: string[] = []
    const state = await openState({
      kind: 'service',
      redisUrl: redis.url,
      secret: 'a secret of these tests',
      previousSecret: null,
      deadlineMs: 1000,
      // A busy machine must not look like a lost Redis.
      commandMs: 2_000,
      requestsPerMinute: 10,
      concurrency: 4,
      metrics,
      log: (line) => void lines.push(line),
      ...settings,
    })
    opened.push(state.close)
    return { ...state, metrics, lines }
  }
}

describe.skipIf(!hasRedis).concurrent('replicas that share a Redis', () => {
  test('a replica reads what another one stored, and Redis holds only encrypted values', async ({
    open,
    redis,
  }) => {
    const [one, two] = [await open(), await open()]
    await one.store.set('k', 'private text', 60_000)
    expect(await two.store.get('k')).toBe('private text')
    const raw = new Redis(redis.url)
    const kept = await Promise.all((await raw.keys('notewright:value:*')).map((key) => raw.get(key)))
    expect(kept).toHaveLength(1)
    expect(kept.join()).not.toContain('private')
    raw.disconnect()
    await two.store.delete('k')
    expect(await one.store.get('k')).toBeNull()
  })

  test('values and leases expire', async ({ open }) => {
    const { store } = await open()
    await store.set('k', 'v', 30)
    await store.claim('l', 'ada', 30)
    await wait(60)
    expect([await store.get('k'), await store.holderOf('l')]).toEqual([null, null])
  })

  test('a lease has one holder among all replicas', async ({ open }) => {
    const [one, two] = [await open(), await open()]
    const claims = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        [one, two][index % 2]!.store.claim('l', String(index), 60_000),
      ),
    )
    expect(claims.filter((claimed) => claimed)).toHaveLength(1)
    const holder = String(claims.indexOf(true))
    expect(await two.store.renew('l', 'another holder', 60_000)).toBe(false)
    expect(await two.store.renew('l', holder, 60_000)).toBe(true)
    await two.store.release('l', 'another holder')
    expect(await one.store.holderOf('l')).toBe(holder)
    await one.store.release('l', holder)
    expect(await two.store.holderOf('l')).toBeNull()
  })

  test('the rate limit of a caller holds over all replicas', async ({ open }) => {
    const replicas = [await open({ concurrency: 100 }), await open({ concurrency: 100 })]
    const admissions = await Promise.all(
      Array.from({ length: 30 }, (_, index) => replicas[index % 2]!.limits.enter('ada')),
    )
    expect(admissions.filter(({ allowed }) => allowed)).toHaveLength(10)
    expect(admissions.find(({ allowed }) => !allowed)).toMatchObject({ reason: 'rate', remaining: 0 })
    expect(await replicas[0]!.limits.enter('ben')).toMatchObject({ allowed: true, remaining: 9 })
  })

  test('the concurrency limit of a caller holds over all replicas, and slots are released', async ({
    open,
  }) => {
    const [one, two] = [await open({ concurrency: 2 }), await open({ concurrency: 2 })]
    await one.limits.enter('ada')
    const second = await two.limits.enter('ada')
    expect(await one.limits.enter('ada')).toEqual({
      allowed: false,
      reason: 'concurrency',
      remaining: 8,
      resetSeconds: 1,
    })
    release(second)
    await wait(20)
    expect(await one.limits.enter('ada')).toMatchObject({ allowed: true, remaining: 7 })
  })

  test('the slot of a replica that died is free after the longest time a request can take', async ({
    redis,
    expect,
  }) => {
    const ignore = () => {}
    const linkContext = { now: Date.now, commandMs: 2_000, onLost: ignore, onFound: ignore }
    const link = new RedisLink(redis.url, linkContext)
    await link.ready()
    const context = { link, now: Date.now, replicas: () => 2, slotMs: 1_000 }
    const [dead, alive] = [1, 2].map(
      () => new SharedLimits({ requestsPerMinute: 100_000, concurrency: 2 }, context),
    ) as [SharedLimits, SharedLimits]
    await dead.enter('ada')
    // Other requests of the caller come and go, so that its keys never expire as a whole.
    const hasBoth = async () => {
      const admissions = [await alive.enter('ada'), await alive.enter('ada')]
      for (const admission of admissions) release(admission)
      await wait(20)
      return admissions.every(({ allowed }) => allowed)
    }
    expect(await hasBoth()).toBe(false)
    await expect.poll(hasBoth, waitOptions).toBe(true)
    link.redis.disconnect()
  })

  test.for<[string, (server: TestRedis) => Promise<void> | void]>([
    ['dies', (server) => server.kill()],
    ['freezes', (server) => server.freeze()],
  ])(
    'when Redis %s, each replica continues alone with its share of the limit',
    async ([_what, harm], { open, redis }) => {
      const one = await open()
      await open()
      // The first replica counts the second with its next heartbeat.
      await wait(2_200)
      await harm(redis)
      const admitted = []
      for (let times = 0; times < 6; times += 1) {
        const admission = await one.limits.enter('ada')
        admitted.push(admission.allowed)
        release(admission)
      }
      expect(admitted).toEqual([true, true, true, true, true, false])
      await one.store.set('k', 'v', 60_000)
      expect(await one.store.get('k')).toBe('v')
      expect(await one.store.claim('l', 'ada', 60_000)).toBe(true)
      expect(one.note()).toMatch(/^Redis is lost/)
      expect(await one.metrics.print()).toContain('notewright_redis_lost 1')
      expect(one.lines.at(-1)).toMatch(/^Redis is lost/)
    },
  )

  test('when Redis is back, it is used again', async ({ open, redis }) => {
    const state = await open()
    redis.freeze()
    await state.store.get('k')
    expect(state.note()).not.toBeNull()
    redis.thaw()
    await wait(1_100)
    await state.store.set('k', 'v', 60_000)
    expect(state.note()).toBeNull()
    expect(await state.metrics.print()).toContain('notewright_redis_lost 0')
    expect(await (await open()).store.get('k')).toBe('v')
  })

  test('a service starts without its Redis', async ({ open, redis }) => {
    await redis.kill()
    const state = await open()
    expect(await state.limits.enter('ada')).toMatchObject({ allowed: true })
    expect(state.note()).not.toBeNull()
  })
})

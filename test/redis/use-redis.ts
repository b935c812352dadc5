import { afterAll, afterEach, beforeAll, test } from 'vitest'
import { hasRedis, startRedis, type TestRedis } from './redis-server.ts'

/** Gives the tests of a file one Redis, and closes after each what it opened, the last opened first. */
export function useRedis(afterwards: (redis: TestRedis) => Promise<void> = async () => {}) {
  const closing: (() => Promise<unknown>)[] = []
  let redis: TestRedis | undefined
  beforeAll(async () => {
    if (hasRedis) redis = await startRedis()
  })
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
    if (redis) await afterwards(redis)
  })
  afterAll(() => redis?.close())
  return { test: test.skipIf(!hasRedis), closing, server: () => redis! }
}

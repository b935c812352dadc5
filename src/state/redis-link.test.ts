import type { Redis } from 'ioredis'
import { afterEach, expect, test } from 'vitest'
import { Problem } from '../core/errors.ts'
import { RedisLink, RedisLost } from './redis-link.ts'

const opened: RedisLink[] = []
afterEach(async () => {
  for (const link of opened.splice(0)) await link.close()
})

/** A connection to a port on which no Redis listens. */
function linkToNothing() {
  const losses: string[] = []
  const link = new RedisLink('redis://127.0.0.1:1', {
    now: () => 0,
    commandMs: 50,
    onLost: ({ message }) => void losses.push(message),
    onFound: () => {},
  })
  opened.push(link)
  return { link, losses }
}

test.each([
  new TypeError('a programming error'),
  new Problem('invalid_request', 'an error of ours'),
  new Error('Missing key for job 1'),
])('an error of the code that uses Redis is thrown as it is: %s', async (error) => {
  const { link, losses } = linkToNothing()
  await expect(link.run(() => Promise.reject(error))).rejects.toBe(error)
  await expect(
    link.run(() => {
      throw error
    }),
  ).rejects.toBe(error)
  expect([link.lost, losses]).toEqual([false, []])
})

test.each<[string, (redis: Redis) => Promise<unknown>]>([
  ['a command without a connection', (redis) => redis.get('k')],
  ['a command that takes too long', () => new Promise(() => {})],
  ['a refused connection', () => Promise.reject(Object.assign(new Error('no'), { syscall: 'connect' }))],
])('%s means that Redis is lost', async (_what, command) => {
  const { link, losses } = linkToNothing()
  await expect(link.run(command)).rejects.toThrow(RedisLost)
  expect(link.lost).toBe(true)
  expect(losses).toHaveLength(1)
})

import { expect, test } from 'vitest'
import { type RedisLink, RedisLost } from './redis-link.ts'
import { Replicas } from './replicas.ts'

test('a failure to count the processes is logged once; the loss of Redis is reported by its connection', async () => {
  const lines: string[] = []
  let answer: () => unknown = () => 3
  const link = { run: async () => answer() } as unknown as RedisLink
  const replicas = new Replicas(link, 'service', (line) => void lines.push(line))
  const failWith = (error: Error) => {
    answer = () => {
      throw error
    }
  }
  await replicas.beat()
  failWith(new RedisLost('lost'))
  await replicas.beat()
  expect([replicas.count, lines]).toEqual([3, []])
  failWith(new TypeError('not a function'))
  await replicas.beat()
  await replicas.beat()
  expect(lines).toEqual([
    'The running processes cannot be counted (TypeError: not a function): the last count stays',
  ])
  answer = () => 2
  await replicas.beat()
  failWith(new TypeError('not a function'))
  await replicas.beat()
  expect([replicas.count, lines.length]).toEqual([2, 2])
  await replicas.end()
})

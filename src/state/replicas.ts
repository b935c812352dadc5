import { randomUUID } from 'node:crypto'
import { formatCause } from '../text/format-error.ts'
import { type RedisLink, RedisLost } from './redis-link.ts'
import { keyPrefix } from './redis-store.ts'

const heartbeatMs = 2_000
const expiryMs = 10_000

const beatScript = `
local time = redis.call('TIME')
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', time[1] - ARGV[2] / 1000)
redis.call('ZADD', KEYS[1], time[1], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return redis.call('ZCARD', KEYS[1])`

// Uses the clock of Redis: those of the replicas may differ.
const countScript = `
local time = redis.call('TIME')
return redis.call('ZCOUNT', KEYS[1], time[1] - ARGV[1] / 1000, '+inf')`

/** Announces this process every two seconds and counts the running ones. */
export class Replicas {
  readonly #link: RedisLink
  readonly #key: string
  readonly #id = randomUUID()
  readonly #timer: NodeJS.Timeout
  readonly #log: (line: string) => void
  #count = 1
  #isFailing = false

  constructor(link: RedisLink, kind: 'service' | 'worker', log: (line: string) => void) {
    this.#link = link
    this.#log = log
    this.#key = `${keyPrefix}:alive:${kind}`
    this.#timer = setInterval(() => void this.beat(), heartbeatMs)
    this.#timer.unref()
  }

  /** The last known number of processes of this kind, including this one. */
  get count(): number {
    return this.#count
  }

  async beat(): Promise<void> {
    try {
      const count = await this.#link.run((redis) =>
        redis.eval(beatScript, 1, this.#key, this.#id, String(expiryMs)),
      )
      this.#count = Math.max(1, Number(count))
      this.#isFailing = false
    } catch (error) {
      // The connection reports the loss of Redis itself; the last count stays.
      if (error instanceof RedisLost || this.#isFailing) return
      this.#isFailing = true
      this.#log(`The running processes cannot be counted (${formatCause(error)}): the last count stays`)
    }
  }

  async end(): Promise<void> {
    clearInterval(this.#timer)
    await this.#link.run((redis) => redis.zrem(this.#key, this.#id)).catch(() => {})
  }
}

/** Counts the running workers. */
export async function countWorkers(link: RedisLink): Promise<number> {
  const name = `${keyPrefix}:alive:worker`
  return Number(await link.run((redis) => redis.eval(countScript, 1, name, String(expiryMs))))
}

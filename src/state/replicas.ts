import { randomUUID } from 'node:crypto'
import type { RedisLink } from './redis-link.ts'
import { keyPrefix } from './redis-store.ts'

const everyMs = 2_000
const goneMs = 10_000

const beatScript = `
local time = redis.call('TIME')
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', time[1] - ARGV[2] / 1000)
redis.call('ZADD', KEYS[1], time[1], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return redis.call('ZCARD', KEYS[1])`

// By the clock of Redis: those of the replicas may differ.
const countScript = `
local time = redis.call('TIME')
return redis.call('ZCOUNT', KEYS[1], time[1] - ARGV[1] / 1000, '+inf')`

/** Says every two seconds that this process lives, and counts the others that do. */
export class Replicas {
  readonly #link: RedisLink
  readonly #name: string
  readonly #id = randomUUID()
  readonly #timer: NodeJS.Timeout
  #count = 1

  constructor(link: RedisLink, kind: 'service' | 'worker') {
    this.#link = link
    this.#name = `${keyPrefix}:alive:${kind}`
    this.#timer = setInterval(() => void this.beat(), everyMs)
    this.#timer.unref()
  }

  /** How many there are, this one included, by what was last known. */
  get count(): number {
    return this.#count
  }

  async beat(): Promise<void> {
    try {
      const count = await this.#link.run((redis) =>
        redis.eval(beatScript, 1, this.#name, this.#id, String(goneMs)),
      )
      this.#count = Math.max(1, Number(count))
    } catch {
      // The link has told that Redis is lost; the last count stands.
    }
  }

  async end(): Promise<void> {
    clearInterval(this.#timer)
    await this.#link.run((redis) => redis.zrem(this.#name, this.#id)).catch(() => {})
  }
}

/** How many workers said lately that they live. */
export async function countWorkers(link: RedisLink): Promise<number> {
  const name = `${keyPrefix}:alive:worker`
  return Number(await link.run((redis) => redis.eval(countScript, 1, name, String(goneMs))))
}

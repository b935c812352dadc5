import { randomUUID } from 'node:crypto'
import { type Allowance, CallerLimits, type LimitSettings, type Limits } from './caller-limits.ts'
import { type RedisLink, RedisLost } from './redis-link.ts'
import { keyPrefix } from './redis-store.ts'

const windowMs = 60_000

// One script, so that two replicas never both take the last place. A place that nobody gave back, because
// its replica died, is free again after the longest time that a request can take.
const enterScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local used = tonumber(redis.call('GET', KEYS[1]) or '0')
local left = redis.call('PTTL', KEYS[1])
if left < 0 then left = tonumber(ARGV[3]) end
if used >= tonumber(ARGV[1]) then return { 1, used, left } end
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
if redis.call('ZCARD', KEYS[2]) >= tonumber(ARGV[2]) then return { 2, used, left } end
redis.call('SET', KEYS[1], used + 1, 'PX', left)
redis.call('ZADD', KEYS[2], now + ARGV[4], ARGV[5])
redis.call('PEXPIRE', KEYS[2], ARGV[4])
return { 0, used + 1, left }`

/** What the limits of several replicas need from outside. */
interface SharedLimitsContext {
  link: RedisLink
  now: () => number
  /** How many replicas share the limits, by what was last known. */
  replicas: () => number
  /** The longest that a request can hold its place. */
  placeMs: number
}

/** Counts a caller's requests over all replicas; while Redis is lost, each replica allows its share. */
export class SharedLimits implements Limits {
  readonly #settings: LimitSettings
  readonly #context: SharedLimitsContext
  readonly #places = new Map<string, string[]>()
  #own: CallerLimits | null = null

  constructor(settings: LimitSettings, context: SharedLimitsContext) {
    this.#settings = settings
    this.#context = context
  }

  async enter(caller: string): Promise<Allowance> {
    const place = randomUUID()
    try {
      const allowance = await this.#ask(caller, place)
      this.#own = null
      if (allowance.allowed) this.#hold(caller, place)
      return allowance
    } catch (error) {
      if (!(error instanceof RedisLost)) throw error
      return this.#enterAlone(caller)
    }
  }

  leave(caller: string): void {
    const places = this.#places.get(caller)
    const place = places?.pop()
    if (places?.length === 0) this.#places.delete(caller)
    if (place === undefined) this.#own?.leave(caller)
    else this.#giveBack(caller, place)
  }

  async #ask(caller: string, place: string): Promise<Allowance> {
    const { requestsPerMinute, concurrency } = this.#settings
    const [rate, running] = keysOf(caller)
    const words = [requestsPerMinute, concurrency, windowMs, Math.ceil(this.#context.placeMs), place]
    const answer = await this.#context.link.run((redis) =>
      redis.eval(enterScript, 2, rate, running, ...words),
    )
    const [refusal = 0, used = 0, leftMs = 0] = answer as number[]
    const reset = Math.max(1, Math.ceil(leftMs / 1000))
    return {
      allowed: refusal === 0,
      reason: refusal === 0 ? null : refusal === 1 ? 'rate' : 'concurrency',
      remaining: Math.max(0, requestsPerMinute - used),
      resetSeconds: refusal === 2 ? 1 : reset,
    }
  }

  #enterAlone(caller: string): Allowance {
    const share = 1 / Math.max(1, this.#context.replicas())
    const { requestsPerMinute, concurrency } = this.#settings
    this.#own ??= new CallerLimits(
      {
        requestsPerMinute: Math.max(1, Math.floor(requestsPerMinute * share)),
        concurrency: Math.max(1, Math.floor(concurrency * share)),
      },
      this.#context.now,
    )
    return this.#own.enter(caller)
  }

  #hold(caller: string, place: string): void {
    const places = this.#places.get(caller)
    if (places) places.push(place)
    else this.#places.set(caller, [place])
  }

  #giveBack(caller: string, place: string): void {
    const running = keysOf(caller)[1]
    // When Redis is lost, the place frees itself.
    this.#context.link.run((redis) => redis.zrem(running, place)).catch(() => {})
  }
}

/** Both on the same shard of a cluster, by the part in braces. */
function keysOf(caller: string): [rate: string, running: string] {
  return [`${keyPrefix}:{${caller}}:rate`, `${keyPrefix}:{${caller}}:running`]
}

import { randomUUID } from 'node:crypto'
import { type Admission, CallerLimits, type LimitSettings, type Limits, once } from './caller-limits.ts'
import { type RedisLink, RedisLost } from './redis-link.ts'
import { keyPrefix } from './redis-store.ts'

const windowMs = 60_000

// One script, so that two replicas never both take the last slot. The slot of a replica that died expires after
// the longest time that a request can take.
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

/** What limits shared by several replicas need from outside. */
interface SharedLimitsContext {
  link: Pick<RedisLink, 'run'>
  now: () => number
  /** The last known number of replicas that share the limits. */
  replicas: () => number
  /** The longest that a request can hold its slot. */
  slotMs: number
  /** Names the limits, if a caller has several. */
  scope?: string
}

/** Counts a caller's requests over all replicas; while Redis is unavailable, each replica allows its share. */
export class SharedLimits implements Limits {
  readonly #settings: LimitSettings
  readonly #context: SharedLimitsContext
  #own: CallerLimits | null = null

  constructor(settings: LimitSettings, context: SharedLimitsContext) {
    this.#settings = settings
    this.#context = context
  }

  async enter(caller: string): Promise<Admission> {
    try {
      const admission = await this.#enterShared(caller)
      this.#own = null
      return admission
    } catch (error) {
      if (!(error instanceof RedisLost)) throw error
      return this.#enterAlone(caller)
    }
  }

  async #enterShared(caller: string): Promise<Admission> {
    const { requestsPerMinute, concurrency } = this.#settings
    const [rateKey, runningKey] = keysOf(caller, this.#context.scope)
    const slot = randomUUID()
    const values = [requestsPerMinute, concurrency, windowMs, Math.ceil(this.#context.slotMs), slot]
    const reply = await this.#context.link.run((redis) =>
      redis.eval(enterScript, 2, rateKey, runningKey, ...values),
    )
    const [rejection = 0, used = 0, leftMs = 0] = reply as number[]
    const remaining = Math.max(0, requestsPerMinute - used)
    const resetSeconds = Math.max(1, Math.ceil(leftMs / 1000))
    if (rejection === 1) return { allowed: false, reason: 'rate', remaining, resetSeconds }
    if (rejection === 2) return { allowed: false, reason: 'concurrency', remaining, resetSeconds: 1 }
    const release = once(() => {
      // If Redis is unavailable, the slot expires by itself.
      this.#context.link.run((redis) => redis.zrem(runningKey, slot)).catch(() => {})
    })
    return { allowed: true, remaining, resetSeconds, release }
  }

  #enterAlone(caller: string): Admission {
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
}

/** Both keys are on the same shard of a cluster because of the part in braces. */
function keysOf(caller: string, scope: string | undefined): [rate: string, running: string] {
  const start = `${keyPrefix}:{${caller}}${scope === undefined ? '' : `:${scope}`}`
  return [`${start}:rate`, `${start}:running`]
}

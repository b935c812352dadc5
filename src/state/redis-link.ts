import { Redis } from 'ioredis'

/** How long Redis may take for one command. */
export const usualCommandMs = 250
/** How long it is left alone after it failed. */
const aloneMs = 1_000

/** Thrown instead of asking a Redis that has just failed. */
export class RedisLost extends Error {}

/** What a link tells when Redis goes and when it comes back. */
interface LinkContext {
  now: () => number
  /** How long Redis may take for one command. */
  commandMs: number
  onLost: (error: Error) => void
  onFound: () => void
}

/** A connection to Redis that is never waited for longer than a moment. */
export class RedisLink {
  readonly redis: Redis
  readonly #context: LinkContext
  #tryAt: number | null = null
  #trying = false

  constructor(url: string, context: LinkContext) {
    this.#context = context
    this.redis = new Redis(url, optionsFor(context.commandMs))
    // Each command tells its own failure; without a listener the process would end.
    this.redis.on('error', () => {})
  }

  /** Settles when the first connection stands, or cannot be had for now. */
  async ready(): Promise<void> {
    if (this.redis.status === 'ready') return
    await new Promise<void>((resolve) => {
      this.redis.once('ready', resolve).once('close', resolve)
    })
  }

  get lost(): boolean {
    return this.#tryAt !== null
  }

  /** Runs a command, or fails within a moment; after a failure one command a second tries whether it is back. */
  async run<Result>(command: (redis: Redis) => Promise<Result>): Promise<Result> {
    if (this.#tryAt !== null && (this.#trying || this.#context.now() < this.#tryAt)) {
      throw new RedisLost('Redis is left alone for a moment')
    }
    const isTrial = this.#tryAt !== null
    this.#trying = isTrial
    try {
      const result = await within(this.#context.commandMs, command(this.redis))
      if (this.#tryAt !== null && isTrial) this.#found()
      return result
    } catch (error) {
      this.#fail(error instanceof Error ? error : new Error(String(error)))
      throw new RedisLost('Redis gave no answer', { cause: error })
    } finally {
      if (isTrial) this.#trying = false
    }
  }

  async close(): Promise<void> {
    this.redis.disconnect()
  }

  #found(): void {
    this.#tryAt = null
    this.#context.onFound()
  }

  #fail(error: Error): void {
    const wasLost = this.#tryAt !== null
    this.#tryAt = this.#context.now() + aloneMs
    if (!wasLost) this.#context.onLost(error)
  }
}

/** What a command gives, or a failure when Redis takes too long for it. */
async function within<Result>(commandMs: number, answer: Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>()
  const giveUp = () => late.reject(new Error(`no answer within ${commandMs} ms`))
  // When this process itself was busy, the answer may lie there unread: it gets a turn before time is called.
  const timer = setTimeout(() => setImmediate(giveUp), commandMs)
  try {
    return await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

const optionsFor = (commandMs: number) => ({
  // Only to forget what was given up long ago; how long a command is waited for is decided above.
  commandTimeout: 4 * commandMs,
  connectTimeout: 1_000,
  // A connection that the other side no longer knows is given up, not waited for.
  socketTimeout: 5_000,
  maxRetriesPerRequest: 1,
  enableOfflineQueue: false,
  retryStrategy: (times: number) => Math.min(100 * times, 1_000),
})

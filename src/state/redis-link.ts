import { Redis, ReplyError } from 'ioredis'

/** How long Redis may take for one command. */
export const defaultCommandMs = 250
/** How long no command is sent after a failure. */
const retryAfterMs = 1_000

/** Redis is unavailable: it did not answer, answered with an error, or failed less than a second ago. */
export class RedisLost extends Error {}

/** Redis did not answer a command in time. */
class CommandTimeout extends Error {}

// ioredis exports only this one; its parent class is also that of aborted commands.
const RedisError: typeof Error = Object.getPrototypeOf(ReplyError)

/** What a connection needs from outside, and whom it informs when Redis is lost and found. */
interface LinkContext {
  now: () => number
  /** How long Redis may take for one command. */
  commandMs: number
  onLost: (error: Error) => void
  onFound: () => void
}

/** A connection to Redis that answers or fails within `commandMs`. */
export class RedisLink {
  readonly redis: Redis
  readonly #context: LinkContext
  #retryAt: number | null = null
  #retrying = false

  constructor(url: string, context: LinkContext) {
    this.#context = context
    this.redis = new Redis(url, optionsFor(context.commandMs))
    // Each command reports its own failure; without a listener the process would end.
    this.redis.on('error', () => {})
  }

  /** Resolves when the first connection is ready or has failed. */
  async ready(): Promise<void> {
    if (this.redis.status === 'ready') return
    await new Promise<void>((resolve) => {
      this.redis.once('ready', resolve).once('close', resolve)
    })
  }

  get lost(): boolean {
    return this.#retryAt !== null
  }

  /**
   * Runs a command. Throws `RedisLost` if Redis is unavailable; then one command per second tests whether it is
   * back. Any other error of the command is thrown as it is.
   */
  async run<Result>(command: (redis: Redis) => Promise<Result>): Promise<Result> {
    if (this.#retryAt !== null && (this.#retrying || this.#context.now() < this.#retryAt)) {
      throw new RedisLost('Redis failed less than a second ago')
    }
    const isRetry = this.#retryAt !== null
    this.#retrying = isRetry
    try {
      const result = await within(this.#context.commandMs, command(this.redis))
      if (this.#retryAt !== null && isRetry) this.#found()
      return result
    } catch (error) {
      if (!isRedisFailure(error)) throw error
      this.#fail(error)
      throw new RedisLost('Redis did not answer', { cause: error })
    } finally {
      if (isRetry) this.#retrying = false
    }
  }

  async close(): Promise<void> {
    this.redis.disconnect()
  }

  #found(): void {
    this.#retryAt = null
    this.#context.onFound()
  }

  #fail(error: Error): void {
    const wasLost = this.#retryAt !== null
    this.#retryAt = this.#context.now() + retryAfterMs
    if (!wasLost) this.#context.onLost(error)
  }
}

/** Returns the result of a command, or fails if Redis takes too long. */
async function within<Result>(commandMs: number, answer: Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>()
  const giveUp = () => late.reject(new CommandTimeout(`no answer within ${commandMs} ms`))
  // If this process itself was busy, the answer may have arrived unread: one more turn of the event loop reads it.
  const timer = setTimeout(() => setImmediate(giveUp), commandMs)
  try {
    return await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

// ioredis has no class or code for these.
const connectionErrors =
  /^(?:Connection is closed|Stream isn't writeable|Command timed out|connect ETIMEDOUT|Socket timeout)/

/** Whether Redis or the connection failed, and not the code that used it. */
function isRedisFailure(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const { message } = error
  if (error instanceof CommandTimeout || error instanceof RedisError || 'syscall' in error) return true
  return connectionErrors.test(message)
}

const optionsFor = (commandMs: number) => ({
  // Frees the memory of commands that were given up; `run` decides how long a command may take.
  commandTimeout: 4 * commandMs,
  connectTimeout: 1_000,
  // Drops a connection that the other side no longer knows.
  socketTimeout: 5_000,
  maxRetriesPerRequest: 1,
  enableOfflineQueue: false,
  retryStrategy: (times: number) => Math.min(100 * times, 1_000),
})

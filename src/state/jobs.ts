import type { Job, Queue, Worker } from 'bullmq'
import type { Fault, ProblemCode } from '../core/errors.ts'
import type { Progress } from '../core/progress.ts'
import type { Encryption } from './encryption.ts'
import type { RedisLink } from './redis-link.ts'
import { keyPrefix } from './redis-store.ts'
import { countWorkers } from './replicas.ts'
import type { RankedWrite, Store } from './store.ts'

/** The states of a queued request. */
export const jobStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
type JobState = (typeof jobStates)[number]

/** A problem as it is stored with a failed request. */
export interface StoredProblem {
  code: ProblemCode
  detail: string
  retryAfter: number | null
  faults: Fault[]
}

/** The stored state of a queued request; only its caller can read it. */
export interface JobRecord {
  caller: string
  /** A keyed hash of the request: equal requests have equal hashes. */
  print: string
  /** The name of the binding of its idempotency key, if it has one. */
  binding?: string
  /** The caller must still be able to read this on the host before the result is returned. */
  about: { host: string; repoFullName: string; fromRef: string; toRef: string }
  state: JobState
  progress: Progress | null
  /** The answer as JSON. */
  text: string | null
  problem: StoredProblem | null
}

/** What a worker reports about a request. */
export type JobUpdate =
  | { state: 'running'; progress: Progress | null }
  | { state: 'done'; text: string }
  | { state: 'failed'; problem: StoredProblem }

/** One attempt to answer a request. */
export interface Attempt {
  id: string
  /** The request and its credentials as text. */
  payload: string
  /** The first attempt is 1; each further one has a higher number. */
  number: number
  /** Whether no other attempt follows. */
  last: boolean
}

/** How a worker behaves; tests use shorter times. */
export interface WorkerSettings {
  concurrency: number
  /** Another worker takes over a request whose worker did not renew its lock for this long. */
  lockMs: number
}

const queueName = 'requests'
const waitingMs = 24 * 60 * 60 * 1000
const resultMs = 60 * 60 * 1000
// Longer than the request that uses the key of a cancelled one again.
const cancelledMs = 2 * waitingMs
const attempts = 3
/** The rank of each state; a stored rank never falls. Attempt n has rank `queued + n`. */
const ranks = { queued: 1, failed: 1_000, done: 1_001, cancelled: 1_002 }
const defaultSettings: WorkerSettings = { concurrency: 8, lockMs: 15_000 }

/** The queue of requests that any worker answers later. */
export class Jobs {
  readonly #link: RedisLink
  readonly #url: string
  readonly #store: Store
  readonly #encryption: Encryption
  #queue: Promise<Queue> | null = null

  constructor(context: { link: RedisLink; url: string; store: Store; encryption: Encryption }) {
    this.#link = context.link
    this.#url = context.url
    this.#store = context.store
    this.#encryption = context.encryption
  }

  /** Whether a worker is running. */
  async canQueue(): Promise<boolean> {
    return (await countWorkers(this.#link)) > 0
  }

  /** Queues a request unless it is known. Its payload is encrypted and deleted when the request ends. */
  async add(id: string, record: JobRecord, payload: string): Promise<JobRecord> {
    const write = { rank: ranks.queued, maxReplacedRank: 0, milliseconds: waitingMs }
    const isNew = await this.#store.advance(recordKey(id), JSON.stringify(record), write)
    const known = isNew ? null : await this.read(id)
    // A queued one is added again: the replica that stored it may have died before adding it to the queue.
    if (known && (known.state !== 'queued' || known.print !== record.print)) return known
    const queue = await this.#openQueue()
    const sealed = this.#encryption.encrypt(payload, recordKey(id))
    await this.#link.run(() =>
      queue.add(
        'generate',
        { sealed },
        {
          jobId: id,
          attempts,
          backoff: { type: 'exponential', delay: 1_000 },
          removeOnComplete: true,
          removeOnFail: true,
        },
      ),
    )
    return known ?? record
  }

  async read(id: string): Promise<JobRecord | null> {
    const text = await this.#store.get(recordKey(id))
    return text === null ? null : (JSON.parse(text) as JobRecord)
  }

  /** Whether a request that has no result yet is still in the queue. */
  async isAlive(id: string): Promise<boolean> {
    const queue = await this.#openQueue()
    return (await this.#link.run(() => queue.getJob(id))) !== undefined
  }

  /** Cancels a request: removes it from the queue, stops it if it runs, and deletes its result. */
  async cancel(id: string, record: JobRecord): Promise<void> {
    const cancelled: JobRecord = { ...record, state: 'cancelled', progress: null, text: null, problem: null }
    const write = { rank: ranks.cancelled, maxReplacedRank: ranks.cancelled, milliseconds: cancelledMs }
    await this.#store.advance(recordKey(id), JSON.stringify(cancelled), write)
    const queue = await this.#openQueue()
    // A running job is locked and cannot be removed; its worker reads the record and stops.
    await queue.remove(id).catch(() => 0)
  }

  /** Saves what an attempt reports, unless the request was cancelled or another attempt has advanced further. */
  async update(
    id: string,
    attempt: number,
    update: JobUpdate,
  ): Promise<'saved' | 'cancelled' | 'superseded'> {
    const record = await this.read(id)
    if (!record || record.state === 'cancelled') return 'cancelled'
    // Only fields that never change are copied: the record may be out of date by now.
    const next: JobRecord = { ...record, progress: null, text: null, problem: null, ...update }
    const write = rankedWrite(update.state, attempt)
    if (await this.#store.advance(recordKey(id), JSON.stringify(next), write)) return 'saved'
    const now = await this.read(id)
    return !now || now.state === 'cancelled' ? 'cancelled' : 'superseded'
  }

  /** Takes requests from the queue until `end` is called. */
  async work(
    run: (attempt: Attempt) => Promise<void>,
    settings: WorkerSettings = defaultSettings,
  ): Promise<{ end: () => Promise<void> }> {
    const { Worker } = await import('bullmq')
    const { Redis } = await import('ioredis')
    const connection = new Redis(this.#url, { maxRetriesPerRequest: null })
    connection.on('error', () => {})
    const worker: Worker = new Worker(queueName, (job: Job) => this.#runOne(job, run), {
      connection,
      prefix: `${keyPrefix}-jobs`,
      concurrency: settings.concurrency,
      lockDuration: settings.lockMs,
      stalledInterval: settings.lockMs,
      maxStalledCount: attempts - 1,
    })
    // The worker reconnects by itself; without a listener the process would end.
    worker.on('error', () => {})
    return {
      end: async () => {
        await worker.close()
        connection.disconnect()
      },
    }
  }

  async close(): Promise<void> {
    await (await this.#queue)?.close()
  }

  async #runOne(job: Job, run: (attempt: Attempt) => Promise<void>): Promise<void> {
    const id = job.id!
    const payload = this.#encryption.decrypt(String(job.data.sealed), recordKey(id))
    // Encrypted with an unknown secret: it can never be answered.
    if (payload === null) return
    await run({ id, payload, number: job.attemptsStarted, last: job.attemptsMade + 1 >= attempts })
  }

  #openQueue(): Promise<Queue> {
    this.#queue ??= createQueue(this.#link)
    return this.#queue
  }
}

// The bundler leaves out the rest of BullMQ because these imports name what they use.
async function createQueue(link: RedisLink): Promise<Queue> {
  const { Queue } = await import('bullmq')
  return new Queue(queueName, { connection: link.redis, prefix: `${keyPrefix}-jobs` })
}

/** A result of any attempt counts; a failure counts only if no later attempt has begun. */
function rankedWrite(state: JobUpdate['state'], attempt: number): RankedWrite {
  const running = ranks.queued + attempt
  if (state === 'running') return { rank: running, maxReplacedRank: running, milliseconds: waitingMs }
  const maxReplacedRank = state === 'failed' ? running : ranks.done
  return { rank: ranks[state], maxReplacedRank, milliseconds: resultMs }
}

function recordKey(id: string): string {
  return `job:${id}`
}

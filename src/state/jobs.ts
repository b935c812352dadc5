import type { Job, Queue, Worker } from 'bullmq'
import type { Fault, ProblemCode } from '../errors.ts'
import type { Progress } from '../types/world.ts'
import type { RedisLink } from './redis-link.ts'
import { keyPrefix } from './redis-store.ts'
import { countWorkers } from './replicas.ts'
import type { Seal } from './seal.ts'
import type { Store } from './store.ts'

/** How far a queued request is. */
export const jobStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
type JobState = (typeof jobStates)[number]

/** A problem as it is kept until somebody asks. */
export interface KeptProblem {
  code: ProblemCode
  detail: string
  retryAfter: number | null
  faults: Fault[]
}

/** What is known of a queued request; only its caller is told. */
export interface JobRecord {
  caller: string
  /** What was asked, as a keyed hash: the same for the same request. */
  print: string
  /** What the host must still show to the caller before the result is told. */
  about: { host: string; repoFullName: string; fromRef: string; toRef: string }
  state: JobState
  progress: Progress | null
  /** The answer as JSON. */
  text: string | null
  problem: KeptProblem | null
}

/** How a worker behaves; a test may be in more of a hurry. */
export interface WorkerSettings {
  concurrency: number
  /** After this long without a sign of life a worker's request is taken over by another. */
  lockMs: number
}

const queueName = 'requests'
const waitingMs = 24 * 60 * 60 * 1000
const resultMs = 60 * 60 * 1000
const attempts = 3
const usualSettings: WorkerSettings = { concurrency: 8, lockMs: 15_000 }

/** Requests that are answered later: put into a queue here, taken out of it by any worker. */
export class Jobs {
  readonly #link: RedisLink
  readonly #url: string
  readonly #store: Store
  readonly #seal: Seal
  #queue: Promise<Queue> | null = null

  constructor(world: { link: RedisLink; url: string; store: Store; seal: Seal }) {
    this.#link = world.link
    this.#url = world.url
    this.#store = world.store
    this.#seal = world.seal
  }

  /** Whether somebody is there to do what is queued. */
  async canQueue(): Promise<boolean> {
    return (await countWorkers(this.#link)) > 0
  }

  /** Queues a request; its credentials are sealed, and gone when it ends. */
  async add(id: string, record: JobRecord, secretWords: string): Promise<void> {
    await this.#write(id, record)
    const queue = await this.#openQueue()
    const sealed = this.#seal.seal(secretWords, placeOf(id))
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
  }

  async read(id: string): Promise<JobRecord | null> {
    const text = await this.#store.get(placeOf(id))
    return text === null ? null : (JSON.parse(text) as JobRecord)
  }

  /** Whether a request that is not answered yet still has somebody to answer it. */
  async isAlive(id: string): Promise<boolean> {
    const queue = await this.#openQueue()
    return (await this.#link.run(() => queue.getJob(id))) !== undefined
  }

  /** Ends a request: what waits is taken out of the queue, what runs is stopped, a result is forgotten. */
  async cancel(id: string, record: JobRecord): Promise<void> {
    const over = { ...record, state: 'cancelled' as const, progress: null, text: null, problem: null }
    await this.#write(id, over)
    const queue = await this.#openQueue()
    // A worker that has it holds a lock on it; it looks at the record and stops by itself.
    await queue.remove(id).catch(() => 0)
  }

  /** Notes how far it is, unless it was cancelled meanwhile; tells whether it was. */
  async note(id: string, change: Partial<JobRecord>): Promise<'noted' | 'cancelled'> {
    const record = await this.read(id)
    if (!record || record.state === 'cancelled') return 'cancelled'
    await this.#write(id, { ...record, ...change })
    return 'noted'
  }

  /** Takes requests out of the queue until it is ended; `last` says that there will be no other attempt. */
  async work(
    run: (id: string, secretWords: string, last: boolean) => Promise<void>,
    settings: WorkerSettings = usualSettings,
  ): Promise<{ end: () => Promise<void> }> {
    const [{ Worker }, { Redis }] = await Promise.all([import('bullmq'), import('ioredis')])
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
    // Redis may come and go; the worker goes on when it is back.
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

  async #runOne(
    job: Job,
    run: (id: string, secretWords: string, last: boolean) => Promise<void>,
  ): Promise<void> {
    const id = job.id!
    const secretWords = this.#seal.open(String(job.data.sealed), placeOf(id))
    // Sealed with a secret that nobody has any more, or not by us: there is nothing to be done with it.
    if (secretWords === null) return
    await run(id, secretWords, job.attemptsMade + 1 >= attempts)
  }

  #write(id: string, record: JobRecord): Promise<void> {
    const isOver = record.state !== 'queued' && record.state !== 'running'
    return this.#store.set(placeOf(id), JSON.stringify(record), isOver ? resultMs : waitingMs)
  }

  #openQueue(): Promise<Queue> {
    this.#queue ??= import('bullmq').then(
      ({ Queue }) => new Queue(queueName, { connection: this.#link.redis, prefix: `${keyPrefix}-jobs` }),
    )
    return this.#queue
  }
}

function placeOf(id: string): string {
  return `job:${id}`
}

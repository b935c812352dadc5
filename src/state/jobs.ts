import type { Job, Queue, Worker } from 'bullmq'
import type { Fault, ProblemCode } from '../core/errors.ts'
import type { Progress } from '../core/progress.ts'
import type { Encryption } from './encryption.ts'
import type { RedisLink } from './redis-link.ts'
import { keyPrefix } from './redis-store.ts'
import { countWorkers } from './replicas.ts'
import type { Step, Store } from './store.ts'

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

/** What a worker has to say of a request. */
export type JobNote =
  | { state: 'running'; progress: Progress | null }
  | { state: 'done'; text: string }
  | { state: 'failed'; problem: KeptProblem }

/** One attempt to answer a request. */
export interface Attempt {
  id: string
  secretWords: string
  /** The first is 1; whoever takes over has a higher number than the one before. */
  number: number
  /** Whether there will be no other. */
  last: boolean
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
/** How far a request is, as a number that never falls; between the first two lie the attempts. */
const ranks = { queued: 1, failed: 1_000, done: 1_001, cancelled: 1_002 }
const usualSettings: WorkerSettings = { concurrency: 8, lockMs: 15_000 }

/** Requests that are answered later: put into a queue here, taken out of it by any worker. */
export class Jobs {
  readonly #link: RedisLink
  readonly #url: string
  readonly #store: Store
  readonly #seal: Encryption
  #queue: Promise<Queue> | null = null

  constructor(context: { link: RedisLink; url: string; store: Store; seal: Encryption }) {
    this.#link = context.link
    this.#url = context.url
    this.#store = context.store
    this.#seal = context.seal
  }

  /** Whether somebody is there to do what is queued. */
  async canQueue(): Promise<boolean> {
    return (await countWorkers(this.#link)) > 0
  }

  /** Queues a request, unless it is known; its credentials are sealed, and gone when it ends. */
  async add(id: string, record: JobRecord, secretWords: string): Promise<JobRecord> {
    const step = { rank: ranks.queued, over: 0, milliseconds: waitingMs }
    const isNew = await this.#store.advance(placeOf(id), JSON.stringify(record), step)
    const known = isNew ? null : await this.read(id)
    // One that is queued is put there again: whoever wrote it down may have ended before it was.
    if (known && (known.state !== 'queued' || known.print !== record.print)) return known
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
    return known ?? record
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
    const ended: JobRecord = { ...record, state: 'cancelled', progress: null, text: null, problem: null }
    const step = { rank: ranks.cancelled, over: ranks.cancelled, milliseconds: resultMs }
    await this.#store.advance(placeOf(id), JSON.stringify(ended), step)
    const queue = await this.#openQueue()
    // A worker that has it holds a lock on it; it looks at the record and stops by itself.
    await queue.remove(id).catch(() => 0)
  }

  /** Notes what an attempt has to say, unless the request was cancelled or got further by another attempt. */
  async note(id: string, attempt: number, note: JobNote): Promise<'noted' | 'cancelled' | 'overtaken'> {
    const record = await this.read(id)
    if (!record || record.state === 'cancelled') return 'cancelled'
    // Only what never changes is taken from what was read: it may be old news by now.
    const next: JobRecord = { ...record, progress: null, text: null, problem: null, ...note }
    const step = stepOf(note.state, attempt)
    if (await this.#store.advance(placeOf(id), JSON.stringify(next), step)) return 'noted'
    const now = await this.read(id)
    return !now || now.state === 'cancelled' ? 'cancelled' : 'overtaken'
  }

  /** Takes requests out of the queue until it is ended. */
  async work(
    run: (attempt: Attempt) => Promise<void>,
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

  async #runOne(job: Job, run: (attempt: Attempt) => Promise<void>): Promise<void> {
    const id = job.id!
    const secretWords = this.#seal.open(String(job.data.sealed), placeOf(id))
    // Sealed with a secret that nobody has any more, or not by us: there is nothing to be done with it.
    if (secretWords === null) return
    await run({ id, secretWords, number: job.attemptsStarted, last: job.attemptsMade + 1 >= attempts })
  }

  #openQueue(): Promise<Queue> {
    this.#queue ??= import('bullmq').then(
      ({ Queue }) => new Queue(queueName, { connection: this.#link.redis, prefix: `${keyPrefix}-jobs` }),
    )
    return this.#queue
  }
}

/** A result is good whoever brings it; a failure counts only while nobody else is at work. */
function stepOf(state: JobNote['state'], attempt: number): Step {
  const running = ranks.queued + attempt
  if (state === 'running') return { rank: running, over: running, milliseconds: waitingMs }
  const over = state === 'failed' ? running : ranks.done
  return { rank: ranks[state], over, milliseconds: resultMs }
}

function placeOf(id: string): string {
  return `job:${id}`
}

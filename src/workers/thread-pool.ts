import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { Problem } from '../core/errors.ts'
import { type HeavyOptions, type HeavyTask, type RunHeavy, runInline } from '../core/heavy-work.ts'
import { asError, type ThreadReply, type ThreadRequest } from './thread-messages.ts'

/** How many threads a pool has, and how much may wait for them. */
export interface PoolSettings {
  threads: number
  maxWaiting: number
  /** How long a thread whose caller has left may finish by itself: starting another one takes longer. */
  graceMs: number
  /** A thread that has had nothing to do for this long is ended, which frees its memory. */
  idleMs: number
  maxMegabytes: number
  /** The program of the threads. */
  program: URL
}

interface WaitingTask extends ThreadRequest {
  caller: string
  transfer: ArrayBuffer[]
  start: (thread: Thread) => void
}

/** Runs heavy tasks in threads, in turns by caller. A thread that dies fails one task and is replaced. */
export class ThreadPool {
  readonly #settings: PoolSettings
  readonly #threads = new Set<Thread>()
  readonly #waiting = new Map<string, WaitingTask[]>()
  #waitingCount = 0

  constructor(settings: Partial<PoolSettings> = {}) {
    this.#settings = {
      // Two at least, so that one long task does not stop the others; one core stays for the event loop.
      threads: Math.max(2, availableParallelism() - 1),
      maxWaiting: 100,
      graceMs: 1_000,
      idleMs: 60_000,
      maxMegabytes: 1024,
      program: threadProgram(),
      ...settings,
    }
  }

  /** How many tasks wait for a thread. */
  get waiting(): number {
    return this.#waitingCount
  }

  /** Whether the next task would be rejected. */
  get isFull(): boolean {
    return this.#waitingCount >= this.#settings.maxWaiting
  }

  /** Runs a task in a thread, or in the calling one if it is small. */
  readonly run: RunHeavy = async (task, input, options) => {
    options.signal.throwIfAborted()
    if (task.sizeOf(input) < task.inlineBelow) return runInline(task, input, options)
    return this.#runInThread(task, input, options)
  }

  /** Ends all threads; what they work on fails. */
  async close(): Promise<void> {
    await Promise.all([...this.#threads].map((thread) => thread.end()))
  }

  #runInThread<Input, Output>(
    task: HeavyTask<Input, Output>,
    input: Input,
    { signal, caller, transfer = [] }: HeavyOptions,
  ): Promise<Output> {
    if (this.isFull) throw tooManyTasks(this.#waitingCount)
    return new Promise((resolve, reject) => {
      let thread: Thread | null = null
      const waiting: WaitingTask = {
        ...{ task: task.name, input, transfer, caller: caller ?? '' },
        start: (chosen) => {
          thread = chosen
          chosen.run(waiting, (error, output) => {
            signal.removeEventListener('abort', stop)
            if (error) reject(error)
            else resolve(output as Output)
            this.#startNext()
          })
        },
      }
      const stop = () => {
        if (thread) thread.abandon(this.#settings.graceMs)
        else this.#remove(waiting)
        reject(signal.reason)
      }
      signal.addEventListener('abort', stop, { once: true })
      this.#add(waiting)
      this.#startNext()
    })
  }

  #add(task: WaitingTask): void {
    const others = this.#waiting.get(task.caller)
    if (others) others.push(task)
    else this.#waiting.set(task.caller, [task])
    this.#waitingCount += 1
  }

  #remove(task: WaitingTask): void {
    const left = this.#waiting.get(task.caller)?.filter((each) => each !== task) ?? []
    if (left.length === 0) this.#waiting.delete(task.caller)
    else this.#waiting.set(task.caller, left)
    this.#waitingCount -= 1
  }

  #startNext(): void {
    while (this.#waitingCount > 0) {
      const thread = this.#freeThread()
      if (!thread) return
      this.#takeNext().start(thread)
    }
  }

  /** The next task of the caller whose turn it is; the caller goes to the end of the line. */
  #takeNext(): WaitingTask {
    const [caller, [task, ...others]] = this.#waiting.entries().next().value as [
      string,
      [WaitingTask, ...WaitingTask[]],
    ]
    this.#waiting.delete(caller)
    if (others.length > 0) this.#waiting.set(caller, others)
    this.#waitingCount -= 1
    return task
  }

  #freeThread(): Thread | null {
    for (const thread of this.#threads) if (thread.isFree) return thread
    if (this.#threads.size >= this.#settings.threads) return null
    const thread = new Thread(this.#settings, () => {
      this.#threads.delete(thread)
      this.#startNext()
    })
    this.#threads.add(thread)
    return thread
  }
}

type Settle = (error: Error | null, output: unknown) => void

/** One thread of a pool, with at most one task. */
class Thread {
  readonly #worker: Worker
  readonly #settings: PoolSettings
  #settle: Settle | null = null
  #idle: NodeJS.Timeout | null = null
  #grace: NodeJS.Timeout | null = null
  #isEnding = false

  constructor(settings: PoolSettings, onEnd: () => void) {
    this.#settings = settings
    this.#worker = new Worker(settings.program, {
      resourceLimits: { maxOldGenerationSizeMb: settings.maxMegabytes },
      env: {},
      stdout: true,
      stderr: true,
    })
    // A pool without work does not keep the process running.
    this.#worker.unref()
    this.#worker.on('message', (reply: ThreadReply) =>
      'failure' in reply ? this.#end(asError(reply.failure), null) : this.#end(null, reply.output),
    )
    this.#worker.on('messageerror', (error) => this.#end(error, null))
    this.#worker.on('error', (error) => {
      this.#isEnding = true
      this.#end(asThreadProblem(error, settings.maxMegabytes), null)
    })
    this.#worker.once('exit', () => {
      this.#isEnding = true
      this.#clearTimers()
      onEnd()
      this.#end(new Problem('internal', threadEnded), null)
    })
  }

  get isFree(): boolean {
    return this.#settle === null && !this.#isEnding
  }

  run({ task, input, transfer }: WaitingTask, settle: Settle): void {
    this.#clearTimers()
    this.#settle = settle
    this.#worker.ref()
    try {
      this.#worker.postMessage({ task, input } satisfies ThreadRequest, transfer)
    } catch (error) {
      this.#end(error as Error, null)
    }
  }

  /** No caller waits for the task any more. */
  abandon(graceMs: number): void {
    this.#grace = setTimeout(() => void this.end(), graceMs)
    this.#grace.unref()
  }

  async end(): Promise<void> {
    this.#isEnding = true
    this.#worker.ref()
    await this.#worker.terminate()
  }

  #end(error: Error | null, output: unknown): void {
    const settle = this.#settle
    this.#settle = null
    this.#clearTimers()
    this.#worker.unref()
    if (!this.#isEnding) {
      this.#idle = setTimeout(() => void this.end(), this.#settings.idleMs)
      this.#idle.unref()
    }
    settle?.(error, output)
  }

  #clearTimers(): void {
    if (this.#idle) clearTimeout(this.#idle)
    if (this.#grace) clearTimeout(this.#grace)
  }
}

const threadEnded =
  'The thread that handled this request ended unexpectedly. Other requests are not affected; send the request again, and report it if it fails again.'

function asThreadProblem(error: Error, maxMegabytes: number): Problem {
  if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY')
    return new Problem('internal', threadEnded, { cause: error })
  return new Problem(
    'range_too_large',
    `The request needs more than ${maxMegabytes} MB of memory. Choose a smaller range.`,
    { cause: error },
  )
}

function tooManyTasks(waiting: number): Problem {
  return new Problem(
    'overloaded',
    `${waiting} large requests are already waiting for the processor. Wait a few seconds and send the request again.`,
    { retryAfter: 5 },
  )
}

/** The program of the threads: beside this file, or in the package beside its other files. */
function threadProgram(): URL {
  const own = import.meta.url
  if (own.endsWith('.ts')) return new URL('./heavy-worker.ts', own)
  return new URL(own.includes('/parts/') ? '../heavy-worker.js' : './heavy-worker.js', own)
}

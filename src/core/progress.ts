import type { FallbackChange } from './answer.ts'
import type { Deadline } from './deadline.ts'
import type { ModelPlan, ModelUsage } from './gateway.ts'

/** The stages of a generation, in their order. */
export const stages = ['resolve', 'collect', 'curate', 'write', 'verify', 'render'] as const
export type Stage = (typeof stages)[number]

/** How far a generation has come. */
export interface Progress {
  stage: Stage
  done: number
  total: number | null
  /** The estimate, reported before the language model is called. */
  plan?: ModelPlan
  /** What the language model has used so far, reported while it writes. */
  spent?: ModelUsage & { calls: number }
  /** The change that the rules write in the model's place, and why. */
  fallback?: FallbackChange
}

/**
 * Ends the running stage and starts the next; `null` starts none, and a stage that is running already continues.
 * Rejects when the caller has left.
 */
export type StageReporter = (stage: Stage | null, total: number | null) => Promise<void>

/** What reporting stages needs. */
export interface ProgressContext extends Pick<Deadline, 'signal'> {
  stageQueue: StageQueue
  onProgress: (progress: Progress) => void
}

/** Reports the beginning and the end of each stage to `onProgress`. */
export function reportStages({ signal, stageQueue, onProgress }: ProgressContext): StageReporter {
  let running: { stage: Stage; total: number | null } | null = null
  return async (stage, total) => {
    await stageQueue.nextTurn()
    signal.throwIfAborted()
    if (running && running.stage === stage) return
    if (running?.total) onProgress({ ...running, done: running.total })
    running = stage && { stage, total }
    if (running) onProgress({ ...running, done: 0 })
  }
}

/**
 * Starts one stage per round of the event loop. The pure stages block the event loop, so a process has one queue for
 * all its generations, and handles responses and new requests between two stages.
 */
export class StageQueue {
  readonly #waiting: { start: () => void; since: number }[] = []

  /** Resolves when it is the turn of the next stage. */
  nextTurn(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ start: resolve, since: performance.now() })
      if (this.#waiting.length === 1) setImmediate(this.#startOne)
    })
  }

  /** Returns how long the next stage has waited for its turn, in milliseconds. */
  lateBy(): number {
    const [next] = this.#waiting
    return next === undefined ? 0 : performance.now() - next.since
  }

  readonly #startOne = (): void => {
    this.#waiting.shift()?.start()
    if (this.#waiting.length > 0) setImmediate(this.#startOne)
  }
}

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
}

/**
 * Ends the running stage and starts the next; `null` starts none, and a stage that is running already continues.
 * Rejects when the caller has left.
 */
export type StageReporter = (stage: Stage | null, total: number | null) => Promise<void>

/** What reporting stages needs. */
export interface ProgressContext extends Pick<Deadline, 'signal'> {
  onProgress: (progress: Progress) => void
}

/** Reports the beginning and the end of each stage to `onProgress`. */
export function reportStages({ signal, onProgress }: ProgressContext): StageReporter {
  let running: { stage: Stage; total: number | null } | null = null
  return async (stage, total) => {
    await nextTurn()
    signal.throwIfAborted()
    if (running && running.stage === stage) return
    if (running?.total) onProgress({ ...running, done: running.total })
    running = stage && { stage, total }
    if (running) onProgress({ ...running, done: 0 })
  }
}

// The pure stages block the event loop. One queue for the whole process starts one stage per round of the event
// loop, so that responses and new requests are handled between two stages.
const waiting: { go: () => void; since: number }[] = []

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push({ go: resolve, since: performance.now() })
    if (waiting.length === 1) setImmediate(letOneGo)
  })
}

function letOneGo(): void {
  waiting.shift()!.go()
  if (waiting.length > 0) setImmediate(letOneGo)
}

/** Returns how long the next stage has waited for its turn, in milliseconds. */
export function turnsLateBy(): number {
  return waiting.length === 0 ? 0 : performance.now() - waiting[0]!.since
}

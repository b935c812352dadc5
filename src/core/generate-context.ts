import type { Entry } from './entry.ts'
import type { Gateway, ModelPlan, ModelUsage } from './gateway.ts'
import type { Host } from './host.ts'
import type { Deadline } from './time-left.ts'

/** The steps of a generation, in their order. */
export const stages = ['resolve', 'collect', 'curate', 'write', 'verify', 'render'] as const
export type Stage = (typeof stages)[number]

/** A sign of life while an answer is made. */
export interface Progress {
  stage: Stage
  done: number
  total: number | null
  /** Before a language model is asked: what that will take. */
  plan?: ModelPlan
  /** While it is asked: what it has taken so far. */
  spent?: ModelUsage & { calls: number }
}

/** What a generation needs from outside. */
export interface GenerateContext extends Deadline {
  host: Host
  token: string | null
  /** The language model to ask; null when the rules write. */
  gateway: Gateway | null
  maxCommits: number
  onProgress: (progress: Progress) => void
  onEntry: (entry: Entry) => void
  /** What was made once under these words; it is made when it is not known. */
  memoize: <Made>(words: string[], make: () => Promise<Made>) => Promise<Made>
}

import type { Deadline } from './deadline.ts'
import type { Entry } from './entry.ts'
import type { Gateway } from './gateway.ts'
import type { RunHeavy } from './heavy-work.ts'
import type { Host } from './host.ts'
import type { Progress, StageQueue } from './progress.ts'

/** The dependencies of a generation. */
export interface GenerateContext extends Deadline {
  host: Host
  token: string | null
  /** The language model to use; null when the rules write. */
  gateway: Gateway | null
  maxCommits: number
  stageQueue: StageQueue
  /** Runs heavy work; by default in this thread. */
  runHeavy?: RunHeavy | undefined
  onProgress: (progress: Progress) => void
  onEntry: (entry: Entry) => void
  memoize: Memoize
  /** How many steps the patterns of a configuration may take; by default as many as a service allows. */
  maxMatchSteps?: number
}

/** Returns the cached value for a key of several parts, or makes and caches it. */
export type Memoize = <Made>(key: string[], make: () => Promise<Made>) => Promise<Made>

/** For a process that makes one request: nothing is cached. */
export const noCache: Memoize = (_input, make) => make()

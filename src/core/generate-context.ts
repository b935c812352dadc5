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

/**
 * Returns the cached value for a key of several parts, or makes and caches it. With a shared form, other callers and
 * replicas get it too: then the key must contain something that only readers of the repository know.
 */
export type Memoize = <Made>(
  key: string[],
  make: () => Promise<Made>,
  shared?: SharedForm<Made>,
) => Promise<Made>

/** How a value is written for other replicas. */
export interface SharedForm<Made> {
  write: (made: Made) => Promise<string>
  read: (text: string) => Promise<Made>
}

/** For a process that makes one request: nothing is cached. */
export const noCache: Memoize = (_input, make) => make()

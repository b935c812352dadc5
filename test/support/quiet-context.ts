import type { World } from '../../src/core/generate-context.ts'
import { remembersNothing } from '../../src/state/no-cache.ts'

/** A generation that nobody watches: by the rules, with time enough, and without a memory. */
export const unwatched: Omit<World, 'host' | 'token'> = {
  gateway: null,
  maxCommits: 5000,
  signal: new AbortController().signal,
  deadlineAt: Number.POSITIVE_INFINITY,
  onProgress: () => {},
  onEntry: () => {},
  remember: remembersNothing,
}

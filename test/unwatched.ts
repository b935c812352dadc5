import { remembersNothing } from '../src/state/remembers-nothing.ts'
import type { World } from '../src/types/world.ts'

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

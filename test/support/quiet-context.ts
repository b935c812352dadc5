import type { GenerateContext } from '../../src/core/generate-context.ts'
import { noCache } from '../../src/state/no-cache.ts'

/** A generation that nobody watches: by the rules, with time enough, and without a memory. */
export const unwatched: Omit<GenerateContext, 'host' | 'token'> = {
  gateway: null,
  maxCommits: 5000,
  signal: new AbortController().signal,
  deadlineAt: Number.POSITIVE_INFINITY,
  onProgress: () => {},
  onEntry: () => {},
  memoize: noCache,
}

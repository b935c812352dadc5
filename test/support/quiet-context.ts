import { type GenerateContext, noCache } from '../../src/core/generate-context.ts'
import { StageQueue } from '../../src/core/progress.ts'

/** A context without a model, a deadline, progress reports or a cache. */
export const quietContext: Omit<GenerateContext, 'host' | 'token'> = {
  gateway: null,
  maxCommits: 5000,
  signal: new AbortController().signal,
  deadlineAt: Number.POSITIVE_INFINITY,
  stageQueue: new StageQueue(),
  onProgress: () => {},
  onEntry: () => {},
  memoize: noCache,
}

import type { Memoize } from '../core/generate-context.ts'

/** For who asks once and is gone: everything is made anew. */
export const noCache: Memoize = (_words, make) => make()

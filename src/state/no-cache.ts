import type { Memoize } from '../core/generate-context.ts'

/** For a process that makes one request: nothing is cached. */
export const noCache: Memoize = (_input, make) => make()

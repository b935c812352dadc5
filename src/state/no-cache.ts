import type { GenerateContext } from '../core/generate-context.ts'

/** For who asks once and is gone: everything is made anew. */
export const noCache: GenerateContext['memoize'] = (_words, make) => make()

import type { World } from '../core/generate-context.ts'

/** For who asks once and is gone: everything is made anew. */
export const remembersNothing: World['remember'] = (_words, make) => make()

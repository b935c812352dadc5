import { createHmac } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { GenerateContext } from '../core/generate-context.ts'

const maxResults = 50

/** Keeps the most recently used results of expensive work, by caller and input. */
export class MemoCache {
  readonly #secret: string
  readonly #results = new LRUCache<string, { result: unknown }>({ max: maxResults })

  constructor(secret: string) {
    this.#secret = secret
  }

  /** Returns the cache of one caller; no caller gets a result that was made with the token of another. */
  of(caller: string): GenerateContext['memoize'] {
    return async <Result>(input: string[], make: () => Promise<Result>): Promise<Result> => {
      const key = createHmac('sha256', this.#secret)
        .update(JSON.stringify([caller, ...input]))
        .digest('base64url')
      const known = this.#results.get(key) as { result: Result } | undefined
      if (known) return known.result
      const result = await make()
      this.#results.set(key, { result })
      return result
    }
  }
}

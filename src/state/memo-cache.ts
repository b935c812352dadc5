import { createHmac } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Memoize, SharedForm } from '../core/generate-context.ts'
import type { Store } from './store.ts'

const maxResults = 50
const keepMs = 24 * 60 * 60 * 1000

/** Keeps the most recently used results of expensive work, by caller and input. */
export class MemoCache {
  readonly #secret: string
  readonly #store: Pick<Store, 'get' | 'set'> | null
  readonly #results = new LRUCache<string, { result: unknown }>({ max: maxResults })

  /** With a store, results that have a shared form are kept for other replicas too. */
  constructor(secret: string, store: Pick<Store, 'get' | 'set'> | null = null) {
    this.#secret = secret
    this.#store = store
  }

  /** Returns the cache of one caller; no caller gets a result of another unless it has a shared form. */
  of(caller: string): Memoize {
    return async <Result>(
      input: string[],
      make: () => Promise<Result>,
      shared?: SharedForm<Result>,
    ): Promise<Result> => {
      const key = createHmac('sha256', this.#secret)
        .update(JSON.stringify(shared ? ['shared', ...input] : [caller, ...input]))
        .digest('base64url')
      const known = this.#results.get(key) as { result: Result } | undefined
      if (known) return known.result
      const result = shared ? await this.#share(`memo:${key}`, make, shared) : await make()
      this.#results.set(key, { result })
      return result
    }
  }

  async #share<Result>(
    key: string,
    make: () => Promise<Result>,
    { read, write }: SharedForm<Result>,
  ): Promise<Result> {
    const stored = await this.#store?.get(key)
    if (stored) return read(stored)
    const result = await make()
    if (this.#store) await this.#store.set(key, await write(result), keepMs)
    return result
  }
}

import { RedisLost } from './redis-link.ts'
import type { RankedWrite, Store } from './store.ts'

/** Uses the shared store, and the store of this process while Redis is unavailable. */
export class FallbackStore implements Store {
  readonly #shared: Store
  readonly #own: Store

  constructor(shared: Store, own: Store) {
    this.#shared = shared
    this.#own = own
  }

  get(key: string): Promise<string | null> {
    return this.#either((store) => store.get(key))
  }

  set(key: string, value: string, milliseconds: number): Promise<void> {
    return this.#either((store) => store.set(key, value, milliseconds))
  }

  delete(key: string): Promise<void> {
    return this.#either((store) => store.delete(key))
  }

  advance(key: string, value: string, write: RankedWrite): Promise<boolean> {
    return this.#either((store) => store.advance(key, value, write))
  }

  claim(lease: string, holder: string, milliseconds: number): Promise<boolean> {
    return this.#either((store) => store.claim(lease, holder, milliseconds))
  }

  holderOf(lease: string): Promise<string | null> {
    return this.#either((store) => store.holderOf(lease))
  }

  renew(lease: string, holder: string, milliseconds: number): Promise<boolean> {
    return this.#either((store) => store.renew(lease, holder, milliseconds))
  }

  async release(lease: string, holder: string): Promise<void> {
    // The lease may have been taken before Redis was lost, or while it was.
    await Promise.all([
      this.#own.release(lease, holder),
      this.#either((store) => store.release(lease, holder)),
    ])
  }

  async #either<Result>(act: (store: Store) => Promise<Result>): Promise<Result> {
    try {
      return await act(this.#shared)
    } catch (error) {
      if (!(error instanceof RedisLost)) throw error
      return act(this.#own)
    }
  }
}

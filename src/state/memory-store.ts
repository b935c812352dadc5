import { LRUCache } from 'lru-cache'
import type { RankedWrite, Store } from './store.ts'

interface StoredValue {
  value: string
  until: number
  rank?: number
}

const defaultMaxBytes = 64 * 1024 * 1024

/** Shares within one process; the least recently used values go when there are too many bytes. */
export class MemoryStore implements Store {
  readonly #now: () => number
  readonly #values: LRUCache<string, StoredValue>
  readonly #leases = new Map<string, StoredValue>()

  constructor(now: () => number, maxBytes = defaultMaxBytes) {
    this.#now = now
    this.#values = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ value }, key) => 2 * (key.length + value.length),
    })
  }

  async get(key: string): Promise<string | null> {
    const kept = this.#values.get(key)
    if (!kept) return null
    if (kept.until > this.#now()) return kept.value
    this.#values.delete(key)
    return null
  }

  async set(key: string, value: string, milliseconds: number): Promise<void> {
    this.#values.set(key, { value, until: this.#now() + milliseconds })
  }

  async advance(
    key: string,
    value: string,
    { rank, maxReplacedRank, milliseconds }: RankedWrite,
  ): Promise<boolean> {
    const kept = this.#values.get(key)
    // No await between reading and writing: another request could advance the value in between.
    if (kept && kept.until > this.#now() && (kept.rank ?? 0) > maxReplacedRank) return false
    this.#values.set(key, { value, until: this.#now() + milliseconds, rank })
    return true
  }

  async delete(key: string): Promise<void> {
    this.#values.delete(key)
  }

  async claim(lease: string, holder: string, milliseconds: number): Promise<boolean> {
    // No await between reading and writing: two requests could both find the lease free.
    if (this.#holderNow(lease) !== null) return false
    this.#leases.set(lease, { value: holder, until: this.#now() + milliseconds })
    return true
  }

  async holderOf(lease: string): Promise<string | null> {
    return this.#holderNow(lease)
  }

  async renew(lease: string, holder: string, milliseconds: number): Promise<boolean> {
    if (this.#holderNow(lease) !== holder) return false
    this.#leases.set(lease, { value: holder, until: this.#now() + milliseconds })
    return true
  }

  async release(lease: string, holder: string): Promise<void> {
    if (this.#leases.get(lease)?.value === holder) this.#leases.delete(lease)
  }

  #holderNow(lease: string): string | null {
    const held = this.#leases.get(lease)
    if (!held || held.until > this.#now()) return held?.value ?? null
    this.#leases.delete(lease)
    return null
  }
}

import type { Step, Store } from './store.ts'

interface Kept {
  value: string
  until: number
  rank?: number
}

const usualBytes = 64 * 1024 * 1024

/** Shares within one process; what was not used for the longest time goes when there is too much. */
export class MemoryStore implements Store {
  readonly #now: () => number
  readonly #mostBytes: number
  readonly #values = new Map<string, Kept>()
  readonly #leases = new Map<string, Kept>()
  #bytes = 0

  constructor(now: () => number, mostBytes = usualBytes) {
    this.#now = now
    this.#mostBytes = mostBytes
  }

  async get(key: string): Promise<string | null> {
    const kept = this.#values.get(key)
    if (!kept) return null
    this.#drop(key)
    if (kept.until <= this.#now()) return null
    this.#put(key, kept)
    return kept.value
  }

  async set(key: string, value: string, milliseconds: number): Promise<void> {
    this.#replace(key, { value, until: this.#now() + milliseconds })
  }

  async advance(key: string, value: string, { rank, over, milliseconds }: Step): Promise<boolean> {
    const kept = this.#values.get(key)
    // No await between the look and the setting: another could get further in between.
    if (kept && kept.until > this.#now() && (kept.rank ?? 0) > over) return false
    this.#replace(key, { value, until: this.#now() + milliseconds, rank })
    return true
  }

  async delete(key: string): Promise<void> {
    this.#drop(key)
  }

  async claim(lease: string, holder: string, milliseconds: number): Promise<boolean> {
    // No await between the look and the taking: two could both find it free.
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

  #replace(key: string, kept: Kept): void {
    this.#drop(key)
    this.#put(key, kept)
    for (const oldest of this.#values.keys()) {
      if (this.#bytes <= this.#mostBytes) break
      this.#drop(oldest)
    }
  }

  #put(key: string, kept: Kept): void {
    this.#values.set(key, kept)
    this.#bytes += sizeOf(key, kept)
  }

  #drop(key: string): void {
    const kept = this.#values.get(key)
    if (!kept) return
    this.#values.delete(key)
    this.#bytes -= sizeOf(key, kept)
  }
}

function sizeOf(key: string, { value }: Kept): number {
  return 2 * (key.length + value.length)
}

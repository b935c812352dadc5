import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { applyDelta } from './delta.ts'
import { inflateObject } from './inflate.ts'
import { protocolError } from './protocol-errors.ts'
import type { ServerCapabilities } from './server.ts'

/** An object of a pack with its id. */
export interface PackObject {
  kind: 'commit' | 'tag' | 'tree' | 'blob'
  id: string
  data: Buffer
}

/** Larger objects are rejected. */
export const maxObjectBytes = 16 * 1024 * 1024

interface PackEntry {
  offset: number
  size: number
  packed: Buffer
  kind: PackObject['kind'] | null
  base: number | string | null
}

const recentBytes = 16 * 1024 * 1024
const maxChain = 4096

/** Keeps the objects of a pack in compressed form, because each can be the base of a later delta. */
export class PackStore {
  readonly #format: ServerCapabilities['objectFormat']
  readonly #entries = new Map<number, PackEntry>()
  readonly #offsets = new Map<string, number>()
  readonly #waiting = new Map<number | string, PackEntry[]>()
  readonly #waitingOffsets = new Set<number>()
  readonly #recent = new LRUCache<number, Buffer>({
    maxSize: recentBytes,
    sizeCalculation: ({ length }) => Math.max(1, length),
  })

  constructor(format: ServerCapabilities['objectFormat']) {
    this.#format = format
  }

  /** Whether the base of some delta has not arrived yet. */
  get hasWaiting(): boolean {
    return this.#waiting.size > 0
  }

  /** Whether the entry at this offset is kept, or waits for its base. */
  knows(offset: number): boolean {
    return this.#entries.has(offset) || this.#waitingOffsets.has(offset)
  }

  /** Returns the content of an object; null when it is not in the store. */
  get(id: string): Buffer | null {
    const entry = this.#entries.get(this.#offsets.get(id) ?? -1)
    return entry ? (this.#recent.get(entry.offset) ?? this.#load(entry)) : null
  }

  /** Adds an entry and returns the objects that it completes: itself, and the deltas that waited for it. */
  add(entry: PackEntry, data: Buffer): PackObject[] {
    if (entry.base === null) return this.#settle(entry, data)
    const base = this.#entries.get(this.#offsetOf(entry.base) ?? -1)
    if (base) return this.#settle({ ...entry, kind: base.kind }, this.#build(base, data))
    // The base may come later in the pack: a delta that names its base by id can precede it.
    const others = this.#waiting.get(entry.base)
    if (others) others.push(entry)
    else this.#waiting.set(entry.base, [entry])
    this.#waitingOffsets.add(entry.offset)
    return []
  }

  #offsetOf(base: number | string): number | undefined {
    return typeof base === 'number' ? base : this.#offsets.get(base)
  }

  #settle(first: PackEntry, firstData: Buffer): PackObject[] {
    const settled: PackObject[] = []
    const open = [{ entry: first, data: firstData }]
    for (let next = open.pop(); next; next = open.pop()) {
      const { entry, data } = next
      const kind = entry.kind as PackObject['kind']
      const id = createHash(this.#format).update(`${kind} ${data.length}\0`).update(data).digest('hex')
      this.#entries.set(entry.offset, entry)
      this.#offsets.set(id, entry.offset)
      this.#recent.set(entry.offset, data)
      settled.push({ kind, id, data })
      for (const key of [id, entry.offset]) {
        for (const each of this.#waiting.get(key) ?? []) {
          this.#waitingOffsets.delete(each.offset)
          const delta = inflateObject(each.packed, each.size).data
          open.push({ entry: { ...each, kind }, data: applyDelta(data, delta, maxObjectBytes) })
        }
        this.#waiting.delete(key)
      }
    }
    return settled
  }

  #build(base: PackEntry, delta: Buffer): Buffer {
    return applyDelta(this.#load(base), delta, maxObjectBytes)
  }

  /** Returns the content of an entry, rebuilt from its chain of deltas when it is not cached. */
  #load(entry: PackEntry): Buffer {
    const deltas: Buffer[] = []
    let current = entry
    let data = this.#recent.get(current.offset)
    while (!data) {
      const unpacked = inflateObject(current.packed, current.size).data
      if (current.base === null) {
        data = unpacked
      } else {
        deltas.push(unpacked)
        if (deltas.length > maxChain) throw protocolError('a chain of deltas is too long')
        current = this.#entries.get(this.#offsetOf(current.base)!)!
        data = this.#recent.get(current.offset)
      }
    }
    for (const delta of deltas.reverse()) data = applyDelta(data, delta, maxObjectBytes)
    this.#recent.set(entry.offset, data)
    return data
  }
}

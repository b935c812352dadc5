import { createHash, type Hash } from 'node:crypto'
import { setImmediate as pause } from 'node:timers/promises'
import { ByteSource } from './byte-source.ts'
import { inflateObject, packedBound, skipObject } from './inflate.ts'
import { type EntryHeader, readEntryHeader } from './pack-entry.ts'
import { maxObjectBytes, type PackObject, PackStore } from './pack-store.ts'
import { protocolError, truncatedResponse } from './protocol-errors.ts'
import type { ServerCapabilities } from './server.ts'

/** An object of a pack; `other` for objects of a kind that is not kept. */
export type PackItem = PackObject | { kind: 'other' }

type Kind = PackObject['kind']

const maxHeaderBytes = 64
const heldSkipBytes = 256 * 1024
const entriesPerTurn = 64
const bytesPerTurn = 1024 * 1024

/** Reads the commits and tags of a pack while it arrives, and verifies its checksum. */
export async function* readPack(
  chunks: AsyncIterable<Uint8Array>,
  format: ServerCapabilities['objectFormat'],
): AsyncGenerator<PackItem> {
  const reader = new PackReader(chunks, format, ['commit', 'tag'])
  try {
    yield* reader.read()
  } finally {
    await reader.close()
  }
}

/** Reads a whole pack and keeps its objects of these kinds. */
export async function keepPack(
  chunks: AsyncIterable<Uint8Array>,
  format: ServerCapabilities['objectFormat'],
  kinds: Kind[] = ['commit', 'tree'],
): Promise<PackStore> {
  const reader = new PackReader(chunks, format, kinds)
  try {
    for await (const _item of reader.read());
    return reader.store
  } finally {
    await reader.close()
  }
}

class PackReader {
  readonly store: PackStore
  readonly #source: ByteSource
  readonly #kept: Set<EntryHeader['kind']>
  readonly #hash: Hash
  readonly #idBytes: number
  #offset = 0
  /** The bytes that were inflated in this turn. */
  #inflated = 0

  constructor(chunks: AsyncIterable<Uint8Array>, format: ServerCapabilities['objectFormat'], kept: Kind[]) {
    this.#source = new ByteSource(chunks)
    this.store = new PackStore(format)
    // The kind of a delta is not known before its base.
    this.#kept = new Set([...kept, null])
    this.#hash = createHash(format)
    this.#idBytes = format === 'sha1' ? 20 : 32
  }

  async *read(): AsyncGenerator<PackItem> {
    const count = await this.#readCount()
    let others = 0
    for (let index = 0; index < count; index += 1) {
      const objects = await this.#readEntry()
      if (objects === null) others += 1
      yield* objects ?? [{ kind: 'other' } as const]
      // What has arrived already is read without waiting, and would keep others from their turn.
      if (index % entriesPerTurn === entriesPerTurn - 1 || this.#inflated > bytesPerTurn) {
        this.#inflated = 0
        await pause()
      }
    }
    await this.#checkTrailer()
    // A delta whose base was skipped is of a kind that is not kept. If nothing was skipped, a base is missing.
    if (this.store.hasWaiting && others === 0)
      throw protocolError('the base of a delta is missing in the pack')
  }

  close(): Promise<void> {
    return this.#source.close()
  }

  async #readCount(): Promise<number> {
    if (!(await this.#source.ensure(12))) throw truncatedResponse('it ends before the pack')
    const header = this.#take(12)
    const version = header.readUInt32BE(4)
    if (header.toString('latin1', 0, 4) !== 'PACK' || (version !== 2 && version !== 3)) {
      throw protocolError('it is not a pack of a known version')
    }
    return header.readUInt32BE(8)
  }

  /** Reads an entry and returns the objects that it completes; null when it is skipped. */
  async #readEntry(): Promise<PackObject[] | null> {
    await this.#source.ensure(maxHeaderBytes)
    const offset = this.#offset
    const header = readEntryHeader(this.#source.peek(maxHeaderBytes), offset, this.#idBytes)
    this.#take(header.length)
    this.#inflated += header.size
    if (!this.#isKept(header)) {
      await this.#skip(header.size)
      return null
    }
    if (header.size > maxObjectBytes) throw protocolError('an object of the pack is too large')
    const bound = packedBound(header.size)
    await this.#source.ensure(bound)
    const { data, used } = inflateObject(this.#source.peek(bound), header.size)
    // Copied, so that it does not keep the whole chunk in memory.
    const packed = Buffer.from(this.#take(used))
    const kind = header.kind as Kind | null
    return this.store.add({ offset, size: header.size, packed, kind, base: header.base }, data)
  }

  #isKept({ kind, base }: EntryHeader): boolean {
    if (typeof base === 'number') return this.store.knows(base)
    return this.#kept.has(kind)
  }

  async #skip(size: number): Promise<void> {
    if (size > heldSkipBytes) {
      await skipObject(this.#source, (bytes) => this.#countBytes(bytes))
      return
    }
    await this.#source.ensure(packedBound(size))
    this.#take(inflateObject(this.#source.peek(packedBound(size)), size).used)
  }

  async #checkTrailer(): Promise<void> {
    if (!(await this.#source.ensure(this.#idBytes))) throw truncatedResponse('it ends before the pack does')
    const expected = this.#hash.digest()
    if (!this.#source.take(this.#idBytes).equals(expected)) throw protocolError('the pack is damaged')
    if (await this.#source.ensure(1)) throw protocolError('there is data after the pack')
  }

  #take(count: number): Buffer {
    const taken = this.#source.take(count)
    this.#countBytes(taken)
    return taken
  }

  #countBytes(bytes: Buffer): void {
    this.#hash.update(bytes)
    this.#offset += bytes.length
  }
}

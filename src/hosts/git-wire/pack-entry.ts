import { protocolError, truncatedResponse } from './protocol-errors.ts'

/** The header of an entry in a pack, which precedes the compressed bytes. */
export interface EntryHeader {
  /** Null for a delta, which has the kind of its base. */
  kind: 'commit' | 'tag' | 'tree' | 'blob' | null
  size: number
  /** The base of a delta: an offset in the pack, or an object id. */
  base: number | string | null
  length: number
}

const kinds: Record<number, EntryHeader['kind']> = { 1: 'commit', 2: 'tree', 3: 'blob', 4: 'tag' }
const offsetDelta = 6
const namedDelta = 7
const maxSize = 2 ** 46

/** Parses the header of the entry at this offset of the pack. */
export function readEntryHeader(bytes: Buffer, offset: number, idBytes: number): EntryHeader {
  let position = 0
  const next = () => {
    const byte = bytes[position]
    if (byte === undefined) throw truncatedResponse('it ends within an object')
    position += 1
    return byte
  }
  let byte = next()
  const type = (byte >> 4) & 7
  let size = byte & 0x0f
  for (let scale = 16; byte & 0x80; scale *= 128) {
    byte = next()
    size += (byte & 0x7f) * scale
    if (size > maxSize) throw protocolError('an object of the pack is too large')
  }
  if (type === offsetDelta)
    return { kind: null, size, base: offset - readDistance(next, offset), length: position }
  if (type === namedDelta) {
    if (bytes.length < position + idBytes) throw truncatedResponse('it ends within an object')
    const base = bytes.toString('hex', position, position + idBytes)
    return { kind: null, size, base, length: position + idBytes }
  }
  const kind = kinds[type]
  if (!kind) throw protocolError('the pack contains an object of an unknown type')
  return { kind, size, base: null, length: position }
}

function readDistance(next: () => number, offset: number): number {
  let byte = next()
  let distance = byte & 0x7f
  while (byte & 0x80) {
    byte = next()
    distance = (distance + 1) * 128 + (byte & 0x7f)
    if (distance > offset) break
  }
  if (distance === 0 || distance > offset) throw protocolError('a delta has its base outside the pack')
  return distance
}

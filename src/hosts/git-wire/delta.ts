import { protocolError } from './protocol-errors.ts'

/** Builds an object from its base by the copy and insert instructions of a delta. */
export function applyDelta(base: Buffer, delta: Buffer, maxBytes: number): Buffer {
  const baseSize = readSize(delta, 0)
  const resultSize = readSize(delta, baseSize.end)
  if (baseSize.value !== base.length) throw protocolError('a delta does not fit its base')
  if (resultSize.value > maxBytes) throw protocolError('an object of the pack is too large')
  const result = Buffer.allocUnsafe(resultSize.value)
  let position = resultSize.end
  let written = 0
  while (position < delta.length) {
    const instruction = delta[position]!
    position += 1
    if (instruction === 0) throw protocolError('a delta contains an unknown instruction')
    let from = delta
    let start = position
    let length = instruction
    if (instruction & 0x80) {
      const copy = readCopy(delta, position, instruction)
      ;({ start, length, end: position } = copy)
      from = base
    } else {
      position += instruction
    }
    if (start + length > from.length || written + length > result.length)
      throw protocolError('a delta is damaged')
    from.copy(result, written, start, start + length)
    written += length
  }
  if (written !== result.length) throw protocolError('a delta is damaged')
  return result
}

/** Reads a variable-length size: seven bits a byte, the lowest first. */
function readSize(bytes: Buffer, start: number): { value: number; end: number } {
  let value = 0
  for (let index = start, scale = 1; ; index += 1, scale *= 128) {
    const byte = bytes[index]
    if (byte === undefined || scale > 2 ** 42) throw protocolError('a delta is damaged')
    value += (byte & 0x7f) * scale
    if (byte < 0x80) return { value, end: index + 1 }
  }
}

/** Reads the arguments of a copy; only the bytes whose bits are set are present. */
function readCopy(
  delta: Buffer,
  position: number,
  bits: number,
): { start: number; length: number; end: number } {
  let end = position
  const readBytes = (count: number, firstBit: number) => {
    let value = 0
    for (let index = 0; index < count; index += 1) {
      if (!(bits & (1 << (firstBit + index)))) continue
      value += (delta[end] ?? 0) * 256 ** index
      end += 1
    }
    return value
  }
  const start = readBytes(4, 0)
  const length = readBytes(3, 4) || 0x10000
  return { start, length, end }
}

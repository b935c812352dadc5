import { ByteSource } from './byte-source.ts'
import { protocolError, truncatedResponse } from './protocol-errors.ts'

/** A packet of git's protocol: a line, or one of the special packets. */
export type PktLine = Buffer | 'flush' | 'delimiter' | 'end'

const maxLineBytes = 65_520
const lengthBytes = 4

/** Reads the packets of a response as they arrive. */
export async function* readPktLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<PktLine> {
  const source = new ByteSource(chunks)
  try {
    while (await source.ensure(lengthBytes)) {
      const length = lengthOf(source.take(lengthBytes))
      const special = (['flush', 'delimiter', 'end'] as const)[length]
      if (special) {
        yield special
        continue
      }
      if (length < lengthBytes || length > maxLineBytes)
        throw protocolError('a line has an impossible length')
      if (!(await source.ensure(length - lengthBytes))) throw truncatedResponse('it ends within a line')
      yield source.take(length - lengthBytes)
    }
    if (source.peek(1).length > 0) throw truncatedResponse('it ends within the length of a line')
  } finally {
    await source.close()
  }
}

function lengthOf(digits: Buffer): number {
  const text = digits.toString('latin1')
  if (!/^[0-9a-f]{4}$/i.test(text)) throw protocolError('it does not follow the git protocol')
  return Number.parseInt(text, 16)
}

/** Returns the text of a line without its line feed. */
export function textOf(line: Buffer): string {
  return line.toString('utf8').replace(/\n$/, '')
}

/** Encodes a command: its capabilities, a delimiter packet, its arguments, a flush packet. */
export function writeCommand(capabilities: string[], args: string[]): Buffer<ArrayBuffer> {
  return Buffer.concat([
    ...capabilities.map(writeLine),
    Buffer.from('0001'),
    ...args.map(writeLine),
    Buffer.from('0000'),
  ])
}

function writeLine(text: string): Buffer {
  const line = Buffer.from(`${text}\n`)
  const length = (line.length + lengthBytes).toString(16).padStart(lengthBytes, '0')
  return Buffer.concat([Buffer.from(length), line])
}

import { createInflate, type Inflate, inflateSync } from 'node:zlib'
import type { ByteSource } from './byte-source.ts'
import { protocolError, truncatedResponse } from './protocol-errors.ts'

/** Inflates an object of known size at the start of some bytes, and says how many of them it took. */
export function inflateObject(bytes: Buffer, size: number): { data: Buffer; used: number } {
  try {
    // With `info`, which the types do not know, the engine tells how much of the input was its own.
    const { buffer, engine } = inflateSync(bytes, {
      info: true,
      maxOutputLength: Math.max(size, 1),
      chunkSize: Math.max(size + 1, 64),
    }) as unknown as { buffer: Buffer; engine: Inflate }
    if (buffer.length === size) return { data: buffer, used: engine.bytesWritten }
  } catch (error) {
    const isCut = error instanceof Error && 'code' in error && error.code === 'Z_BUF_ERROR'
    throw isCut
      ? truncatedResponse('it ends within an object')
      : protocolError('an object of the pack is damaged', error)
  }
  throw protocolError('an object of the pack has another size than announced')
}

/** The most bytes that an object of this size takes in a pack, also when it could not be compressed. */
export function packedBound(size: number): number {
  return size + Math.ceil(size / 256) + 128
}

/** Passes over an object of any size without holding it; each part of it that is used up is told. */
export async function skipObject(source: ByteSource, used: (bytes: Buffer) => void): Promise<void> {
  const engine = createInflate()
  let ended = false
  let failure: unknown = null
  engine.on('error', (error) => {
    failure = error
  })
  engine.once('end', () => {
    ended = true
  })
  engine.resume()
  const pieceBytes = 64 * 1024
  try {
    for (;;) {
      if (!(await source.ensure(1))) throw truncatedResponse('it ends within an object')
      const before = engine.bytesWritten
      const piece = source.peek(pieceBytes)
      await write(engine, piece)
      if (failure) throw protocolError('an object of the pack is damaged', failure)
      const taken = engine.bytesWritten - before
      used(source.take(taken))
      if (ended || taken < piece.length) return
    }
  } finally {
    engine.destroy()
  }
}

function write(engine: Inflate, piece: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      engine.off('error', settle)
      engine.off('end', settle)
      // What was written is passed on in the next turn, with the end if this was it.
      setImmediate(resolve)
    }
    engine.once('error', settle)
    engine.once('end', settle)
    engine.write(piece, settle)
  })
}

import { createInflate, type Inflate, inflateSync } from 'node:zlib'
import type { ByteSource } from './byte-source.ts'
import { protocolError, truncatedResponse } from './protocol-errors.ts'

/** Inflates an object of known size and returns how many bytes of the input it used. */
export function inflateObject(bytes: Buffer, size: number): { data: Buffer; used: number } {
  try {
    // With `info`, which the types do not declare, zlib reports how much of the input it used.
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
  throw protocolError('the size of an object in the pack differs from its header')
}

/** Returns the most bytes that an object of this size takes in a pack, even if it does not compress. */
export function packedBound(size: number): number {
  return size + Math.ceil(size / 256) + 128
}

/** Skips an object of any size without buffering it, and passes each consumed part to `onBytes`. */
export async function skipObject(source: ByteSource, onBytes: (bytes: Buffer) => void): Promise<void> {
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
      onBytes(source.take(taken))
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
      // zlib emits the data, and possibly the end, in the next turn of the event loop.
      setImmediate(resolve)
    }
    engine.once('error', settle)
    engine.once('end', settle)
    engine.write(piece, settle)
  })
}

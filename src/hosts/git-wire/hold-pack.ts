import type { HeavyTask } from '../../core/heavy-work.ts'
import type { PackSource } from './decode-pack.ts'
import type { GitServer } from './server.ts'

const headerBytes = 12
const maxHeldBytes = 32 * 1024 * 1024

/** Limits of a pack that is held in memory. */
interface HoldLimits {
  maxBytes: number
  /** The most objects that its header may announce. */
  maxObjects: number
}

/** A pack in memory; what came of it and what follows if it is too large; the number of its objects. */
export type HeldPack = { bytes: Uint8Array } | { chunks: AsyncIterable<Uint8Array>; count: number }

/** Holds a pack in memory, so that another thread can decode it; a larger one is returned as a stream. */
export async function holdPack(
  pack: AsyncIterable<Uint8Array>,
  { maxBytes, maxObjects }: HoldLimits,
): Promise<HeldPack> {
  const iterator = pack[Symbol.asyncIterator]()
  const held: Uint8Array[] = []
  let size = 0
  let count: number | null = null
  for (;;) {
    const next = await iterator.next()
    if (next.done) return { bytes: Buffer.concat(held, size) }
    held.push(next.value)
    size += next.value.length
    if (count === null && size >= headerBytes) count = Buffer.concat(held, size).readUInt32BE(8)
    if ((count !== null && count > maxObjects) || size > maxBytes)
      return { chunks: resume(held, iterator), count: count ?? 0 }
  }
}

async function* resume(held: Uint8Array[], iterator: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* held
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value
  } finally {
    await iterator.return?.()
  }
}

/** Cancels a pack of which nothing more is needed. */
export async function discardPack({ chunks }: { chunks: AsyncIterable<Uint8Array> }): Promise<void> {
  const iterator = chunks[Symbol.asyncIterator]()
  // A generator that has not started would not cancel what it reads from.
  await iterator.next()
  await iterator.return?.()
}

/**
 * Decodes a pack in another thread if there is one. A pack that is too large to be held, or announces more objects than
 * `maxObjects`, is decoded here while it arrives.
 */
export async function decodePack<Input extends { pack: PackSource }, Output>(
  server: GitServer,
  task: HeavyTask<Input, Output>,
  { maxObjects = Number.POSITIVE_INFINITY, ...input }: Input & { maxObjects?: number },
): Promise<Output> {
  const { pack } = input
  const decode = async (source: PackSource) =>
    (await task.load())({ ...input, pack: source } as unknown as Input)
  if (!server.runElsewhere || pack instanceof Uint8Array) return decode(pack)
  const held = await holdPack(pack, { maxBytes: maxHeldBytes, maxObjects })
  if ('chunks' in held) return decode(held.chunks)
  return server.runElsewhere(task, { ...input, pack: held.bytes } as unknown as Input)
}

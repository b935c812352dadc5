/** Bytes that arrive in pieces, read in the lengths that a format asks for. */
export class ByteSource {
  readonly #chunks: AsyncIterator<Uint8Array>
  #held: Buffer = Buffer.alloc(0)
  #ended = false

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  /** Waits until this many bytes are there, or until no more will come; says which. */
  async ensure(count: number): Promise<boolean> {
    if (this.#held.length >= count) return true
    const gathered: Uint8Array[] = [this.#held]
    let size = this.#held.length
    while (size < count && !this.#ended) {
      const next = await this.#chunks.next()
      if (next.done) {
        this.#ended = true
      } else {
        gathered.push(next.value)
        size += next.value.length
      }
    }
    // Joined once, not once a chunk: a long object would be copied over and over.
    this.#held = Buffer.concat(gathered, size)
    return size >= count
  }

  /** The bytes that are there, at most this many, without using them up. */
  peek(count: number): Buffer {
    return this.#held.subarray(0, count)
  }

  /** Uses up bytes that `ensure` has seen. */
  take(count: number): Buffer {
    const taken = this.#held.subarray(0, count)
    this.#held = this.#held.subarray(count)
    return taken
  }

  /** Tells the sender that nothing more is wanted. */
  async close(): Promise<void> {
    this.#ended = true
    await this.#chunks.return?.()
  }
}

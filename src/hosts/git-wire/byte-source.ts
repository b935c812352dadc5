/** Reads a stream of chunks in the lengths that a format needs. */
export class ByteSource {
  readonly #chunks: AsyncIterator<Uint8Array>
  #held: Buffer = Buffer.alloc(0)
  #ended = false

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  /** Waits for this many bytes; false when the stream ends before. */
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
    // The chunks are joined once: joining each as it comes would copy a long object many times.
    this.#held = Buffer.concat(gathered, size)
    return size >= count
  }

  /** Returns the buffered bytes, at most this many, without consuming them. */
  peek(count: number): Buffer {
    return this.#held.subarray(0, count)
  }

  /** Consumes bytes that `ensure` has buffered. */
  take(count: number): Buffer {
    const taken = this.#held.subarray(0, count)
    this.#held = this.#held.subarray(count)
    return taken
  }

  /** Cancels the stream. */
  async close(): Promise<void> {
    this.#ended = true
    await this.#chunks.return?.()
  }
}

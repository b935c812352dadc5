/** The rows of a table by the hashes of its traits, looked up a million times a request. */
export class RowIndex {
  readonly #hashes: Uint32Array
  /** Where the hashes with the same first bits begin; they are spread evenly, so that few have them. */
  readonly #starts: Uint32Array
  readonly #shift: number

  /** The hashes have 31 bits and ascend; the rows are in their order. */
  constructor(hashes: Uint32Array) {
    const bits = Math.ceil(Math.log2(hashes.length + 1))
    this.#hashes = hashes
    this.#shift = 31 - bits
    this.#starts = new Uint32Array(2 ** bits + 1)
    for (let row = 0; row < hashes.length; row += 1)
      this.#starts[(hashes[row]! >>> this.#shift) + 1] = row + 1
    for (let at = 1; at < this.#starts.length; at += 1)
      if (this.#starts[at] === 0) this.#starts[at] = this.#starts[at - 1]!
  }

  /** The row of a hash; -1 where there is none. */
  get(hash: number): number {
    const first = hash >>> this.#shift
    const end = this.#starts[first + 1]!
    for (let row = this.#starts[first]!; row < end; row += 1) if (this.#hashes[row] === hash) return row
    return -1
  }
}

/** Finds the row of a feature by its hash; a large request needs a million lookups. */
export class RowIndex {
  readonly #hashes: Uint32Array
  /** Where the hashes with the same first bits start; hashes are spread evenly, so only a few share them. */
  readonly #starts: Uint32Array
  readonly #shift: number

  /** Takes hashes of 31 bits in ascending order, one for each row. */
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

  /** The row of a hash; -1 when there is none. */
  get(hash: number): number {
    const first = hash >>> this.#shift
    const end = this.#starts[first + 1]!
    for (let row = this.#starts[first]!; row < end; row += 1) if (this.#hashes[row] === hash) return row
    return -1
  }
}

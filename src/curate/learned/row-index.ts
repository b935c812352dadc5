const none = -1

/** The rows of a table by the hashes of its traits, looked up a million times a request. */
export class RowIndex {
  readonly #mask: number
  readonly #keys: Int32Array
  readonly #rows: Int32Array

  /** The rows are in the order of the hashes. */
  constructor(hashes: ArrayLike<number>) {
    const size = 2 ** Math.ceil(Math.log2(Math.max(2, hashes.length * 2)))
    this.#mask = size - 1
    this.#keys = new Int32Array(size).fill(none)
    this.#rows = new Int32Array(size)
    for (let row = 0; row < hashes.length; row += 1) {
      const place = this.#placeOf(hashes[row]!)
      this.#keys[place] = hashes[row]!
      this.#rows[place] = row
    }
  }

  get(hash: number): number | undefined {
    const place = this.#placeOf(hash)
    return this.#keys[place] === none ? undefined : this.#rows[place]
  }

  /** Where a hash lies, or would lie: the first free place after its own. */
  #placeOf(hash: number): number {
    let place = hash & this.#mask
    while (this.#keys[place] !== hash && this.#keys[place] !== none) place = (place + 1) & this.#mask
    return place
  }
}

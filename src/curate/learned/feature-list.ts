import { type Hashing, hashFrom, hashPair, hashStart } from './hash.ts'

/** A kind of trait, such as the words of a title: the beginning that the names of its traits share. */
export interface FeatureKind {
  start: string
  hashing: Hashing
}

/** The kind whose names begin like this. */
export function featureKind(start: string): FeatureKind {
  return { start, hashing: hashStart(start) }
}

/** UnitFeatures by their hashes; thousands of units have a hundred each, so that a name is made only for who asks. */
export class FeatureList {
  readonly hashes: number[] = []
  readonly #kinds: FeatureKind[] = []
  readonly #values: string[] = []

  add(kind: FeatureKind, value = ''): void {
    this.#push(hashFrom(kind.hashing, value), kind, value)
  }

  /** Adds several of a kind, each once. */
  addAll(kind: FeatureKind, values: string[]): void {
    const start = this.hashes.length
    for (const value of values) {
      const hash = hashFrom(kind.hashing, value)
      if (!this.#has(hash, start)) this.#push(hash, kind, value)
    }
  }

  /** Adds every two neighbours, such as `null pointer`, each pair once. */
  addPairs(kind: FeatureKind, values: string[]): void {
    const start = this.hashes.length
    for (let at = 1; at < values.length; at += 1) {
      const hash = hashPair(kind.hashing, values[at - 1]!, values[at]!)
      if (!this.#has(hash, start)) this.#push(hash, kind, `${values[at - 1]} ${values[at]}`)
    }
  }

  /** Forgets all but the first ones. */
  cut(count: number): void {
    this.hashes.length = count
    this.#kinds.length = count
    this.#values.length = count
  }

  /** Such as `type:fix` or `word:crash`. */
  nameAt(at: number): string {
    return this.#kinds[at]!.start + this.#values[at]!
  }

  names(): string[] {
    return this.hashes.map((_hash, at) => this.nameAt(at))
  }

  // A few dozen at most: looking along them is faster than a set.
  #has(hash: number, start: number): boolean {
    for (let at = start; at < this.hashes.length; at += 1) if (this.hashes[at] === hash) return true
    return false
  }

  #push(hash: number, kind: FeatureKind, value: string): void {
    this.hashes.push(hash)
    this.#kinds.push(kind)
    this.#values.push(value)
  }
}

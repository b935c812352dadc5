import { finishHash, finishPairHash, type HashState, startHash } from './hash.ts'

/** A kind of feature, such as the words of a title: the prefix that the names of its features share. */
export interface FeatureKind {
  prefix: string
  prefixHash: HashState
}

/** Creates the kind of features whose names start with a prefix. */
export function featureKind(prefix: string): FeatureKind {
  return { prefix, prefixHash: startHash(prefix) }
}

/** Features by their hashes. Names are built on demand: thousands of units have a hundred features each. */
export class FeatureList {
  readonly hashes: number[] = []
  readonly #kinds: FeatureKind[] = []
  readonly #values: string[] = []

  add(kind: FeatureKind, value = ''): void {
    this.#push(finishHash(kind.prefixHash, value), kind, value)
  }

  /** Adds several features of a kind, each once. */
  addAll(kind: FeatureKind, values: string[]): void {
    const start = this.hashes.length
    for (const value of values) {
      const hash = finishHash(kind.prefixHash, value)
      if (!this.#has(hash, start)) this.#push(hash, kind, value)
    }
  }

  /** Adds each pair of neighbours, such as `null pointer`, once. */
  addPairs(kind: FeatureKind, values: string[]): void {
    const start = this.hashes.length
    for (let at = 1; at < values.length; at += 1) {
      const hash = finishPairHash(kind.prefixHash, values[at - 1]!, values[at]!)
      if (!this.#has(hash, start)) this.#push(hash, kind, `${values[at - 1]} ${values[at]}`)
    }
  }

  /** Drops all but the first features. */
  truncate(count: number): void {
    this.hashes.length = count
    this.#kinds.length = count
    this.#values.length = count
  }

  /** The name of a feature, such as `type:fix` or `word:crash`. */
  nameAt(at: number): string {
    return this.#kinds[at]!.prefix + this.#values[at]!
  }

  names(): string[] {
    return this.hashes.map((_hash, at) => this.nameAt(at))
  }

  // There are a few dozen at most, so a linear search is faster than a set.
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

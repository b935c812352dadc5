import { type Hashing, hashFrom, hashStart } from './hash.ts'

/** A kind of trait, such as the words of a title: the beginning that the names of its traits share. */
export interface TraitKind {
  start: string
  hashing: Hashing
}

/** The kind whose names begin like this. */
export function traitKind(start: string): TraitKind {
  return { start, hashing: hashStart(start) }
}

/** Traits by their hashes; thousands of units have a hundred each, so that a name is made only for who asks. */
export class TraitList {
  readonly hashes: number[] = []
  readonly #kinds: TraitKind[] = []
  readonly #values: string[] = []

  add(kind: TraitKind, value = ''): void {
    this.hashes.push(hashFrom(kind.hashing, value))
    this.#kinds.push(kind)
    this.#values.push(value)
  }

  /** Such as `type:fix` or `word:crash`. */
  nameAt(at: number): string {
    return this.#kinds[at]!.start + this.#values[at]!
  }

  names(): string[] {
    return this.hashes.map((_hash, at) => this.nameAt(at))
  }
}

import type { ParsedCommit } from '../parse/parse-commits.ts'

// Each question walks a part of the history. The limit keeps the sum of all walks linear in its length.
const stepsPerCommit = 200
const minSteps = 100_000

/** Answers questions about the ancestry of the commits of a range. */
export class CommitGraph {
  readonly #commits: ParsedCommit[]
  readonly #parents: number[][]
  /** The length of the longest path to a commit without parents in the range. */
  readonly #generations: Int32Array
  readonly #seen: Int32Array
  readonly #indexes: Map<string, number>
  #walks = 0
  #stepsLeft: number

  constructor(commits: ParsedCommit[]) {
    this.#commits = commits
    this.#indexes = new Map(commits.map(({ commit }, index) => [commit.sha, index]))
    this.#parents = commits.map(({ commit }) => commit.parents.flatMap((sha) => this.#indexes.get(sha) ?? []))
    this.#generations = measureGenerations(this.#parents)
    this.#seen = new Int32Array(commits.length)
    this.#stepsLeft = Math.max(minSteps, stepsPerCommit * commits.length)
  }

  /** Whether a commit comes before another one; by their positions once the limit of steps is reached. */
  isAncestor(older: ParsedCommit, newer: ParsedCommit): boolean {
    const target = this.#indexes.get(older.commit.sha)!
    const start = this.#indexes.get(newer.commit.sha)!
    if (target === start) return false
    if (this.#stepsLeft <= 0) return older.position < newer.position
    const lowest = this.#generations[target]!
    return this.#walk([start], (index) => this.#generations[index]! > lowest, target)
  }

  /** The commits that a merge brought: those of its other parents that its first parent does not have. */
  listBroughtBy(merge: ParsedCommit): ParsedCommit[] {
    const [first, ...others] = merge.commit.parents
    const starts = others.flatMap((sha) => this.#indexes.get(sha) ?? [])
    if (starts.length === 0 || this.#stepsLeft <= 0) return []
    const firstParent = first === undefined ? undefined : this.#indexes.get(first)
    if (firstParent !== undefined) this.#walk([firstParent], () => true)
    const known = firstParent === undefined ? -1 : this.#walks
    const brought: ParsedCommit[] = []
    const waiting = [...starts]
    const taken = new Set<number>()
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
      if (this.#seen[index] === known || taken.has(index)) continue
      taken.add(index)
      brought.push(this.#commits[index]!)
      waiting.push(...this.#parents[index]!)
    }
    this.#stepsLeft -= taken.size
    return brought.sort((one, other) => other.position - one.position)
  }

  /** Marks what can be reached; ends early when it meets the target and says whether it did. */
  #walk(starts: number[], enters: (index: number) => boolean, target = -1): boolean {
    this.#walks += 1
    const waiting = [...starts]
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
      if (this.#seen[index] === this.#walks) continue
      this.#seen[index] = this.#walks
      this.#stepsLeft -= 1
      for (const parent of this.#parents[index]!) {
        if (parent === target) return true
        if (this.#seen[parent] !== this.#walks && enters(parent)) waiting.push(parent)
      }
    }
    return false
  }
}

/** Goes through the history parents first; dates do not order it, because clocks differ. */
function measureGenerations(parents: number[][]): Int32Array {
  const generations = new Int32Array(parents.length)
  const childrenLeft = new Int32Array(parents.length)
  for (const list of parents) for (const parent of list) childrenLeft[parent]! += 1
  const order: number[] = []
  for (let index = 0; index < parents.length; index += 1) if (childrenLeft[index] === 0) order.push(index)
  for (const index of order) {
    for (const parent of parents[index]!) {
      childrenLeft[parent]! -= 1
      if (childrenLeft[parent] === 0) order.push(parent)
    }
  }
  for (const index of order.toReversed()) {
    for (const parent of parents[index]!)
      generations[index] = Math.max(generations[index]!, generations[parent]! + 1)
  }
  return generations
}

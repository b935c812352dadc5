import type { ParsedCommit } from '../parse/parse-commits.ts'

// Each question walks a part of the history. The limit keeps the sum of all walks linear in its length.
const stepsPerCommit = 200
const minSteps = 100_000

const ofOne = 1
const ofOther = 2
const ofBoth = ofOne | ofOther
const belowBase = 4

/** The parents of a commit that is not in the range, or has none. */
const noRanks: number[] = []

/** Answers questions about the ancestry of the commits of a range. A commit is known by its rank: parents come first. */
export class CommitGraph {
  /** The commits by rank. */
  readonly order: ParsedCommit[]
  /** The commits by SHA. */
  readonly bySha: Map<string, ParsedCommit>
  /** The ranks of the parents by rank; -1 for a parent outside the range. */
  readonly #parents: number[][]
  /** The ranks by position in the history. */
  readonly #ranks: Int32Array
  readonly #flags: Uint8Array
  #stepsLeft: number

  /** Expects the commits newest first, as a history lists them. */
  constructor(commits: ParsedCommit[]) {
    this.bySha = new Map()
    for (const parsed of commits) this.bySha.set(parsed.commit.sha, parsed)
    const listed = commits.toReversed()
    const parents = listed.map(({ commit }) =>
      commit.parents.map((sha) => this.bySha.get(sha)?.position ?? -1),
    )
    const order = orderParentsFirst(parents)
    this.#ranks = new Int32Array(commits.length)
    for (let rank = 0; rank < order.length; rank += 1) this.#ranks[order[rank]!] = rank
    this.order = order.map((position) => listed[position]!)
    this.#parents = order.map((position) =>
      parents[position]!.map((parent) => (parent < 0 ? -1 : this.#ranks[parent]!)),
    )
    this.#flags = new Uint8Array(commits.length)
    this.#stepsLeft = Math.max(minSteps, stepsPerCommit * commits.length)
  }

  /** The ranks of a commit's parents in their order; -1 for a parent outside the range. */
  listParents(rank: number): number[] {
    return this.#parents[rank] ?? noRanks
  }

  /** The ranks of the commits that are no parent of another one. */
  listHeads(): number[] {
    const hasChild = new Uint8Array(this.order.length)
    for (const parents of this.#parents) for (const rank of parents) if (rank >= 0) hasChild[rank] = 1
    const heads: number[] = []
    for (let rank = 0; rank < hasChild.length; rank += 1) if (hasChild[rank] === 0) heads.push(rank)
    return heads
  }

  /** Marks the commits of the first-parent line of the newest commit with 1, by rank. */
  markMainLine(): Uint8Array {
    const line = new Uint8Array(this.order.length)
    let rank = this.order.length - 1
    while (rank >= 0 && line[rank] === 0) {
      line[rank] = 1
      rank = this.#parents[rank]![0] ?? -1
    }
    return line
  }

  /** The commits that a merge brought, newest first: those of its other parents that its first parent does not have. */
  listBroughtBy(merge: ParsedCommit): ParsedCommit[] {
    const [first = -1, ...others] = this.listParents(this.#ranks[merge.position] ?? -1)
    const brought: ParsedCommit[] = []
    const isComplete = this.#walk([first], others, (rank, flags) => {
      if (flags === ofOther) brought.push(this.order[rank]!)
    })
    return isComplete ? brought : []
  }

  /** The ranks of the best common ancestors of two commits; null once the limit of steps is reached. */
  findMergeBases(one: number, other: number): number[] | null {
    const bases: number[] = []
    const isComplete = this.#walk([one], [other], (rank, flags) => {
      if (flags === ofBoth) bases.push(rank)
    })
    return isComplete ? bases : null
  }

  /** Goes down from two sets of commits until the ancestors of the second set are known; false at the limit. */
  #walk(ones: number[], others: number[], visit: (rank: number, flags: number) => void): boolean {
    const touched: number[] = []
    let waiting = 0
    const mark = (rank: number, flags: number) => {
      if (rank < 0) return
      const before = this.#flags[rank]!
      if (before === 0) touched.push(rank)
      const after = before | flags
      this.#flags[rank] = after
      waiting += Number(isWaiting(after)) - Number(isWaiting(before))
    }
    for (const rank of ones) mark(rank, ofOne)
    for (const rank of others) mark(rank, ofOther)
    const start = Math.max(-1, ...ones, ...others)
    let rank = start
    for (; rank >= 0 && waiting > 0; rank -= 1) {
      const flags = this.#flags[rank]!
      if (flags === 0) continue
      if (isWaiting(flags)) waiting -= 1
      visit(rank, flags)
      const passed = flags === ofBoth ? ofBoth | belowBase : flags
      for (const parent of this.#parents[rank]!) mark(parent, passed)
    }
    for (const each of touched) this.#flags[each] = 0
    this.#stepsLeft -= start - rank
    return this.#stepsLeft > 0
  }
}

function isWaiting(flags: number): boolean {
  return flags === ofOther || flags === ofBoth
}

/** Sorts positions so that parents come first; clocks differ, and git lists some commits before their children. */
function orderParentsFirst(parents: number[][]): number[] {
  const ordered: number[] = []
  // 1 for a commit whose parents are waiting, 2 for one that has its place.
  const states = new Uint8Array(parents.length)
  for (let start = 0; start < parents.length; start += 1) {
    const waiting = [start]
    for (let last = waiting.at(-1); last !== undefined; last = waiting.at(-1)) {
      const missing =
        states[last] === 0 ? parents[last]!.filter((each) => each >= 0 && states[each] === 0) : []
      if (missing.length > 0) {
        states[last] = 1
        waiting.push(...missing)
        continue
      }
      waiting.pop()
      if (states[last] !== 2) ordered.push(last)
      states[last] = 2
    }
  }
  return ordered
}

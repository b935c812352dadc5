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
  readonly #rankBySha = new Map<string, number>()
  /** The ranks of the parents by rank; -1 for a parent outside the range. */
  readonly #parents: number[][]
  readonly #flags: Uint8Array
  #stepsLeft: number

  /** Expects the commits newest first, as a history lists them. */
  constructor(commits: ParsedCommit[]) {
    this.order = orderParentsFirst(commits)
    for (const [rank, { commit }] of this.order.entries()) this.#rankBySha.set(commit.sha, rank)
    this.#parents = this.order.map(({ commit }) =>
      commit.parents.map((sha) => this.#rankBySha.get(sha) ?? -1),
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
    return [...this.order.keys()].filter((rank) => hasChild[rank] === 0)
  }

  /** The commits that a merge brought, newest first: those of its other parents that its first parent does not have. */
  listBroughtBy(merge: ParsedCommit): ParsedCommit[] {
    const [first = -1, ...others] = this.listParents(this.#rankBySha.get(merge.commit.sha) ?? -1)
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

/** Sorts commits so that parents come first; clocks differ, and git lists some commits before their children. */
function orderParentsFirst(commits: ParsedCommit[]): ParsedCommit[] {
  const oldestFirst = commits.toReversed()
  const bySha = new Map(oldestFirst.map((parsed) => [parsed.commit.sha, parsed]))
  const ordered = new Set<ParsedCommit>()
  for (const parsed of oldestFirst) {
    const waiting = [parsed]
    const entered = new Set<ParsedCommit>()
    for (let last = waiting.at(-1); last; last = waiting.at(-1)) {
      const missing = entered.has(last) ? [] : listMissingParents(last, bySha, ordered)
      entered.add(last)
      if (missing.length > 0) waiting.push(...missing)
      else ordered.add(waiting.pop()!)
    }
  }
  return [...ordered]
}

function listMissingParents(
  { commit }: ParsedCommit,
  bySha: Map<string, ParsedCommit>,
  ordered: Set<ParsedCommit>,
): ParsedCommit[] {
  return commit.parents.flatMap((sha) => {
    const parent = bySha.get(sha)
    return parent && !ordered.has(parent) ? [parent] : []
  })
}

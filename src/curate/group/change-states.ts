import { isMerge, type ParsedCommit } from '../parse/parse-commits.ts'
import type { CommitGraph } from './commit-graph.ts'

/** A set of changes: one bit for each. */
export type ChangeSet = bigint

/** What a commit does to the changes that its first parent contains. */
export interface ChangeEffect {
  added: ChangeSet
  removed: ChangeSet
}

/** What a revert does, given the changes that are there before it. */
export type ApplyRevert = (revert: ParsedCommit, before: ChangeSet) => ChangeEffect | null

const maxBaseDepth = 5

/**
 * Follows some changes through a history: which of them each commit contains. A merge takes each change from the side
 * that differs from the common ancestor, as git does. Copies of a commit are the same change.
 */
export class ChangeStates {
  readonly #graph: CommitGraph
  readonly #bits = new Map<ParsedCommit, ChangeSet>()
  readonly #groups: ParsedCommit[][]
  readonly #effects = new Map<ParsedCommit, ChangeEffect>()
  readonly #states: ChangeSet[] = []
  readonly #isMainLine: Uint8Array
  /** The rank of the last commit before each one that merges, or changes the state. */
  readonly #origins: number[] = []

  /** Each group is one change: a commit and its copies. */
  constructor(graph: CommitGraph, groups: ParsedCommit[][]) {
    this.#graph = graph
    this.#groups = groups
    this.#isMainLine = graph.markMainLine()
    for (const [index, group] of groups.entries())
      for (const parsed of group) this.#bits.set(parsed, 1n << BigInt(index))
  }

  /** Goes through the history, parents first, and returns the changes that its end contains. */
  follow(applyRevert: ApplyRevert): ChangeSet {
    for (const [rank, parsed] of this.#graph.order.entries()) {
      const [first = -1] = this.#graph.listParents(rank)
      const before = this.#stateAt(first)
      const merged = this.#mergeParents(rank)
      const own = this.#bits.get(parsed) ?? 0n
      const effect = parsed.message.revert ? applyRevert(parsed, merged) : null
      const after = effect ? (merged & ~effect.removed) | effect.added | own : merged | own
      this.#states.push(after)
      this.#origins.push(isMerge(parsed) || after !== before ? rank : (this.#origins[first] ?? -1))
      if (own !== 0n) this.#effects.set(parsed, { added: after & ~before, removed: before & ~after })
    }
    return this.#graph.listHeads().reduce((all, rank) => all | this.#stateAt(rank), 0n)
  }

  /** The change of a commit; an empty set for a commit that is not followed. */
  changeOf(parsed: ParsedCommit): ChangeSet {
    return this.#bits.get(parsed) ?? 0n
  }

  /** What a followed commit did to the changes of its first parent. */
  effectOf(parsed: ParsedCommit): ChangeEffect {
    return this.#effects.get(parsed) ?? { added: this.changeOf(parsed), removed: 0n }
  }

  /** Whether something of what a commit did is in force where some changes are there. */
  isApplied(parsed: ParsedCommit, there: ChangeSet): boolean {
    const { added, removed } = this.effectOf(parsed)
    return (((added | this.changeOf(parsed)) & there) | (removed & ~there)) !== 0n
  }

  /** The commits of a set of changes, with their copies. */
  listCommits(changes: ChangeSet): ParsedCommit[] {
    const commits: ParsedCommit[] = []
    // The digits take one pass, while a shift for each change would take time that grows with their square.
    const digits = changes.toString(16)
    for (let place = 0; place < digits.length; place += 1) {
      const digit = Number.parseInt(digits[digits.length - 1 - place]!, 16)
      for (let bit = 0; bit < 4; bit += 1)
        if ((digit >> bit) & 1) commits.push(...this.#groups[4 * place + bit]!)
    }
    return commits
  }

  #stateAt(rank: number): ChangeSet {
    return this.#states[rank] ?? 0n
  }

  #mergeParents(rank: number): ChangeSet {
    const [first = -1, ...others] = this.#graph.listParents(rank)
    if (!isMerge(this.#graph.order[rank]!)) return this.#stateAt(first)
    return others.reduce((state, other) => this.#merge(state, first, other), this.#stateAt(first))
  }

  #merge(ours: ChangeSet, first: number, other: number, depth = 0): ChangeSet {
    const theirs = this.#stateAt(other)
    const differing = ours ^ theirs
    if (differing === 0n || this.#isUnchangedSinceFork(first, other)) return ours
    const base = this.#findBaseState(first, other, depth)
    // In doubt a change stays.
    return base === null ? ours | theirs : (ours & theirs) | (differing & ~base)
  }

  /** Whether a branch forked off the main line and has no merge and no followed change since, as most branches. */
  #isUnchangedSinceFork(first: number, other: number): boolean {
    const origin = this.#origins[other] ?? -1
    if (origin < 0) return true
    return origin <= first && this.#isMainLine[origin] === 1 && this.#isMainLine[first] === 1
  }

  /** The changes of the common ancestor; git merges several of them first. */
  #findBaseState(one: number, other: number, depth: number): ChangeSet | null {
    if (one < 0 || other < 0) return 0n
    const bases = depth === maxBaseDepth ? null : this.#graph.findMergeBases(one, other)
    if (bases === null) return null
    const [first, ...others] = bases
    if (first === undefined) return 0n
    return others.reduce((state, base) => this.#merge(state, first, base, depth + 1), this.#stateAt(first))
  }
}

import type { Commit } from '../core/commit.ts'

/**
 * Sorts the commits of a range as `git log` does: from the end of the range, always the newest of those whose
 * children are listed. Hosts use orders of their own; sorted, all of them give the same answer.
 */
export function orderCommits(commits: Commit[], toSha: string): Commit[] {
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]))
  const ordered: Commit[] = []
  const waiting = new NewestFirst()
  const meet = (sha: string) => {
    const commit = bySha.get(sha)
    if (!commit) return
    bySha.delete(sha)
    waiting.add(commit)
  }
  meet(toSha)
  for (let commit = waiting.take(); commit; commit = waiting.take()) {
    ordered.push(commit)
    for (const parent of commit.parents) meet(parent)
  }
  // What cannot be reached from the end is still part of what the host gave.
  return ordered.length === commits.length
    ? ordered
    : [...ordered, ...commits.filter(({ sha }) => bySha.has(sha))]
}

interface Waiting {
  commit: Commit
  /** Among equals the one that came first goes first. */
  turn: number
}

/** A heap that gives the newest commit first. */
class NewestFirst {
  readonly #heap: Waiting[] = []
  #turn = 0

  add(commit: Commit): void {
    this.#heap.push({ commit, turn: this.#turn })
    this.#turn += 1
    let at = this.#heap.length - 1
    while (at > 0) {
      const above = (at - 1) >> 1
      if (!goesBefore(this.#heap[at]!, this.#heap[above]!)) return
      this.#swap(at, above)
      at = above
    }
  }

  take(): Commit | undefined {
    const first = this.#heap[0]
    const last = this.#heap.pop()
    if (!first || !last || this.#heap.length === 0) return first?.commit
    this.#heap[0] = last
    this.#sink()
    return first.commit
  }

  #sink(): void {
    let at = 0
    for (;;) {
      let first = at
      for (const below of [2 * at + 1, 2 * at + 2]) {
        if (below < this.#heap.length && goesBefore(this.#heap[below]!, this.#heap[first]!)) first = below
      }
      if (first === at) return
      this.#swap(at, first)
      at = first
    }
  }

  #swap(one: number, other: number): void {
    const held = this.#heap[one]!
    this.#heap[one] = this.#heap[other]!
    this.#heap[other] = held
  }
}

function goesBefore(one: Waiting, other: Waiting): boolean {
  return one.commit.committedAt === other.commit.committedAt
    ? one.turn < other.turn
    : one.commit.committedAt > other.commit.committedAt
}

import type { CommitNode } from '../core/commit.ts'

interface Waiting<Node> {
  node: Node
  /** Among equals the one that came first goes first. */
  turn: number
}

/** A heap that gives the newest commit first. */
export class NewestFirst<Node extends CommitNode> {
  readonly #heap: Waiting<Node>[] = []
  #turn = 0

  add(node: Node): void {
    this.#heap.push({ node, turn: this.#turn })
    this.#turn += 1
    let at = this.#heap.length - 1
    while (at > 0) {
      const above = (at - 1) >> 1
      if (!goesBefore(this.#heap[at]!, this.#heap[above]!)) return
      this.#swap(at, above)
      at = above
    }
  }

  peek(): Node | undefined {
    return this.#heap[0]?.node
  }

  take(): Node | undefined {
    const first = this.#heap[0]
    const last = this.#heap.pop()
    if (!first || !last || this.#heap.length === 0) return first?.node
    this.#heap[0] = last
    this.#sink()
    return first.node
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

function goesBefore<Node extends CommitNode>(one: Waiting<Node>, other: Waiting<Node>): boolean {
  return one.node.committedAt === other.node.committedAt
    ? one.turn < other.turn
    : one.node.committedAt > other.node.committedAt
}

/** Walks a history in git's order while its commits arrive: always the newest of those whose child was taken. */
export class HistoryWalk<Node extends CommitNode> {
  readonly #known = new Map<string, Node>()
  readonly #met: Set<string>
  readonly #waiting = new NewestFirst<Node>()
  /** Commits whose turn cannot be decided before they arrive. */
  #missing: string[]

  constructor(sha: string) {
    this.#missing = [sha]
    this.#met = new Set([sha])
  }

  /** Whether every commit was taken. */
  isDone = false

  add(node: Node): void {
    this.#known.set(node.sha, node)
  }

  /** The next commit; undefined at the end, or when a commit is needed that has not arrived. */
  take(): Node | undefined {
    while (this.#missing.length > 0) {
      const node = this.#known.get(this.#missing[0]!)
      if (!node) return undefined
      this.#missing.shift()
      this.#waiting.add(node)
    }
    const next = this.#waiting.take()
    if (!next) this.isDone = true
    for (const parent of next?.parents ?? []) {
      if (this.#met.has(parent)) continue
      this.#met.add(parent)
      this.#missing.push(parent)
    }
    return next
  }

  /** The next commit if it is not older than `time`, for a history of which only older commits are missing. */
  takeSince(time: number): Node | undefined {
    this.#missing = this.#missing.filter((sha) => {
      const node = this.#known.get(sha)
      if (node) this.#waiting.add(node)
      return !node
    })
    const next = this.#waiting.peek()
    if (!next) {
      this.isDone = this.#missing.length === 0
      return undefined
    }
    if (next.committedAt < time) return undefined
    this.#waiting.take()
    for (const parent of next.parents) {
      if (this.#met.has(parent)) continue
      this.#met.add(parent)
      this.#missing.push(parent)
    }
    return next
  }
}

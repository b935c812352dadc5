import type { CommitNode } from '../core/commit.ts'
import { compareCandidates, type ReleaseCandidate } from '../git/release-candidates.ts'

/** The nearest release, and whether the walk was long enough to be sure. */
export interface NearestRelease {
  release: ReleaseCandidate | null
  isCertain: boolean
  /** The visited commits that are not part of the release, in the order of the walk. */
  since: CommitNode[]
}

/** As many as `git describe` compares. */
const maxCandidates = 10

/**
 * Finds the nearest release on a walk from the end of a range: the one with the fewest commits between it and the end,
 * as `git describe` does. Among equals the highest version wins. The walk stops as soon as the release is certain.
 */
export async function findNearestRelease(
  walk: AsyncIterable<CommitNode>,
  candidates: ReleaseCandidate[],
): Promise<NearestRelease> {
  const distances = new Distances(candidates)
  for await (const node of walk) {
    distances.visit(node)
    const nearest = distances.nearest()
    if (nearest) return { release: nearest, isCertain: true, since: distances.since(nearest) }
  }
  const release = distances.best()
  return { release, isCertain: distances.isComplete, since: distances.since(release) }
}

/** Finds the nearest release among the commits of a range, the newest commit first. */
export function nearestReleaseInRange(
  commits: CommitNode[],
  candidates: ReleaseCandidate[],
): ReleaseCandidate | null {
  const distances = new Distances(candidates)
  for (const commit of commits) distances.visit(commit)
  return distances.best()
}

interface Reached {
  release: ReleaseCandidate
  bit: number
  /** How many visited commits are part of the release. */
  visited: number
  /** How many commits that the walk has yet to visit are part of it. */
  open: number
}

/** Counts, for every release that a walk meets, the visited commits that are not part of it. */
class Distances {
  readonly #candidates: Map<string, ReleaseCandidate[]>
  readonly #reached: Reached[] = []
  readonly #visited = new Map<string, CommitNode>()
  readonly #open = new Set<string>()
  /** The releases that each commit is part of, as bits. */
  readonly #bits = new Map<string, number>()

  constructor(candidates: ReleaseCandidate[]) {
    this.#candidates = Map.groupBy(candidates, ({ sha }) => sha)
  }

  /** Whether the walk visited the whole history. */
  get isComplete(): boolean {
    return this.#open.size === 0
  }

  visit(node: CommitNode): void {
    const bits = this.#bits.get(node.sha) ?? 0
    this.#visited.set(node.sha, node)
    if (this.#open.delete(node.sha)) for (const each of this.#in(bits)) each.open -= 1
    for (const each of this.#in(bits)) each.visited += 1
    for (const parent of node.parents) {
      if (!this.#visited.has(parent)) this.#open.add(parent)
      this.#mark(parent, bits)
    }
    const [release] = (this.#candidates.get(node.sha) ?? []).toSorted(compareCandidates)
    // A release that is part of another one is farther away than that one.
    if (!release || bits !== 0 || this.#reached.length === maxCandidates) return
    const bit = 1 << this.#reached.length
    this.#reached.push({ release, bit, visited: 0, open: 0 })
    this.#mark(node.sha, bit)
  }

  /** The nearest release, once no other one can be nearer. */
  nearest(): ReleaseCandidate | null {
    const counted = this.#reached.filter(({ open }) => open === this.#open.size)
    const [first] = counted.toSorted((one, other) => this.#compare(one, other))
    if (!first) return null
    const isNearest = this.#reached.every(
      (each) => counted.includes(each) || this.#distance(each) >= this.#distance(first),
    )
    return isNearest ? first.release : null
  }

  /** The nearest release as far as the walk went. */
  best(): ReleaseCandidate | null {
    return this.#reached.toSorted((one, other) => this.#compare(one, other))[0]?.release ?? null
  }

  /** The visited commits that are not part of a release. */
  since(release: ReleaseCandidate | null): CommitNode[] {
    const bit = this.#reached.find((each) => each.release === release)?.bit ?? 0
    return [...this.#visited.values()].filter(({ sha }) => ((this.#bits.get(sha) ?? 0) & bit) === 0)
  }

  #distance({ visited }: Reached): number {
    return this.#visited.size - visited
  }

  #compare(one: Reached, other: Reached): number {
    return this.#distance(one) - this.#distance(other) || compareCandidates(one.release, other.release)
  }

  #in(bits: number): Reached[] {
    return bits === 0 ? [] : this.#reached.filter(({ bit }) => (bits & bit) !== 0)
  }

  /** Marks a commit, and what was visited below it, as part of releases. */
  #mark(sha: string, bits: number): void {
    const waiting = [{ sha, bits }]
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const old = this.#bits.get(next.sha) ?? 0
      const added = next.bits & ~old
      if (added === 0) continue
      this.#bits.set(next.sha, old | added)
      const node = this.#visited.get(next.sha)
      for (const each of this.#in(added)) {
        if (node) each.visited += 1
        else each.open += 1
      }
      for (const parent of node?.parents ?? []) waiting.push({ sha: parent, bits: added })
    }
  }
}

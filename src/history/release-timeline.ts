import type { CommitNode } from '../core/commit.ts'
import type { ReleaseCandidate } from '../git/release-candidates.ts'
import { isPreRelease } from '../git/version.ts'

/** A release in the history of the end of a range. */
interface ReachableRelease {
  release: ReleaseCandidate
  /** How many commits the next newer release of the timeline has and this one does not; for the newest, the end. */
  commits: number
  committedAt: number
}

/** The releases in the history of a commit, the newest first. */
export interface ReleaseTimeline {
  releases: ReachableRelease[]
  /** Whether there may be older releases. */
  hasMore: boolean
  /** When the end was committed, in seconds; null if the walk is empty. */
  committedAt: number | null
}

/** After the first release, older ones are looked for among this many commits. */
const maxOlderCommits = 2000

/**
 * Walks from the end of a range and finds the newest releases in its history, until `most` stable ones are found. The
 * walk goes on until the commits between them are counted.
 */
export async function readTimeline(
  walk: AsyncIterable<CommitNode>,
  candidates: ReleaseCandidate[],
  most: number,
): Promise<ReleaseTimeline> {
  const bySha = Map.groupBy(candidates, ({ sha }) => sha)
  const visited = new Map<string, CommitNode>()
  const open = new Set<string>()
  const found: ReleaseCandidate[] = []
  let [stable, budget] = [0, Number.POSITIVE_INFINITY]
  // What the oldest wanted release contains; null until it is found.
  let contained: Set<string> | null = null
  let isComplete = true
  for await (const node of walk) {
    visited.set(node.sha, node)
    open.delete(node.sha)
    for (const parent of node.parents) if (!visited.has(parent)) open.add(parent)
    if (contained?.has(node.sha)) for (const parent of node.parents) mark(contained, parent, visited)
    for (const release of stable < most ? (bySha.get(node.sha) ?? []) : []) {
      found.push(release)
      if (!isPreRelease(release.version)) stable += 1
      budget = Math.min(budget, visited.size + maxOlderCommits)
    }
    if (stable >= most && contained === null) {
      contained = new Set()
      mark(contained, node.sha, visited)
    }
    const isCounted = contained !== null && [...open].every((sha) => contained!.has(sha))
    if (isCounted || visited.size >= budget) {
      isComplete = open.size === 0
      break
    }
  }
  return {
    releases: countBetween(found, visited),
    hasMore: !isComplete || found.length < reachableCount(bySha, visited),
    committedAt: visited.values().next().value?.committedAt ?? null,
  }
}

function reachableCount(bySha: Map<string, ReleaseCandidate[]>, visited: Map<string, CommitNode>): number {
  return [...bySha].reduce((sum, [sha, releases]) => sum + (visited.has(sha) ? releases.length : 0), 0)
}

function countBetween(found: ReleaseCandidate[], visited: Map<string, CommitNode>): ReachableRelease[] {
  let newer = new Set(visited.keys())
  return found.map((release) => {
    const own = new Set<string>()
    mark(own, release.sha, visited)
    const commits = [...newer].filter((sha) => visited.has(sha) && !own.has(sha)).length
    newer = own
    return { release, commits, committedAt: visited.get(release.sha)!.committedAt }
  })
}

/** Adds a commit and its visited ancestors, with the first commit behind each that was not visited yet. */
function mark(set: Set<string>, sha: string, visited: Map<string, CommitNode>): void {
  const waiting = [sha]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (set.has(next)) continue
    set.add(next)
    waiting.push(...(visited.get(next)?.parents ?? []))
  }
}

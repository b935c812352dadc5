import type { CommitNode } from '../core/commit.ts'
import type { Repository } from '../core/repository.ts'
import { compareCandidates, type ReleaseCandidate } from '../git/release-candidates.ts'

/** The end of a range, and what its nearest release does not have. */
export interface DivergedQuery {
  candidates: ReleaseCandidate[]
  /** The commits that the end has and its nearest release does not, the end itself first, in git's order. */
  since: CommitNode[]
  /** Whether the end is a release, so that later releases of other branches do not count. */
  isRelease: boolean
}

/** A release of a branch that left the history of the end, and the commit at which it left. */
export interface DivergedRelease {
  release: ReleaseCandidate
  fork: string
}

// Enough to compare the newest release branches; every question is at most one request to a host.
const maxQuestions = 20
const maxOlderLines = 2
const maxCommits = 2000

/**
 * Finds the release that shares the newest merge base with the end of a range without being part of its history.
 * Projects that tag on release branches have such releases only. Of several with the same merge base the highest
 * version wins. The highest versions are compared first, one for each release branch.
 */
export async function findDivergedRelease(
  repository: Pick<Repository, 'commits'>,
  { candidates, since, isRelease }: DivergedQuery,
): Promise<DivergedRelease | null> {
  const [end] = since
  if (!end) return null
  const positions = new Map(since.map(({ sha }, position) => [sha, position]))
  const waiting = candidates.filter(({ sha }) => !positions.has(sha)).toSorted(compareCandidates)
  const sides = new Map<string, Promise<Side>>()
  const look = ({ sha }: ReleaseCandidate): Promise<Side> => {
    const side = sides.get(sha) ?? readSide(repository, end.sha, sha)
    sides.set(sha, side)
    return side
  }
  const isAfter = async (candidate: ReleaseCandidate) =>
    mergeBase(candidate.sha, await look(candidate), positions) === 0
  const known = new Set<string>()
  let best: { release: ReleaseCandidate; position: number } | null = null
  let older = 0
  for (let index = await findFirst(waiting, isAfter); index < waiting.length; index += 1) {
    const candidate = waiting[index]!
    if (known.has(candidate.sha) || known.has(lineOf(candidate))) continue
    if (sides.size >= maxQuestions || older === maxOlderLines) break
    const side = await look(candidate)
    known.add(lineOf(candidate))
    for (const sha of side.keys()) known.add(sha)
    const releases = waiting.filter(({ sha }) => side.has(sha))
    const found = chooseRelease(isRelease ? releasedBefore(end, releases, side) : releases, side, positions)
    const isNewer = found !== null && (best === null || found.position < best.position)
    if (isNewer) best = found
    older = isNewer ? 0 : older + 1
  }
  return best && { release: best.release, fork: since[best.position]!.sha }
}

/** The commits that a release has and the end of the range does not. */
type Side = Map<string, CommitNode>

/** Reads one side; none if the release is too far away to be compared. */
async function readSide(
  repository: Pick<Repository, 'commits'>,
  fromSha: string,
  toSha: string,
): Promise<Side> {
  const side: Side = new Map()
  for await (const { sha, parents, committedAt } of repository.commits({ fromSha, toSha }, maxCommits))
    side.set(sha, { sha, parents, committedAt })
  return side.size < maxCommits ? side : new Map()
}

/** Finds the first candidate that does not contain the end; as a rule the higher versions are the later ones. */
async function findFirst(
  waiting: ReleaseCandidate[],
  isAfter: (candidate: ReleaseCandidate) => Promise<boolean>,
): Promise<number> {
  if (waiting.length === 0 || !(await isAfter(waiting[0]!))) return 0
  let [low, high] = [1, waiting.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (await isAfter(waiting[middle]!)) low = middle + 1
    else high = middle
  }
  return low
}

/** Whether two releases belong to the same release branch, as all of 1.4 do. */
export function isSameLine(one: ReleaseCandidate, other: ReleaseCandidate): boolean {
  return lineOf(one) === lineOf(other)
}

function lineOf({ version: { scope, numbers } }: ReleaseCandidate): string {
  return `${scope} ${numbers.slice(0, 2).join('.')}`
}

/** The releases that were made before another one. */
function releasedBefore(end: CommitNode, releases: ReleaseCandidate[], side: Side): ReleaseCandidate[] {
  return releases.filter(({ sha }) => side.get(sha)!.committedAt <= end.committedAt)
}

/** Chooses the release with the newest merge base; the releases are sorted, the highest version first. */
function chooseRelease(
  releases: ReleaseCandidate[],
  side: Side,
  positions: ReadonlyMap<string, number>,
): { release: ReleaseCandidate; position: number } | null {
  let best: { release: ReleaseCandidate; position: number } | null = null
  for (const release of releases) {
    const position = mergeBase(release.sha, side, positions)
    // A release that contains the end came after it.
    if (position === null || position === 0) continue
    if (best === null || position < best.position) best = { release, position }
  }
  return best
}

/** The position of the newest commit that a release shares with the end; null if there is none. */
function mergeBase(sha: string, side: Side, positions: ReadonlyMap<string, number>): number | null {
  let newest: number | null = null
  const seen = new Set([sha])
  const waiting = [sha]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const position = positions.get(next)
    if (position !== undefined && (newest === null || position < newest)) newest = position
    for (const parent of side.get(next)?.parents ?? []) {
      if (seen.has(parent)) continue
      seen.add(parent)
      waiting.push(parent)
    }
  }
  return newest
}

import type { Commit } from '../core/commit.ts'
import type { Relation, ResolvedRange } from '../core/range.ts'
import { type Warning, warn } from '../core/warnings.ts'
import { type ReleaseCandidate, releaseCandidates } from '../git/release-candidates.ts'
import { parseRevision } from '../git/revision.ts'
import { parseReleaseTag, parseTag, type TagVersion } from '../git/tag.ts'
import { nearestReleaseInRange } from './nearest-release.ts'

/** Returns what is unexpected about a range, with other refs to use where they would help. */
export function rangeWarnings(
  range: ResolvedRange,
  { relation, commits, repoFullName }: { relation: Relation; commits: Commit[]; repoFullName: string },
): Warning[] {
  const { fromRef, toRef } = range
  const between = releaseBetween(range, commits, repoFullName)
  if (fromRef === null || relation === 'root') return between === null ? [] : [between]
  return [
    relation === 'reversed' ? warn('reversed', { fromRef, toRef }) : null,
    relation === 'diverged' ? divergedWarning(range, commits, 0) : null,
    wide({ fromRef, toRef }, commits),
    between,
  ].filter((warning) => warning !== null)
}

/** Warns that the start of a range is not an ancestor of its end, and how many changes both have. */
export function divergedWarning(
  { fromRef, toRef, toSha }: ResolvedRange,
  commits: Commit[],
  alreadyReleased: number,
): Warning {
  const fork = forkPoint(toSha, commits)
  return warn('diverged', { fromRef: fromRef ?? '', toRef, fork, alreadyReleased })
}

/** Returns the first commit outside the range on the main line of `to`, abbreviated. */
function forkPoint(toSha: string, commits: Commit[]): string | null {
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]))
  let sha: string | undefined = toSha
  for (let commit = bySha.get(sha); commit; commit = sha === undefined ? undefined : bySha.get(sha)) {
    sha = commit.parents[0]
  }
  return sha?.slice(0, 12) ?? null
}

function wide({ fromRef, toRef }: { fromRef: string; toRef: string }, commits: Commit[]): Warning | null {
  const last = parseRevision(fromRef).steps.at(-1)
  const steps = last?.parent === 1 ? last.count : 0
  if (steps === 0 || commits.length < steps + 5 || commits.length <= steps * 1.5) return null
  return warn('wide-range', { fromRef, toRef, steps, commits: commits.length })
}

/** Warns about releases inside the range: those that would have been found as the previous release of its end. */
function releaseBetween(
  { fromRef, toRef, fromSha, toSha }: ResolvedRange,
  commits: Commit[],
  repoFullName: string,
): Warning | null {
  const tags = commits
    .filter(({ sha }) => sha !== toSha)
    .flatMap(({ sha, tags: names }) => names.map((name) => ({ name, sha })))
  if (tags.length === 0) return null
  const from = fromRef === null ? null : parseReleaseTag(fromRef)
  const version = parseReleaseTag(toRef) ? toRef : null
  const candidates = releaseCandidates(tags, { version, scope: scopeOf(toRef, from), repoFullName })
  // A back-port that was merged into the range is not a release after its start.
  const between = from && fromSha !== null ? releasesAfter(fromSha, candidates, commits) : candidates
  const newest = nearestReleaseInRange(commits, between)
  return newest && warn('release-between', { releases: between.length, newest: newest.name })
}

/** In a repository of several packages only the releases of the package in question count. */
function scopeOf(toRef: string, from: TagVersion | null): string | undefined {
  return parseTag(toRef)?.scope ?? from?.scope
}

/** The releases that contain the start of the range; all of them if the range does not begin at its start. */
function releasesAfter(
  fromSha: string,
  candidates: ReleaseCandidate[],
  commits: Commit[],
): ReleaseCandidate[] {
  const containing = new Set([fromSha])
  for (const { sha, parents } of parentsFirst(commits))
    if (parents.some((parent) => containing.has(parent))) containing.add(sha)
  return containing.size === 1 ? candidates : candidates.filter(({ sha }) => containing.has(sha))
}

/** Commits so that each comes after its parents, which their dates alone do not guarantee. */
function parentsFirst(commits: Commit[]): Commit[] {
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]))
  const ordered: Commit[] = []
  const waiting = commits.map((commit) => ({ commit, isReady: false }))
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { commit, isReady } = next
    if (isReady) ordered.push(commit)
    else if (bySha.delete(commit.sha)) {
      waiting.push({ commit, isReady: true })
      for (const sha of commit.parents) {
        const parent = bySha.get(sha)
        if (parent) waiting.push({ commit: parent, isReady: false })
      }
    }
  }
  return ordered
}

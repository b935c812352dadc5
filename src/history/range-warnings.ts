import type { Commit } from '../core/commit.ts'
import type { Relation, ResolvedRange } from '../core/range.ts'
import { type Warning, warn } from '../core/warnings.ts'
import { parseRevision } from '../git/revision.ts'
import { parseReleaseTag, parseTag } from '../git/tag.ts'
import { compareVersions, isPreRelease } from '../git/version.ts'

/** Returns what is unexpected about a range, with other refs to use where they would help. */
export function rangeWarnings(range: ResolvedRange, relation: Relation, commits: Commit[]): Warning[] {
  const { fromRef, toRef, toSha } = range
  const between = releaseBetween(range, commits)
  if (fromRef === null || relation === 'root') return between === null ? [] : [between]
  return [
    relation === 'reversed' ? warn('reversed', { fromRef, toRef }) : null,
    relation === 'diverged' ? warn('diverged', { fromRef, toRef, fork: forkPoint(toSha, commits) }) : null,
    wide({ fromRef, toRef }, commits),
    between,
  ].filter((warning) => warning !== null)
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

function releaseBetween({ fromRef, toRef, toSha }: ResolvedRange, commits: Commit[]): Warning | null {
  const to = parseReleaseTag(toRef)
  // In a repository of several packages only the releases of the package in question count.
  const scope = (parseTag(toRef) ?? (fromRef === null ? null : parseTag(fromRef)))?.scope
  const between = commits
    .filter((commit) => commit.sha !== toSha)
    .flatMap((commit) => commit.tags)
    .flatMap((name) => {
      const version = parseReleaseTag(name)
      return version ? [{ name, version }] : []
    })
    .filter(({ version }) => !(to && !isPreRelease(to) && isPreRelease(version)))
    .filter(({ version }) => scope === undefined || version.scope === scope)
  // Versions of different packages have no order: without a scope, the package of the newest commit counts.
  const newest = between
    .filter(({ version }) => version.scope === between[0]!.version.scope)
    .reduce<(typeof between)[number] | undefined>(
      (best, tag) => (best && compareVersions(best.version, tag.version) >= 0 ? best : tag),
      undefined,
    )?.name
  if (newest === undefined) return null
  return warn('release-between', { releases: between.length, newest })
}

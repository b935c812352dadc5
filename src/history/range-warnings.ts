import type { Commit } from '../core/commit.ts'
import type { Relation, ResolvedRange } from '../core/range.ts'
import type { Warning } from '../core/warnings.ts'
import { readVersion } from '../git/version.ts'

/** The range doctor: what about a range will surprise its reader, and what to ask for instead. */
export function rangeWarnings(range: ResolvedRange, relation: Relation, commits: Commit[]): Warning[] {
  return [
    relation === 'reversed' ? reversed(range) : null,
    relation === 'diverged' ? diverged(range, commits) : null,
    relation === 'root' ? null : wide(range, commits),
    releaseBetween(range, commits),
  ].filter((warning) => warning !== null)
}

function reversed({ fromRef, toRef }: ResolvedRange): Warning {
  return {
    code: 'reversed',
    detail: `${fromRef} is newer than ${toRef}, so the range is empty. Swap them: fromRef "${toRef}", toRef "${fromRef}".`,
    instead: { fromRef: toRef, toRef: fromRef },
  }
}

function diverged({ fromRef, toRef, toSha }: ResolvedRange, commits: Commit[]): Warning {
  const fork = forkPoint(toSha, commits)?.slice(0, 12)
  return {
    code: 'diverged',
    detail: `${fromRef} is not an ancestor of ${toRef}: the notes cover what ${toRef} has and ${fromRef} lacks. ${
      fork ? `To start where they parted, use fromRef "${fork}".` : 'They share no history.'
    }`,
    ...(fork ? { instead: { fromRef: fork } } : {}),
  }
}

/** The first commit outside the range on the main line of `to`. */
function forkPoint(toSha: string, commits: Commit[]): string | null {
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]))
  let sha: string | undefined = toSha
  for (let commit = bySha.get(sha); commit; commit = sha === undefined ? undefined : bySha.get(sha)) {
    sha = commit.parents[0]
  }
  return sha ?? null
}

function wide({ fromRef, toRef }: ResolvedRange, commits: Commit[]): Warning | null {
  const steps = Number(/~(\d{1,9})$/.exec(fromRef)?.[1] ?? 0)
  if (steps === 0 || commits.length < steps + 5 || commits.length <= steps * 1.5) return null
  return {
    code: 'wide-range',
    detail: `${fromRef} goes ${steps} steps along the main line, and over its merges ${fromRef}..${toRef} holds ${commits.length} commits. To start at a release, name its tag as fromRef.`,
  }
}

function releaseBetween({ fromRef, toRef, toSha }: ResolvedRange, commits: Commit[]): Warning | null {
  const toStable = !isPreRelease(toRef) && isVersion(toRef)
  // In a repository of several packages only the releases of the one that is told count.
  const told = readVersion(toRef) ?? readVersion(fromRef)
  const between = commits
    .filter((commit) => commit.sha !== toSha)
    .flatMap((commit) => commit.tags)
    .filter((tag) => isVersion(tag) && !(toStable && isPreRelease(tag)))
    .filter((tag) => told === null || (readVersion(tag)?.scope ?? '') === told.scope)
  const newest = between[0]
  if (newest === undefined) return null
  return {
    code: 'release-between',
    detail: `${between.length === 1 ? `The release ${newest} lies` : `${between.length} releases lie, ${newest} the newest of them,`} between ${fromRef} and ${toRef}. For what came after it, use fromRef "${newest}".`,
    instead: { fromRef: newest },
  }
}

function isVersion(name: string): boolean {
  return /\d\.\d/.test(name)
}

function isPreRelease(name: string): boolean {
  return /\d(?:[-.]?(?:alpha|beta|rc|pre|dev|a|b)[-.]?\d*|-[\w.-]+)$/i.test(name)
}

import type { Change, Curated, ExcludedChange, Omission } from '../core/change.ts'
import type { Commit } from '../core/commit.ts'
import type { Fault } from '../core/errors.ts'
import type { Citation } from '../core/sent-notes.ts'
import { quote } from './evidence-lookup.ts'

/** The changes that a citation refers to, and its faults. */
interface ResolvedCitation {
  changeIds: string[]
  /** The cited commits that are not part of any change, with the reason. */
  omitted: Omission[]
  faults: Fault[]
}

/** Resolves the ids and SHAs of a citation; `at` is its JSON pointer, for the faults. */
export type CitationResolver = (citation: Citation, at: string) => ResolvedCitation

/** Creates a resolver for the citations of submitted notes; ids and SHAs must belong to the range. */
export function createCitationResolver(
  { changes, omitted }: Pick<Curated, 'changes' | 'omitted'>,
  commits: Pick<Commit, 'sha'>[],
): CitationResolver {
  const byId = new Map(changes.map((change) => [change.id, change]))
  const byNumber = new Map(
    changes.toReversed().flatMap((change) => change.pullRequests.map((number) => [number, change] as const)),
  )
  const ofCommit = new Map(changes.flatMap((change) => change.commits.map((sha) => [sha, change] as const)))
  const omissions = new Map(omitted.map((omission) => [omission.sha, omission]))
  const findSha = createShaFinder(commits)
  return (citation, at) => {
    const found = new Set<Change>()
    const resolved: ResolvedCitation = { changeIds: [], omitted: [], faults: [] }
    const addCommit = (sha: string) => {
      if (ofCommit.has(sha)) found.add(ofCommit.get(sha)!)
      else resolved.omitted.push(omissions.get(sha)!)
    }
    for (const id of citation.ids) {
      const change = byId.get(id) ?? byNumber.get(numberIn(id) ?? -1)
      const named = change ? null : shaIn(id)
      const sha = named === null ? null : findSha(named)
      if (change) found.add(change)
      else if (sha && 'full' in sha) addCommit(sha.full)
      else resolved.faults.push({ pointer: at, detail: unknownId(id, [...byId.keys()]) })
    }
    for (const given of citation.commits) {
      const sha = findSha(given)
      if ('fault' in sha) resolved.faults.push({ pointer: at, detail: sha.fault })
      else addCommit(sha.full)
    }
    resolved.changeIds = [...found].map(({ id }) => id)
    return resolved
  }
}

/** The number of a pull request that is given instead of an id: `12`, `#12`, `!12` or `pr-12`. */
function numberIn(id: string): number | null {
  const digits = /^(?:pr-|[#!])?(\d{1,9})$/i.exec(id)?.[1]
  return digits === undefined ? null : Number(digits)
}

/** The SHA that is given instead of an id, with or without the beginning of the ids of commits. */
function shaIn(id: string): string | null {
  return /^(?:commit-)?([0-9a-f]{7,64})$/i.exec(id)?.[1] ?? null
}

/**
 * Returns the full SHAs of all cited commits, and of the excluded changes that are cited by id or number; commits
 * outside the range are ignored.
 */
export function findCitedCommits(
  citations: Citation[],
  commits: Pick<Commit, 'sha'>[],
  excluded: ExcludedChange[] = [],
): Set<string> {
  const findSha = createShaFinder(commits)
  const byId = new Map(excluded.map((change) => [change.id, change]))
  const byNumber = new Map(excluded.map((change) => [change.pullRequest, change]))
  const shas = citations.flatMap(({ ids, commits: cited }) => [
    ...cited,
    ...ids.flatMap((id) => (byId.get(id) ?? byNumber.get(numberIn(id) ?? -1))?.commits ?? shaIn(id) ?? []),
  ])
  const found = shas.map(findSha)
  return new Set(found.flatMap((sha) => ('full' in sha ? [sha.full] : [])))
}

/** Returns a function that completes abbreviated SHAs, with a binary search in the sorted SHAs. */
function createShaFinder(
  commits: Pick<Commit, 'sha'>[],
): (given: string) => { full: string } | { fault: string } {
  const sorted = commits.map(({ sha }) => sha).sort()
  return (given) => {
    const start = given.toLowerCase()
    const first = sorted[firstFrom(sorted, start)]
    const next = sorted[firstFrom(sorted, start) + 1]
    if (!first?.startsWith(start)) return { fault: unknownCommit(given, commits.length) }
    if (next?.startsWith(start) && first !== start)
      return {
        fault: `${quote(given)} matches more than one commit of the range; use more digits`,
      }
    return { full: first }
  }
}

function firstFrom(sorted: string[], start: string): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < start) low = middle + 1
    else high = middle
  }
  return low
}

function unknownId(id: string, known: string[]): string {
  const digits = /\d+/.exec(id)?.[0]
  const nearest = digits === undefined ? undefined : known.find((each) => each.includes(digits))
  const advice =
    nearest === undefined ? 'use an id from the list of changes' : `did you mean ${quote(nearest)}?`
  return `there is no change ${quote(id)} in the range; ${advice}`
}

function unknownCommit(given: string, count: number): string {
  return `the commit ${quote(given)} is not one of the ${count} commits of the range; cite one of them, or extend the range`
}

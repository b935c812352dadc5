import type { Change, Curated, Omission } from '../core/change.ts'
import type { Commit } from '../core/commit.ts'
import type { Fault } from '../core/errors.ts'
import type { Citation } from '../core/sent-notes.ts'
import { quote } from './evidence-lookup.ts'

/** What a citation comes to: the changes it is about, and what in it is about nothing. */
interface Resolved {
  changeIds: string[]
  /** The cited commits that no change holds, with the reason. */
  leftOut: Omission[]
  faults: Fault[]
}

/** Looks up what sent notes cite; ids and SHAs are all that is taken from them, and both must be of the range. */
export function createCitationResolver(
  { changes, omitted }: Pick<Curated, 'changes' | 'omitted'>,
  commits: Commit[],
) {
  const byId = new Map(changes.map((change) => [change.id, change]))
  const ofCommit = new Map(changes.flatMap((change) => change.commits.map((sha) => [sha, change] as const)))
  const omissions = new Map(omitted.map((omission) => [omission.sha, omission]))
  const findSha = shaFinder(commits)
  return (citation: Citation, at: string): Resolved => {
    const found = new Set<Change>()
    const resolved: Resolved = { changeIds: [], leftOut: [], faults: [] }
    for (const id of citation.ids) {
      const change = byId.get(id)
      if (change) found.add(change)
      else resolved.faults.push({ pointer: at, detail: unknownId(id) })
    }
    for (const given of citation.commits) {
      const sha = findSha(given)
      if ('fault' in sha) resolved.faults.push({ pointer: at, detail: sha.fault })
      else if (ofCommit.has(sha.full)) found.add(ofCommit.get(sha.full)!)
      else resolved.leftOut.push(omissions.get(sha.full)!)
    }
    resolved.changeIds = [...found].map(({ id }) => id)
    return resolved
  }
}

/** The commits of the range that citations name, by their whole SHAs; what is not in it is passed over. */
export function findCitedCommits(citations: Citation[], commits: Commit[]): Set<string> {
  const findSha = shaFinder(commits)
  const found = citations.flatMap((each) => each.commits.map(findSha))
  return new Set(found.flatMap((sha) => ('full' in sha ? [sha.full] : [])))
}

/** Finds whole SHAs by their beginnings: they are sorted once, and each is looked up by halving. */
function shaFinder(commits: Commit[]): (given: string) => { full: string } | { fault: string } {
  const sorted = commits.map(({ sha }) => sha).sort()
  return (given) => {
    const start = given.toLowerCase()
    const first = sorted[firstFrom(sorted, start)]
    const next = sorted[firstFrom(sorted, start) + 1]
    if (!first?.startsWith(start)) return { fault: unknownCommit(given, commits.length) }
    if (next?.startsWith(start) && first !== start)
      return {
        fault: `${quote(given)} is the beginning of more than one commit of the range; give more digits`,
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

function unknownId(id: string): string {
  return `there is no change ${quote(id)} in the range; take the ids from the list of its changes`
}

function unknownCommit(given: string, count: number): string {
  return `the commit ${quote(given)} is not among the ${count} of the range; cite one that is, or widen the range`
}

import type { Commit } from '../../core/commit.ts'
import { Problem } from '../../core/errors.ts'
import type { RefName } from '../../core/listing.ts'
import type { CommitRange } from '../../core/range.ts'
import { asSeconds } from './rest-client.ts'

/** Some commits of a range, and how many the host says the range has. */
interface CommitPage {
  commits: Commit[]
  total: number | null
}

/** A tag with its commit, which it lacks when it points at something else, and the moment it was made. */
export interface ListedTag {
  name: string
  sha: string | null
  madeAt: string | null
}

/** What a range is gathered from. */
export interface RangeSource {
  readonly name: string
  commitPages(range: CommitRange): AsyncIterable<CommitPage>
  /** The host's own count of the range; null when it has none. */
  count(range: CommitRange): Promise<number | null>
  /** All tags, the newest first. */
  tagPages(): AsyncIterable<ListedTag[]>
  /** A best common ancestor; null when there is none, undefined when the host cannot tell. */
  mergeBase(fromSha: string, toSha: string): Promise<string | null | undefined>
}

/** The commits of a range with their tags, checked to be all of them. */
export async function* commitsOverRest(
  source: RangeSource,
  range: CommitRange,
  limit: number,
): AsyncGenerator<Commit> {
  if (range.fromSha === range.toSha || limit <= 0) return
  const commits = new Map<string, Commit>()
  let total: number | null = null
  pages: for await (const page of source.commitPages(range)) {
    total = page.total ?? total
    for (const commit of page.commits) {
      commits.set(commit.sha, commit)
      if (commits.size >= limit) break pages
    }
  }
  if (commits.size < limit) await checkWhole(source, range, { commits, total })
  const tags = await tagsOf(source, commits)
  for (const commit of commits.values()) yield { ...commit, tags: tags.get(commit.sha) ?? [] }
}

async function checkWhole(
  source: RangeSource,
  range: CommitRange,
  { commits, total }: { commits: Map<string, Commit>; total: number | null },
): Promise<void> {
  const counted = total ?? (await source.count(range))
  if (counted !== null) {
    if (commits.size !== counted) throw incomplete(source.name, `${commits.size} of ${counted} commits came`)
    return
  }
  const fault = faultOfGraph(range, commits) ?? (await faultOfEnds(source, range, commits))
  if (fault !== null) throw incomplete(source.name, fault)
}

/** A host without a count of its own: what the commits say of each other must hold together. */
function faultOfGraph(range: CommitRange, commits: Map<string, Commit>): string | null {
  if (commits.size === 0) return range.fromSha === null ? 'none came of a history that has some' : null
  const cited = new Set([range.toSha])
  for (const commit of commits.values()) for (const parent of commit.parents) cited.add(parent)
  if (!commits.has(range.toSha)) return 'the last commit of the range did not come'
  const stray = [...commits.keys()].find((sha) => !cited.has(sha))
  if (stray !== undefined) return `what leads to ${stray.slice(0, 12)} did not come`
  if (range.fromSha !== null) return null
  const lacking = [...cited].find((sha) => !commits.has(sha))
  return lacking === undefined ? null : `${lacking.slice(0, 12)} did not come`
}

/** A range that does not end at its start is diverged or reversed, or the host stopped too early. */
async function faultOfEnds(
  source: RangeSource,
  { fromSha, toSha }: CommitRange,
  commits: Map<string, Commit>,
): Promise<string | null> {
  if (fromSha === null) return null
  for (const commit of commits.values()) if (commit.parents.includes(fromSha)) return null
  const base = await source.mergeBase(fromSha, toSha)
  if (base === undefined) return null
  const isWhole = commits.size === 0 ? base === toSha : base !== fromSha
  return isWhole ? null : `${commits.size} commits came, and none of them follows on the start of the range`
}

function incomplete(name: string, seen: string): Problem {
  return new Problem(
    'host_incomplete',
    `${name} did not give all commits of the range: ${seen}. Try again; notes from a part of the range would be wrong.`,
  )
}

const daySeconds = 86_400

/** The tags of some commits; older tags than the oldest commit are not asked for. */
async function tagsOf(source: RangeSource, commits: Map<string, Commit>): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  if (commits.size === 0) return found
  // A tag is made after its commit; a day is left for clocks that disagree.
  const oldest = oldestOf(commits.values()) - daySeconds
  for await (const tags of source.tagPages()) {
    for (const { name, sha } of tags) {
      if (sha === null || !commits.has(sha)) continue
      found.set(sha, [...(found.get(sha) ?? []), name])
    }
    const last = tags.at(-1)?.madeAt
    if (last && asSeconds(last) < oldest) break
  }
  return found
}

/** When the oldest of some commits was put into the history, in seconds. */
export function oldestOf(commits: Iterable<Commit>): number {
  let oldest = Number.POSITIVE_INFINITY
  for (const { committedAt } of commits) oldest = Math.min(oldest, committedAt)
  return oldest
}

/** Tags as pickers show them. */
export function asRefNames(tags: ListedTag[]): RefName[] {
  return tags.flatMap(({ name, sha, madeAt }) =>
    sha === null ? [] : [{ name, kind: 'tag' as const, sha, date: madeAt?.slice(0, 10) ?? null }],
  )
}

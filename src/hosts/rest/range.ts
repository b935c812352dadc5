import type { Commit } from '../../core/commit.ts'
import type { RefName, TagName } from '../../core/listing.ts'
import type { CommitRange } from '../../core/range.ts'
import { canDoWithout } from '../host-defaults.ts'
import { toUnixSeconds } from './dates.ts'
import { incompleteRange } from './rest-errors.ts'

/** Some commits of a range, and how many the range has if the host says so. */
interface CommitPage {
  commits: Commit[]
  total: number | null
}

/** A tag with its date and its commit, which is null if the tag points to another object. */
export interface ListedTag {
  name: string
  sha: string | null
  madeAt: string | null
}

/** Reads the commits and tags of one repository. */
export interface RangeSource {
  readonly hostName: string
  commitPages(range: CommitRange): AsyncIterable<CommitPage>
  /** The host's own count of the range; null if it has none. */
  count(range: CommitRange): Promise<number | null>
  /** All tags, the newest first. */
  tagPages(): AsyncIterable<ListedTag[]>
  /** A best common ancestor; null if there is none, undefined if the host cannot find it. */
  mergeBase(fromSha: string, toSha: string): Promise<string | null | undefined>
  /**
   * Reads the logins of the newest of some commits, if the host returns them only with commits. Returns the number of
   * commits whose logins were read.
   */
  readLogins?(toSha: string, count: number): Promise<number>
}

/** Yields the commits of a range with their tags, and throws if the host did not return all of them. */
export async function* commitsOverRest(
  source: RangeSource,
  range: CommitRange,
  { limit, otherTags }: { limit: number; otherTags: () => Promise<TagName[]> },
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
  if (commits.size < limit) await checkComplete(source, range, { commits, total })
  const tags = await tagsOf(source, commits, otherTags)
  for (const commit of commits.values()) yield { ...commit, tags: tags.get(commit.sha) ?? [] }
}

async function checkComplete(
  source: RangeSource,
  range: CommitRange,
  { commits, total }: { commits: Map<string, Commit>; total: number | null },
): Promise<void> {
  const { hostName } = source
  const counted = total ?? (await source.count(range))
  if (counted !== null) {
    if (commits.size !== counted)
      throw incompleteRange(hostName, `${commits.size} of ${counted} commits arrived`)
    return
  }
  const gap = gapInGraph(range, commits) ?? (await gapAtStart(source, range, commits))
  if (gap !== null) throw incompleteRange(hostName, gap)
}

/** Without a count, the parents of the commits show whether one is missing. */
function gapInGraph(range: CommitRange, commits: Map<string, Commit>): string | null {
  if (commits.size === 0) return range.fromSha === null ? 'no commits arrived' : null
  const referenced = new Set([range.toSha])
  for (const commit of commits.values()) for (const parent of commit.parents) referenced.add(parent)
  if (!commits.has(range.toSha)) return 'the last commit is missing'
  const orphan = [...commits.keys()].find((sha) => !referenced.has(sha))
  if (orphan !== undefined) return `the child of ${orphan.slice(0, 12)} is missing`
  if (range.fromSha !== null) return null
  const missing = [...referenced].find((sha) => !commits.has(sha))
  return missing === undefined ? null : `${missing.slice(0, 12)} is missing`
}

/** A range that does not reach its start is diverged or reversed, or the host stopped too early. */
async function gapAtStart(
  source: RangeSource,
  { fromSha, toSha }: CommitRange,
  commits: Map<string, Commit>,
): Promise<string | null> {
  if (fromSha === null) return null
  for (const commit of commits.values()) if (commit.parents.includes(fromSha)) return null
  const base = await source.mergeBase(fromSha, toSha)
  if (base === undefined) return null
  const isComplete = commits.size === 0 ? base === toSha : base !== fromSha
  if (isComplete) return null
  const count = commits.size === 1 ? '1 commit' : `${commits.size} commits`
  return `${count} arrived, and none is a child of the start of the range`
}

const daySeconds = 86_400

/** Returns the tags of some commits; tags older than the oldest commit are not read. */
async function tagsOf(
  source: RangeSource,
  commits: Map<string, Commit>,
  otherTags: () => Promise<TagName[]>,
): Promise<Map<string, string[]>> {
  if (commits.size === 0) return new Map()
  try {
    return await listedTagsOf(source, commits)
  } catch (error) {
    // One tag that points to a tree makes some hosts fail for the whole list.
    if (!canDoWithout(error)) throw error
    return groupTags(await otherTags(), commits)
  }
}

function groupTags(tags: TagName[], commits: Map<string, Commit>): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { name, sha } of tags) if (commits.has(sha)) found.set(sha, [...(found.get(sha) ?? []), name])
  return found
}

async function listedTagsOf(
  source: RangeSource,
  commits: Map<string, Commit>,
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  // A tag is created after its commit; one day allows for clocks that disagree.
  const oldest = oldestOf(commits.values()) - daySeconds
  for await (const tags of source.tagPages()) {
    for (const { name, sha } of tags) {
      if (sha === null || !commits.has(sha)) continue
      found.set(sha, [...(found.get(sha) ?? []), name])
    }
    const last = tags.at(-1)?.madeAt
    if (last && toUnixSeconds(last) < oldest) break
  }
  return found
}

/** Returns the earliest commit date of some commits, in seconds. */
export function oldestOf(commits: Iterable<Commit>): number {
  let oldest = Number.POSITIVE_INFINITY
  for (const { committedAt } of commits) oldest = Math.min(oldest, committedAt)
  return oldest
}

/** Converts tags to the items of a picker; tags without a commit are dropped. */
export function toRefNames(tags: ListedTag[]): RefName[] {
  return tags.flatMap(({ name, sha, madeAt }) =>
    sha === null ? [] : [{ name, kind: 'tag' as const, sha, date: madeAt?.slice(0, 10) ?? null }],
  )
}

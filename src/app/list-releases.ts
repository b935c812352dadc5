import type { Access, Host } from '../core/host.ts'
import type { RefName } from '../core/listing.ts'
import type { Repository } from '../core/repository.ts'
import { type ReleaseCandidate, releasesOfPackage } from '../git/release-candidates.ts'
import { defaultTagRules, type TagRules } from '../git/tag-rules.ts'
import { isPreRelease } from '../git/version.ts'
import { readTimeline } from '../history/release-timeline.ts'
import { resolveRange } from '../history/resolve-range.ts'
import { readEarlyConfig } from './load-config.ts'
import { versionSettings } from './version-settings.ts'

/** A release as the timeline of the editor shows it. */
interface ListedRelease {
  name: string
  sha: string
  /** The day, as YYYY-MM-DD; null when the host does not provide it. */
  date: string | null
  preRelease: boolean
  /** Whether it is part of the history of the ref. */
  reachable: boolean
  /** How many commits came after it, up to the next newer reachable release or the ref; null if it is not reachable. */
  commits: number | null
  /** The branch that it was released from, if it is not reachable and a branch has its name; else null. */
  branch: string | null
}

/** The releases of a repository by ancestry. */
export interface ReleaseList {
  to: { ref: string; sha: string; date: string | null }
  /** The newest first. */
  releases: ListedRelease[]
  /** Whether there may be older releases. */
  hasMore: boolean
}

interface ReleaseQuery {
  toRef: string
  packageName?: string
  /** How many reachable releases to return. */
  most: number
}

const maxAncestors = 30_000
const dayMs = 86_400_000
const recentDays = 365
const maxUnreachable = 10
const maxBranchLookups = 4

/** Lists the newest releases in the history of a ref, and those of the last 12 months on other branches. */
export async function listReleasesByAncestry(
  host: Host,
  access: Access,
  { toRef, packageName, most }: ReleaseQuery,
): Promise<ReleaseList> {
  const repository = await host.open(access)
  const [{ range }, tags, refs, rules] = await Promise.all([
    resolveRange(repository, { fromRef: null, toRef, version: null, date: null }),
    repository.tags(),
    // The list has the dates of the newest tags; without it they are unknown.
    repository.listRefs({ query: '', page: 1 }).then(
      ({ items }) => items,
      (): RefName[] => [],
    ),
    tagRules(repository, toRef, packageName),
  ])
  const dates = new Map(
    refs.flatMap(({ kind, name, date }) => (kind === 'tag' ? [[name, date] as const] : [])),
  )
  const all = releasesOfPackage(tags, { scope: '', repoFullName: repository.fullName, rules })
  // Without a main package, all packages count.
  const candidates =
    all.length > 0 ? all : releasesOfPackage(tags, { scope: null, repoFullName: repository.fullName, rules })
  const earlier = candidates.filter(({ sha }) => !range.toIsTag || sha !== range.toSha)
  const timeline = await readTimeline(repository.ancestors(range.toSha, maxAncestors), earlier, most)
  const reachable = timeline.releases.map(
    ({ release, commits, committedAt }): ListedRelease => ({
      ...describe(release, dates.get(release.name) ?? dayOf(committedAt)),
      reachable: true,
      commits,
      branch: null,
    }),
  )
  const known = new Set(reachable.map(({ name }) => name))
  const oldest = reachable.at(-1)?.date ?? ''
  const newest = refs.reduce((day, { date }) => (date !== null && date > day ? date : day), '')
  const others = earlier
    .flatMap((release) => {
      const date = dates.get(release.name) ?? null
      const isRecent = date !== null && isWithinYear(date, newest) && date > oldest
      return isRecent && !known.has(release.name) ? [{ release, date }] : []
    })
    .toSorted((one, other) => (one.date < other.date ? 1 : -1))
    .slice(0, maxUnreachable)
  const unreachable = await findUnreachable(repository, { toSha: range.toSha, others, refs })
  return {
    to: {
      ref: toRef,
      sha: range.toSha,
      date: timeline.committedAt === null ? null : dayOf(timeline.committedAt),
    },
    releases: [...reachable, ...unreachable].toSorted(compareReleases),
    hasMore: timeline.hasMore,
  }
}

/** The newest first; among those of one day, those of other branches first, as they hang above the line. */
function compareReleases(one: ListedRelease, other: ListedRelease): number {
  if (one.reachable && other.reachable) return 0
  if (one.date !== other.date) return (one.date ?? '') < (other.date ?? '') ? 1 : -1
  return Number(one.reachable) - Number(other.reachable)
}

async function tagRules(
  repository: Repository,
  toRef: string,
  packageName: string | undefined,
): Promise<TagRules> {
  if (packageName === undefined) return defaultTagRules
  const loaded = await readEarlyConfig(repository, { fromRef: null, toRef, version: null, packageName })
  return versionSettings(loaded?.config ?? {}).tags
}

interface OtherReleases {
  toSha: string
  others: { release: ReleaseCandidate; date: string }[]
  refs: RefName[]
}

/** Keeps the releases that are really on other branches, with the names of the branches. */
async function findUnreachable(
  repository: Repository,
  { toSha, others, refs }: OtherReleases,
): Promise<ListedRelease[]> {
  const isReachable = await Promise.all(others.map(({ release }) => contains(repository, toSha, release.sha)))
  const outside = others.filter((_, index) => isReachable[index] === false)
  const lines = [...new Set(outside.map(({ release }) => lineOf(release)))].slice(0, maxBranchLookups)
  const branches = new Map(
    await Promise.all(lines.map(async (line) => [line, await findBranches(repository, line, refs)] as const)),
  )
  return Promise.all(
    outside.map(async ({ release, date }): Promise<ListedRelease> => {
      const named = branches.get(lineOf(release)) ?? []
      const holds = await Promise.all(named.map(({ sha }) => contains(repository, sha, release.sha)))
      const branch = named.find((_, index) => holds[index])?.name ?? null
      return { ...describe(release, date), reachable: false, commits: null, branch }
    }),
  )
}

/** Whether a commit is an ancestor of another one; false if the host cannot say. */
async function contains(repository: Repository, sha: string, ancestor: string): Promise<boolean> {
  if (sha === ancestor) return true
  try {
    for await (const _ of repository.commits({ fromSha: sha, toSha: ancestor }, 1)) return false
    return true
  } catch {
    // The timeline is complete enough without this answer.
    return false
  }
}

/** The release branch as numbers, such as `8 0` for 8.0.2. */
function lineOf({ version }: ReleaseCandidate): string {
  return version.numbers.slice(0, 2).join(' ')
}

/** Finds branches whose names have the numbers of a release branch, such as `8-0-stable` or `release/8.0`. */
async function findBranches(repository: Repository, line: string, refs: RefName[]): Promise<RefName[]> {
  const fits = new RegExp(`(?<!\\d)${line.replace(' ', '[-._]')}(?!\\d)`)
  const select = (items: RefName[]) => items.filter(({ kind, name }) => kind === 'branch' && fits.test(name))
  const listed = select(refs)
  if (listed.length > 0) return listed.slice(0, 2)
  const found = await Promise.all(
    ['.', '-'].map((separator) =>
      repository.listRefs({ query: line.replace(' ', separator), page: 1 }).then(
        ({ items }) => select(items),
        (): RefName[] => [],
      ),
    ),
  )
  return found.flat().slice(0, 2)
}

function describe({ name, sha, version }: ReleaseCandidate, date: string | null) {
  return { name, sha, date, preRelease: isPreRelease(version) }
}

function dayOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10)
}

/** Whether a day is in the year before the newest one, which stands in for today: the same repository, the same answer. */
function isWithinYear(day: string, newest: string): boolean {
  return Date.parse(newest) - Date.parse(day) <= recentDays * dayMs
}

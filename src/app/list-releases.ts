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
  /** False if the host did not answer everything: days, branches, or releases on other branches may be missing. */
  complete: boolean
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
  const extras = new Extras(repository, access.signal)
  const [{ range }, tags, refs, rules] = await Promise.all([
    resolveRange(repository, { fromRef: null, toRef, version: null, date: null }),
    repository.tags(),
    // The list has the dates of the newest tags; without it they are unknown.
    extras.listRefs(''),
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
  const unreachable = await findUnreachable(extras, { toSha: range.toSha, others, refs })
  return {
    to: {
      ref: toRef,
      sha: range.toSha,
      date: timeline.committedAt === null ? null : dayOf(timeline.committedAt),
    },
    releases: [...reachable, ...unreachable].toSorted(compareReleases),
    hasMore: timeline.hasMore,
    complete: extras.complete,
  }
}

/** Questions without whose answers the list is still useful. */
class Extras {
  /** Whether all of them were answered. */
  complete = true
  readonly #repository: Repository
  readonly #signal: AbortSignal

  constructor(repository: Repository, signal: AbortSignal) {
    this.#repository = repository
    this.#signal = signal
  }

  async listRefs(query: string): Promise<RefName[]> {
    return (await this.#ask(() => this.#repository.listRefs({ query, page: 1 })))?.items ?? []
  }

  /** Whether a commit is an ancestor of another one; null if that is unknown. */
  contains(sha: string, ancestor: string): Promise<boolean | null> {
    return this.#ask(async () => {
      if (sha === ancestor) return true
      for await (const _ of this.#repository.commits({ fromSha: sha, toSha: ancestor }, 1)) return false
      return true
    })
  }

  async #ask<Answer>(question: () => Promise<Answer>): Promise<Answer | null> {
    try {
      return await question()
    } catch {
      this.#signal.throwIfAborted()
      this.complete = false
      return null
    }
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
  extras: Extras,
  { toSha, others, refs }: OtherReleases,
): Promise<ListedRelease[]> {
  const isReachable = await Promise.all(others.map(({ release }) => extras.contains(toSha, release.sha)))
  const outside = others.filter((_, index) => isReachable[index] === false)
  const lines = [...new Set(outside.map(({ release }) => lineOf(release)))].slice(0, maxBranchLookups)
  const branches = new Map(
    await Promise.all(lines.map(async (line) => [line, await findBranches(extras, line, refs)] as const)),
  )
  return Promise.all(
    outside.map(async ({ release, date }): Promise<ListedRelease> => {
      const named = branches.get(lineOf(release)) ?? []
      const holds = await Promise.all(named.map(({ sha }) => extras.contains(sha, release.sha)))
      const branch = named.find((_, index) => holds[index])?.name ?? null
      return { ...describe(release, date), reachable: false, commits: null, branch }
    }),
  )
}

/** The release branch as numbers, such as `8 0` for 8.0.2. */
function lineOf({ version }: ReleaseCandidate): string {
  return version.numbers.slice(0, 2).join(' ')
}

/** Finds branches whose names have the numbers of a release branch, such as `8-0-stable` or `release/8.0`. */
async function findBranches(extras: Extras, line: string, refs: RefName[]): Promise<RefName[]> {
  const fits = new RegExp(`(?<!\\d)${line.replace(' ', '[-._]')}(?!\\d)`)
  const select = (items: RefName[]) => items.filter(({ kind, name }) => kind === 'branch' && fits.test(name))
  const listed = select(refs)
  if (listed.length > 0) return listed.slice(0, 2)
  const found = await Promise.all(
    ['.', '-'].map(async (separator) => select(await extras.listRefs(line.replace(' ', separator)))),
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

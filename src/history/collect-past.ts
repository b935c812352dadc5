import type { Commit } from '../core/commit.ts'
import type { History, PastRelease } from '../core/history.ts'
import type { Repository } from '../core/repository.ts'
import { isSameRelease, parseTag } from '../git/tag.ts'
import { cleanMessage } from '../text/clean-text.ts'
import { classOfHeading, isAboutPeople } from './changelog-headings.ts'
import { type ChangelogSection, readChangelog } from './read-changelog.ts'

const maxCommits = 1500
const maxReleases = 60

/** What belongs to a package in the past of a repository. */
export interface PackagePast {
  /** Whether a tag is a release of the package. */
  isRelease?: (tag: string) => boolean
  /** Whether a commit with these files belongs to the package. */
  touches?: (paths: string[]) => boolean
}

/** Reads the commits before a range whose releases the project's changelog describes; none when it describes too few. */
export async function readPastCommits(
  repository: Repository,
  { changelog, range }: Pick<History, 'changelog' | 'range'>,
): Promise<Commit[]> {
  if (!changelog || range.fromSha === null || citingSections(changelog.text).length === 0) return []
  const commits: Commit[] = []
  for await (const commit of repository.past(range.fromSha, maxCommits)) commits.push(commit)
  return commits
}

/** Splits the commits before a range into the releases that a changelog describes. */
export function splitIntoReleases(
  commits: Commit[],
  changelog: string,
  { isRelease = () => true, touches = () => true }: PackagePast = {},
): PastRelease[] {
  // The files of merges, and of commits with very many, are not known.
  const belongs = ({ parents, pathsCut, paths }: Commit) => parents.length > 1 || pathsCut || touches(paths)
  const own = commits.map((commit) => ({
    ...commit,
    message: cleanMessage(commit.message).message,
    tags: commit.tags.filter(isRelease),
  }))
  return cutIntoReleases(own, citingSections(changelog)).map(({ history, ...release }) => ({
    ...release,
    history: { ...history, commits: history.commits.filter(belongs) },
  }))
}

function citingSections(changelog: string): ChangelogSection[] {
  return readChangelog(changelog).filter(citesSomething).slice(0, maxReleases)
}

function citesSomething({ entries }: ChangelogSection): boolean {
  return entries.some(({ numbers, commits }) => numbers.length + commits.length > 0)
}

/** Gives each release, the oldest first, what no older one has. */
function cutIntoReleases(commits: Commit[], sections: ChangelogSection[]): PastRelease[] {
  const versions = sections.flatMap((section) => {
    const version = parseTag(section.version)
    return version ? [{ section, version }] : []
  })
  const sectionOf = (tag: string) => {
    const version = parseTag(tag)
    return version && versions.findLast((each) => isSameRelease(each.version, version))?.section
  }
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]))
  const taken = new Set<string>()
  const releases: PastRelease[] = []
  let isFollowing = false
  const oldestFirst = [...commits].sort((one, other) => one.committedAt - other.committedAt)
  for (const tip of oldestFirst) {
    const section = tip.tags.map(sectionOf).find(Boolean)
    // The commits of a release candidate belong to the section of its release.
    if (!section) continue
    const own = reach(tip.sha, bySha, taken)
    // The history was read back to a limit, so the start of the oldest release is unknown.
    if (own.length > 0 && isFollowing) releases.push(asRelease(own, section))
    isFollowing = true
  }
  return releases
}

function reach(tip: string, bySha: Map<string, Commit>, taken: Set<string>): Commit[] {
  const found: Commit[] = []
  const waiting = [tip]
  for (let sha = waiting.pop(); sha !== undefined; sha = waiting.pop()) {
    const commit = bySha.get(sha)
    if (!commit || taken.has(sha)) continue
    taken.add(sha)
    found.push(commit)
    waiting.push(...commit.parents)
  }
  return found.sort((one, other) => other.committedAt - one.committedAt)
}

/** Whether an entry lists a change; those under "New Contributors" cite pull requests to thank people. */
function isAboutChanges({ heading }: ChangelogSection['entries'][number]): boolean {
  return heading === null || !isAboutPeople(heading)
}

function asRelease(commits: Commit[], { entries }: ChangelogSection): PastRelease {
  return {
    history: { commits, pullRequests: [], logins: new Map() },
    listed: entries.filter(isAboutChanges).map(({ heading, numbers, commits: cited }) => ({
      pullRequests: numbers,
      commits: commits
        .map(({ sha }) => sha)
        .filter((sha) => cited.some((beginning) => sha.startsWith(beginning))),
      category: heading === null ? null : classOfHeading(heading),
    })),
  }
}

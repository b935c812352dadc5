import type { Commit } from '../core/commit.ts'
import type { OtherSide } from '../core/history.ts'
import type { ChangelogFile } from '../core/project-files.ts'
import type { ResolvedRange } from '../core/range.ts'
import type { Repository } from '../core/repository.ts'
import { type Warning, warn } from '../core/warnings.ts'
import { isSameRelease, parseReleaseTag, parseTag } from '../git/tag.ts'
import { cleanMessage } from '../text/clean-text.ts'
import { addPaths } from './add-paths.ts'
import { orderCommits } from './order-commits.ts'
import { readChangelog } from './read-changelog.ts'
import { findSamePatches } from './same-patches.ts'

const maxCommits = 2000

/** The range of notes whose ends have diverged. */
interface OwnSide {
  range: ResolvedRange
  commits: Commit[]
  changelog: ChangelogFile | null
}

interface ReadOtherSide {
  otherSide: OtherSide | null
  /** The commits of the range with all their files, by which they are compared. */
  commits: Commit[]
  warnings: Warning[]
}

/** Reads what the start of a diverged range has and its end does not: changes that were released there already. */
export async function collectOtherSide(
  repository: Repository,
  { range, commits: own, changelog }: OwnSide,
): Promise<ReadOtherSide> {
  const { fromRef, fromSha, toSha } = range
  if (fromRef === null || fromSha === null) return { otherSide: null, commits: own, warnings: [] }
  const read: Commit[] = []
  for await (const raw of repository.commits({ fromSha: toSha, toSha: fromSha }, maxCommits + 1))
    read.push({ ...raw, message: cleanMessage(raw.message).message })
  const isCut = read.length > maxCommits
  const ordered = orderCommits(read, fromSha).slice(0, maxCommits)
  const files = await repository.changedFiles([...ordered, ...own])
  const commits = addPaths(ordered, files)
  const patches = await findSamePatches(repository, { own, other: commits, files })
  const isUnknown = commits.some(({ sha, parents }) => parents.length < 2 && !files.has(sha))
  const unknown = isCut ? 'too-many' : isUnknown ? 'files' : patches.isComplete ? null : 'contents'
  return {
    otherSide: {
      ref: fromRef,
      commits,
      listedNumbers: changelog ? numbersListed(changelog, commits) : [],
      samePatches: patches.commits,
    },
    commits: addPaths(own, files),
    warnings:
      unknown === null ? [] : [warn('released-elsewhere-unknown', { fromRef, unknown, limit: maxCommits })],
  }
}

/** The numbers that the changelog cites in the sections of these commits' releases. */
function numbersListed({ text }: ChangelogFile, commits: Commit[]): number[] {
  const releases = commits.flatMap(({ tags }) =>
    tags.map(parseReleaseTag).filter((version) => version !== null),
  )
  if (releases.length === 0) return []
  const sections = readChangelog(text).filter((section) => {
    const version = parseTag(section.version)
    return version && releases.some((release) => isSameRelease(release, version))
  })
  return [...new Set(sections.flatMap(({ entries }) => entries.flatMap(({ numbers }) => numbers)))]
}

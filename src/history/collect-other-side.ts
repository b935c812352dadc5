import type { ChangedPaths, Commit } from '../core/commit.ts'
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

const maxCommits = 2000

/** The end of a diverged range, as it was read before. */
interface OwnSide {
  range: ResolvedRange
  changedPaths: ChangedPaths
  changelog: ChangelogFile | null
}

interface ReadOtherSide {
  otherSide: OtherSide | null
  warnings: Warning[]
}

/** Reads what the start of a diverged range has and its end does not: changes that were released there already. */
export async function collectOtherSide(
  repository: Repository,
  { range, changedPaths, changelog }: OwnSide,
): Promise<ReadOtherSide> {
  const { fromRef, fromSha, toSha } = range
  if (fromRef === null || fromSha === null) return { otherSide: null, warnings: [] }
  const read: Commit[] = []
  for await (const raw of repository.commits({ fromSha: toSha, toSha: fromSha }, maxCommits + 1))
    read.push({ ...raw, message: cleanMessage(raw.message).message })
  const isCut = read.length > maxCommits
  const ordered = orderCommits(read, fromSha).slice(0, maxCommits)
  const otherPaths = await repository.changedPaths(ordered)
  const commits = addPaths(ordered, otherPaths)
  // Git compares all patches of both sides, which takes long if they diverged years ago.
  const marked = isCut ? null : await repository.samePatches(range)
  const otherSide = {
    ref: fromRef,
    commits,
    listedNumbers: changelog ? numbersListed(changelog, commits) : [],
    samePatches: new Set(marked ?? listSameContents(changedPaths, otherPaths)),
  }
  const areFilesUnknown = commits.some(
    (commit) => commit.parents.length < 2 && commit.pathsCut && commit.paths.length === 0,
  )
  return {
    otherSide,
    warnings: [
      ...(isCut ? [warn('released-elsewhere-unknown', { fromRef, limit: maxCommits })] : []),
      ...(areFilesUnknown ? [warn('released-elsewhere-unknown', { fromRef, limit: null })] : []),
    ],
  }
}

/** The commits of both sides that changed the same files from the same to the same content. */
function listSameContents(own: ChangedPaths, other: ChangedPaths): string[] {
  const byFingerprint = new Map<string, string[]>()
  for (const [sha, { fingerprint }] of other)
    if (fingerprint !== undefined)
      byFingerprint.set(fingerprint, [...(byFingerprint.get(fingerprint) ?? []), sha])
  return [...own].flatMap(([sha, { fingerprint }]) => {
    const same = fingerprint === undefined ? undefined : byFingerprint.get(fingerprint)
    return same ? [sha, ...same] : []
  })
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

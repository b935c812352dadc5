import type { Commit } from '../core/commit.ts'
import type { OtherSide } from '../core/history.ts'
import type { ChangelogFile } from '../core/project-files.ts'
import type { ResolvedRange } from '../core/range.ts'
import type { Repository } from '../core/repository.ts'
import { isSameRelease, parseReleaseTag, parseTag } from '../git/tag.ts'
import { cleanMessage } from '../text/clean-text.ts'
import { orderCommits } from './order-commits.ts'
import { readChangelog } from './read-changelog.ts'

const maxCommits = 2000

/** Reads what the start of a diverged range has and its end does not: changes that were released there already. */
export async function collectOtherSide(
  repository: Repository,
  { fromRef, fromSha, toSha }: ResolvedRange,
  changelog: ChangelogFile | null,
): Promise<OtherSide | null> {
  if (fromRef === null || fromSha === null) return null
  const read: Commit[] = []
  for await (const raw of repository.commits({ fromSha: toSha, toSha: fromSha }, maxCommits))
    read.push({ ...raw, message: cleanMessage(raw.message).message })
  const commits = orderCommits(read, fromSha)
  return { ref: fromRef, commits, listedNumbers: changelog ? numbersListed(changelog, commits) : [] }
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

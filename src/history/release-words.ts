import { Problem } from '../core/errors.ts'
import { latestRelease, previousRelease } from '../core/release-words.ts'
import type { Repository } from '../core/repository.ts'
import type { ResolvedRequest } from '../core/request.ts'
import type { Warning } from '../core/warnings.ts'
import type { PackageQuery } from '../git/choose-package.ts'
import { compareCandidates, type ReleaseCandidate, releasesOfPackage } from '../git/release-candidates.ts'
import { defaultTagRules, type TagRules, versionOfTag } from '../git/tag-rules.ts'
import { findPreviousRelease } from './previous-release.ts'
import { resolveRange } from './resolve-range.ts'

/** Refs that name commits. */
export interface SettledRefs {
  /** Null for everything from the first commit on. */
  fromRef: string | null
  toRef: string
  warnings: Warning[]
}

type Refs = Pick<ResolvedRequest, 'fromRef' | 'toRef'>

/** Which releases count. */
export interface ReleaseChoice {
  package?: PackageQuery | null
  rules?: TagRules
}

/** Whether a range names a release by a word. */
export function usesReleaseWord({ fromRef, toRef }: Refs): boolean {
  return fromRef === previousRelease || fromRef === latestRelease || toRef === latestRelease
}

/**
 * Replaces `previous-release` and `latest-release` with the tags that they stand for. The start of a repository
 * without a release is the first commit.
 */
export async function settleReleaseWords(
  repository: Repository,
  refs: Refs,
  choice: ReleaseChoice = {},
): Promise<SettledRefs> {
  if (!usesReleaseWord(refs)) return { ...refs, warnings: [] }
  const toRef = refs.toRef === latestRelease ? await findLatest(repository, choice) : refs.toRef
  if (refs.fromRef !== previousRelease && refs.fromRef !== latestRelease)
    return { fromRef: refs.fromRef, toRef, warnings: [] }
  const { range } = await resolveRange(repository, { fromRef: null, toRef, version: null, date: null })
  const released =
    refs.fromRef === previousRelease ? await findReleaseAt(repository, range.toSha, choice) : null
  const end = released
    ? { toRef: released.name, version: versionOfTag(released.name, choice.rules ?? defaultTagRules) }
    : { toRef, version: null }
  const { release, warnings } = await findPreviousRelease(repository, {
    ...choice,
    ...end,
    toSha: range.toSha,
  })
  if (release === null) checkDepth(repository, end.toRef)
  return { fromRef: release?.name ?? null, toRef: end.toRef, warnings }
}

/** The newest release among the ancestors of the default branch. */
async function findLatest(repository: Repository, choice: ReleaseChoice): Promise<string> {
  const { range } = await resolveRange(repository, {
    fromRef: null,
    toRef: 'HEAD',
    version: null,
    date: null,
  })
  const { release } = await findPreviousRelease(repository, {
    ...choice,
    version: null,
    toRef: 'HEAD',
    toSha: range.toSha,
  })
  if (release) return release.name
  checkDepth(repository, 'HEAD')
  throw new Problem(
    'ref_not_found',
    `${repository.fullName} has no release: no tag that names a version is part of the history of HEAD. Tag a release, or name the end of the range with \`toRef\`.`,
  )
}

/** The release tag of a commit; of several the highest version. */
async function findReleaseAt(
  repository: Repository,
  sha: string,
  { rules = defaultTagRules }: ReleaseChoice,
): Promise<ReleaseCandidate | null> {
  const tags = (await repository.tags()).filter((tag) => tag.sha === sha)
  const { fullName: repoFullName } = repository
  const main = releasesOfPackage(tags, { scope: '', repoFullName, rules })
  const releases = main.length > 0 ? main : releasesOfPackage(tags, { scope: null, repoFullName, rules })
  return releases.toSorted(compareCandidates)[0] ?? null
}

/** A shallow clone without a release says nothing about the releases of the project. */
function checkDepth(repository: Repository, toRef: string): void {
  if (!repository.shallow) return
  throw new Problem(
    'ref_not_found',
    `No release tag was found in the history of ${toRef}: the clone is shallow. Run \`git fetch --unshallow --tags\` (actions/checkout: \`fetch-depth: 0\`), or name the start with \`fromRef\`.`,
  )
}

import { Problem } from '../core/errors.ts'
import type { TagName } from '../core/listing.ts'
import type { Repository } from '../core/repository.ts'
import type { ResolvedRequest } from '../core/request.ts'
import { type Warning, warn } from '../core/warnings.ts'
import { choosePackage, type PackageQuery } from '../git/choose-package.ts'
import { type ReleaseCandidate, releaseCandidates, releasesOfPackage } from '../git/release-candidates.ts'
import { parseTag } from '../git/tag.ts'
import { defaultTagRules, readReleaseTag, type TagRules, versionOfTag } from '../git/tag-rules.ts'
import { compareVersions } from '../git/version.ts'
import { findDivergedRelease, isSameLine } from './diverged-release.ts'
import { findNearestRelease } from './nearest-release.ts'
import { resolveRange } from './resolve-range.ts'
import type { ReleaseTag } from './split-at-tags.ts'

/** Where notes start, and what the end of the range is. */
export interface NotesStart {
  /** Null for everything from the first commit on. */
  fromRef: string | null
  version: string | null
  toIsTag: boolean
  warnings: Warning[]
}

/** Finds where notes start when the caller does not say: after the previous release, or at the first commit. */
export async function findStart(
  repository: Repository,
  request: Pick<ResolvedRequest, 'fromRef' | 'toRef' | 'version' | 'date' | 'packageName'> & {
    /** The package whose previous release is wanted; with several candidates, an error asks for it. */
    package?: PackageQuery | null
    /** How the project tags its releases; with patterns, they decide instead of the package. */
    rules?: TagRules
  },
): Promise<NotesStart> {
  const { range } = await resolveRange(repository, { ...request, fromRef: null })
  const { rules = defaultTagRules } = request
  const { toSha, toIsTag } = range
  const isTagName =
    (toIsTag && request.version === null) ||
    request.packageName !== undefined ||
    // The version may come from the name of a tag that does not exist yet.
    (range.version !== null && readReleaseTag(range.version, rules) !== null)
  const version =
    isTagName && rules.patterns !== null && range.version !== null
      ? versionOfTag(range.version, rules)
      : range.version
  if (request.fromRef !== null) return { fromRef: request.fromRef, version, toIsTag, warnings: [] }
  const { release, warnings } = await findPreviousRelease(repository, {
    version,
    toSha,
    toRef: request.toRef,
    ...releaseChoice(request),
  })
  return { fromRef: release?.name ?? null, version, toIsTag, warnings }
}

function releaseChoice({ package: query = null, rules = defaultTagRules }: ReleaseQuery) {
  return rules.patterns === null ? { package: query, rules } : { rules }
}

/** Which releases are wanted: those of a package, or those that the patterns of the tags describe. */
interface ReleaseQuery {
  package?: PackageQuery | null
  rules?: TagRules
}

/** Lists the releases of a package, the oldest version first, from the same tags as the search for the previous one. */
export async function listReleases(
  repository: Pick<Repository, 'tags' | 'fullName'>,
  query: PackageQuery,
  rules: TagRules = defaultTagRules,
): Promise<ReleaseTag[]> {
  const tags = await repository.tags()
  const scope = rules.patterns === null ? findScope(tags, query, repository.fullName) : ''
  return releasesOfPackage(tags, { scope, repoFullName: repository.fullName, rules }).map((tag) => ({
    ...tag,
    date: tag.date ?? null,
  }))
}

function findScope(tags: TagName[], query: PackageQuery, repoFullName: string): string {
  const choice = choosePackage(tags, query, repoFullName)
  if (choice.scope !== null) return choice.scope
  const named = choice.packages.slice(0, 8).join(', ')
  const more = choice.packages.length > 8 ? ` and ${choice.packages.length - 8} more` : ''
  throw new Problem(
    'choice_needed',
    query.folder === ''
      ? `The release tags of ${repoFullName} belong to several packages: ${named}${more}. Choose one: name its folder with --paths or its changelog with --file, or name the start with --from.`
      : `No release tag belongs to ${query.folder}: the tags belong to ${named}${more}. Name the start with --from, or another package with --paths or --file.`,
  )
}

/** The release before another one. */
export interface PreviousRelease {
  /** Null if there is no release before the end. */
  release: ReleaseCandidate | null
  /** Where the branch of the release left the history of the end; null if the release is part of that history. */
  fork: string | null
  warnings: Warning[]
}

/** The release, or the unreleased end, whose predecessor is wanted. */
interface ReleaseEnd {
  version: string | null
  toSha: string
  toRef: string
  /** Without it, all packages count where there is no main package. */
  package?: PackageQuery | null
  /** How the project tags its releases. */
  rules?: TagRules
}

// Enough for the largest projects between two releases; over git they are a few megabytes.
const maxAncestors = 30_000

// More commits than most projects make between two releases of their main branch.
const farAway = 1000

/**
 * Finds the release before the end of a range: the nearest release tag in its history. If there is none, or only one
 * from before the project began to tag on release branches, it is the release of the branch that left the history last.
 */
export async function findPreviousRelease(
  repository: Pick<Repository, 'ancestors' | 'commits' | 'tags' | 'fullName'>,
  { version, toSha, toRef, package: query, rules = defaultTagRules }: ReleaseEnd,
): Promise<PreviousRelease> {
  const tags = await repository.tags()
  const { fullName: repoFullName } = repository
  // A version that names its package needs no choice.
  const hasPackage = version !== null && (parseTag(version)?.scope ?? '') !== ''
  const scope = query && !hasPackage ? findScope(tags, query, repoFullName) : undefined
  const candidates = releaseCandidates(tags, { version, scope, repoFullName, rules })
    // A release is not its own predecessor, and neither is another tag on its commit.
    .filter(({ sha }) => sha !== toSha || version === null || parseTag(version) === null)
  if (candidates.length === 0) return { release: null, fork: null, warnings: [] }
  const walk = repository.ancestors(toSha, maxAncestors)
  const { release, isCertain, since } = await findNearestRelease(walk, candidates)
  const isRelease = version !== null && parseTag(version) !== null
  const higher = candidates.filter((each) => !release || compareVersions(each.version, release.version) > 0)
  // Between a release and the one before it there is no other release branch.
  const isOld =
    release === null ||
    since.length > farAway ||
    (isRelease && higher.some((each) => !isSameLine(each, release)))
  const diverged = isOld && (await findDivergedRelease(repository, { candidates: higher, since, isRelease }))
  if (diverged) return { ...diverged, warnings: [] }
  const found = { release, fork: null }
  if (isCertain) return { ...found, warnings: [] }
  return {
    ...found,
    warnings: [warn('previous-release-unknown', { toRef, found: release?.name ?? null })],
  }
}

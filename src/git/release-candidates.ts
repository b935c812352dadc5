import { parseTag, type TagVersion } from './tag.ts'
import { defaultTagRules, readReleaseTag, type TagRules } from './tag-rules.ts'
import { compareVersions, isPreRelease, isSameVersion } from './version.ts'

/** A tag that the previous release could have. */
export interface ReleaseCandidate {
  name: string
  sha: string
  version: TagVersion
}

/** The release whose predecessor is wanted. */
export interface ReleaseTarget {
  /** Null for changes that are not released yet. */
  version: string | null
  /** The package; by default the one that the version names. */
  scope?: string | undefined
  /** The name of the repository, which is also the name of its main package. */
  repoFullName: string
  /** How the project tags its releases; any version by default. */
  rules?: TagRules | undefined
}

/**
 * Returns the tags that the release before a version could have: lower versions of the same package. Pre-releases
 * count only before a pre-release of the same version.
 */
export function releaseCandidates(
  tags: { name: string; sha: string }[],
  { version, scope, repoFullName, rules = defaultTagRules }: ReleaseTarget,
): ReleaseCandidate[] {
  const target = version === null ? null : parseTag(version)
  const releases = parseReleases(tags, rules).filter(
    (tag) => rules.preReleases === 'separate' || countsBefore(target, tag.version),
  )
  const known = scope ?? (target?.scope || undefined)
  const named = ofPackage(releases, known ?? '', repoFullName)
  // If nothing says which package is meant and there is no main package, all packages count.
  const own = known === undefined && named.length === 0 ? releases : named
  if (!target) return own
  const lower = own.filter((tag) => compareVersions(tag.version, target) < 0)
  // The first version of a new scheme, such as 1.0.0 after 2025.12, is lower than all before it.
  return lower.length > 0 ? lower : own.filter((tag) => !isSameVersion(tag.version, target))
}

/** The higher version of two candidates; of equal versions the first name. */
export function compareCandidates(one: ReleaseCandidate, other: ReleaseCandidate): number {
  return compareVersions(other.version, one.version) || (one.name < other.name ? -1 : 1)
}

/** Returns all releases of a package, the oldest version first; with the scope null, those of all packages. */
export function releasesOfPackage<Tag extends { name: string; sha: string }>(
  tags: Tag[],
  {
    scope,
    repoFullName,
    rules = defaultTagRules,
  }: { scope: string | null; repoFullName: string; rules?: TagRules | undefined },
): (Tag & ReleaseCandidate)[] {
  const releases = parseReleases(tags, rules)
  const own = scope === null ? releases : ofPackage(releases, scope, repoFullName)
  return own.toSorted((one, other) => compareCandidates(other, one))
}

function parseReleases<Tag extends { name: string; sha: string }>(
  tags: Tag[],
  rules: TagRules,
): (Tag & ReleaseCandidate)[] {
  return tags.flatMap((tag) => {
    const version = readReleaseTag(tag.name, rules)
    return version ? [{ ...tag, version }] : []
  })
}

function countsBefore(target: TagVersion | null, version: TagVersion): boolean {
  if (!isPreRelease(version)) return true
  if (!target || !isPreRelease(target)) return false
  return compareVersions({ ...version, pre: [] }, { ...target, pre: [] }) === 0
}

/** The tags of one package, or of the main package: those without a package, and those with the repository's name. */
function ofPackage<Release extends ReleaseCandidate>(
  releases: Release[],
  scope: string,
  repoFullName: string,
): Release[] {
  const mainPackage = repoFullName.split('/').at(-1)!
  const scopes = scope === '' ? ['', mainPackage] : [scope]
  return releases.filter((tag) => scopes.includes(tag.version.scope))
}

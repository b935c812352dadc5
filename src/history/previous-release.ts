import type { Listing, RefName } from '../core/listing.ts'
import type { Repository } from '../core/repository.ts'
import type { ResolvedRequest } from '../core/request.ts'
import { parseTag } from '../git/tag.ts'
import { compareVersions, isPreRelease } from '../git/version.ts'
import { resolveRange } from './resolve-range.ts'
import { type ReleaseTag, releaseTags } from './split-at-tags.ts'

const maxPages = 20
const maxTries = 20

/** Where notes start, and what the end of the range is. */
export interface NotesStart {
  /** Null for everything from the first commit on. */
  fromRef: string | null
  version: string | null
  toIsTag: boolean
}

/** Finds where notes start when the caller does not say: after the previous release, or at the first commit. */
export async function findStart(
  repository: Repository,
  request: Pick<ResolvedRequest, 'fromRef' | 'toRef' | 'version' | 'date'>,
): Promise<NotesStart> {
  const { range } = await resolveRange(repository, { ...request, fromRef: null })
  const { version, toSha, toIsTag } = range
  if (request.fromRef !== null) return { fromRef: request.fromRef, version, toIsTag }
  const previous = await previousRelease(repository, await listReleases(repository), { version, toSha })
  return { fromRef: previous?.name ?? null, version, toIsTag }
}

/** Lists all tags of a repository that are versions, the oldest version first. */
export async function listReleases(repository: Pick<Repository, 'listRefs'>): Promise<ReleaseTag[]> {
  const refs = []
  let page: number | null = 1
  while (page !== null && page <= maxPages) {
    const listing: Listing<RefName> = await repository.listRefs({
      query: '',
      page,
    })
    refs.push(...listing.items)
    page = listing.nextPage
  }
  return releaseTags(refs)
}

/**
 * Finds the release before a version: the highest lower version in the history of `toSha`, or the highest of all
 * for unreleased changes. Pre-releases do not count before a release.
 */
export async function previousRelease(
  repository: Pick<Repository, 'commits'>,
  releases: ReleaseTag[],
  { version, toSha }: { version: string | null; toSha: string },
): Promise<ReleaseTag | null> {
  const target = version === null ? null : parseTag(version)
  const isStable = target === null || !isPreRelease(target)
  const older = releases
    .filter((tag) => tag.version.scope === (target?.scope ?? ''))
    .filter((tag) => !isStable || !isPreRelease(tag.version))
    .filter((tag) => target === null || compareVersions(tag.version, target) < 0)
    .reverse()
  for (const tag of older.slice(0, maxTries)) {
    if (tag.sha === toSha && target !== null) continue
    if (await isAncestor(repository, tag.sha, toSha)) return tag
  }
  return older[0] ?? null
}

async function isAncestor(
  repository: Pick<Repository, 'commits'>,
  sha: string,
  toSha: string,
): Promise<boolean> {
  if (sha === toSha) return true
  for await (const _commit of repository.commits({ fromSha: toSha, toSha: sha }, 1)) return false
  return true
}

import type { Listing, RefName } from '../core/listing.ts'
import type { Repository } from '../core/repository.ts'
import type { ResolvedRequest } from '../core/request.ts'
import { type Warning, warn } from '../core/warnings.ts'
import { type ReleaseCandidate, releaseCandidates } from '../git/release-candidates.ts'
import { parseTag } from '../git/tag.ts'
import { findNearestRelease } from './nearest-release.ts'
import { resolveRange } from './resolve-range.ts'
import { type ReleaseTag, releaseTags } from './split-at-tags.ts'

const maxPages = 20

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
  request: Pick<ResolvedRequest, 'fromRef' | 'toRef' | 'version' | 'date'>,
): Promise<NotesStart> {
  const { range } = await resolveRange(repository, { ...request, fromRef: null })
  const { version, toSha, toIsTag } = range
  if (request.fromRef !== null) return { fromRef: request.fromRef, version, toIsTag, warnings: [] }
  const { release, warnings } = await findPreviousRelease(repository, {
    version,
    toSha,
    toRef: request.toRef,
  })
  return { fromRef: release?.name ?? null, version, toIsTag, warnings }
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

/** The release before another one. */
export interface PreviousRelease {
  /** Null if no release is part of the history. */
  release: ReleaseCandidate | null
  warnings: Warning[]
}

// Enough for the largest projects between two releases; over git they are a few megabytes.
const maxAncestors = 30_000

/**
 * Finds the release before the end of a range: the nearest release tag in its history. A tag that is not an ancestor
 * of the end is never chosen.
 */
export async function findPreviousRelease(
  repository: Pick<Repository, 'ancestors' | 'tags' | 'fullName'>,
  { version, toSha, toRef }: { version: string | null; toSha: string; toRef: string },
): Promise<PreviousRelease> {
  const tags = await repository.tags()
  const candidates = releaseCandidates(tags, { version, repoFullName: repository.fullName })
    // A release is not its own predecessor, and neither is another tag on its commit.
    .filter(({ sha }) => sha !== toSha || version === null || parseTag(version) === null)
  if (candidates.length === 0) return { release: null, warnings: [] }
  const walk = repository.ancestors(toSha, maxAncestors)
  const { release, isCertain } = await findNearestRelease(walk, candidates)
  if (isCertain) return { release, warnings: [] }
  return { release, warnings: [warn('previous-release-unknown', { toRef, found: release?.name ?? null })] }
}

import type { Listing, RefName } from '../core/listing.ts'
import type { Repository } from '../core/repository.ts'
import { parseTag } from '../git/tag.ts'
import { compareVersions, isPreRelease } from '../git/version.ts'
import { type ReleaseTag, releaseTags } from './split-at-tags.ts'

const mostPages = 20
const mostTries = 20

/** All tags of a repository that are versions, the oldest version first. */
export async function listReleases(repository: Pick<Repository, 'listRefs'>): Promise<ReleaseTag[]> {
  const refs = []
  let page: number | null = 1
  while (page !== null && page <= mostPages) {
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
 * The release that notes start after when nobody says: the highest one below the version, or the highest of all
 * for what is not released yet, that is part of the history. Between releases, pre-releases do not count.
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
  for (const tag of older.slice(0, mostTries)) {
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

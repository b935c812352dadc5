import type { Repository } from '../core/repository.ts'
import type { GenerateRequest } from '../core/request.ts'
import { listReleases, previousRelease } from './previous-release.ts'
import { resolveRange } from './resolve-range.ts'

// Farther back than any history goes: everything from its root on.
const beforeRoot = '~1000000'

/** Where everything begins, for whoever wants it all. */
export function fromTheRoot(toRef: string): string {
  return `${toRef}${beforeRoot}`
}

/** Where notes start when nobody says: after the release before, or else at the root. */
export async function findStart(
  repository: Repository,
  request: Pick<GenerateRequest, 'toRef' | 'version' | 'date'> & { fromRef: string | null },
) {
  const { range } = await resolveRange(repository, { ...request, fromRef: request.toRef })
  const { version, toSha, toIsTag } = range
  if (request.fromRef !== null) return { fromRef: request.fromRef, version, toIsTag, isWhole: false }
  const previous = await previousRelease(repository, await listReleases(repository), { version, toSha })
  return {
    fromRef: previous?.name ?? fromTheRoot(request.toRef),
    version,
    toIsTag,
    isWhole: previous === null,
  }
}

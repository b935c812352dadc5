import { emptyRepository, Problem } from '../core/errors.ts'
import type { ResolvedRange, ResolvedRef } from '../core/range.ts'
import type { Repository } from '../core/repository.ts'
import type { GenerateRequest } from '../core/request.ts'
import { type Warning, warn } from '../core/warnings.ts'
import { meansFromRoot, parseRevision } from '../git/revision.ts'
import { isMovingTag, versionLabel } from '../git/tag.ts'

/** Finds the commits at the two ends of the range, and says what about the refs will surprise. */
export async function resolveRange(
  repository: Repository,
  request: Pick<GenerateRequest, 'fromRef' | 'toRef' | 'version' | 'date'>,
): Promise<{ range: ResolvedRange; warnings: Warning[] }> {
  const { fromRef, toRef } = request
  const { from, to, empty } = await repository.resolveRefs(fromRef, toRef)
  if (empty) throw emptyRepository(repository.fullName)
  if (to.sha === null) throw unknownRef(repository, toRef, to)
  const beforeRoot = from.sha === null && from.baseSha !== null && meansFromRoot(parseRevision(fromRef))
  if (from.sha === null && !beforeRoot) throw unknownRef(repository, fromRef, from)

  const version = request.version ?? (to.tag ? versionLabel(to.tag.name) : null)
  return {
    range: {
      fromRef,
      toRef,
      fromSha: from.sha,
      toSha: to.sha,
      toIsTag: to.tag !== null,
      version,
      date: version === null ? null : (request.date ?? to.tag?.date ?? null),
    },
    warnings: [
      ...(beforeRoot ? [warn('short-history', { fromRef, toRef })] : []),
      ...refWarnings('fromRef', fromRef, from),
      ...refWarnings('toRef', toRef, to),
      ...(request.date !== null && version === null ? [warn('date-unused')] : []),
      ...(repository.shallow ? [warn('shallow-clone')] : []),
    ],
  }
}

function unknownRef(repository: Repository, ref: string, found: ResolvedRef): Problem {
  if (found.ambiguous) {
    return new Problem(
      'ref_not_found',
      `"${ref}" is the beginning of more than one object's SHA in ${repository.fullName}. Give more digits of it.`,
    )
  }
  return new Problem(
    'ref_not_found',
    `${repository.fullName} has no tag, branch or commit "${ref}". Check the spelling, and that it was pushed or fetched.`,
  )
}

function refWarnings(field: 'fromRef' | 'toRef', ref: string, found: ResolvedRef): Warning[] {
  const warnings: Warning[] = []
  if (found.isTag && found.isBranch) {
    warnings.push(warn('ambiguous-ref', { field, ref }))
  }
  if (found.tag && isMovingTag(found.tag.name)) {
    warnings.push(warn('moving-tag', { field, ref, sha: found.sha?.slice(0, 12) ?? null }))
  }
  return warnings
}

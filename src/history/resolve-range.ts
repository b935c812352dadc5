import { emptyRepository, Problem } from '../core/errors.ts'
import type { ResolvedRange, ResolvedRef } from '../core/range.ts'
import type { Repository } from '../core/repository.ts'
import type { ResolvedRequest } from '../core/request.ts'
import { type Warning, warn } from '../core/warnings.ts'
import { meansFromRoot, parseRevision } from '../git/revision.ts'
import { suggestRef } from '../git/suggest-ref.ts'
import { isMovingTag, versionLabel } from '../git/tag.ts'
import { cleanName } from '../text/clean-name.ts'

/** A range whose commits are known, and what is unexpected about its refs. */
export interface RangeResolution {
  range: ResolvedRange
  warnings: Warning[]
}

/** Finds the commits at the two ends of the range. */
export async function resolveRange(
  repository: Repository,
  request: Pick<ResolvedRequest, 'fromRef' | 'toRef' | 'version' | 'date'>,
): Promise<RangeResolution> {
  const { fromRef, toRef } = request
  // Everything up to `toRef` needs no start: only the end is looked up.
  const { from, to, empty } = await repository.resolveRefs(fromRef ?? toRef, toRef)
  if (empty) throw emptyRepository(repository.fullName)
  if (to.sha === null) throw await unknownRef(repository, toRef, to)
  const start = fromRef === null ? wholeHistory : await findStart(repository, { fromRef, toRef }, from)

  const version = request.version ?? (to.tag ? versionLabel(cleanName(to.tag.name)) : null)
  return {
    range: {
      fromRef,
      toRef,
      fromSha: start.sha,
      toSha: to.sha,
      toIsTag: to.tag !== null,
      version,
      date: version === null ? null : (request.date ?? to.tag?.date ?? null),
    },
    warnings: [
      ...start.warnings,
      ...refWarnings('toRef', toRef, to),
      ...(request.date !== null && version === null ? [warn('date-unused')] : []),
      ...(repository.shallow ? [warn('shallow-clone')] : []),
    ],
  }
}

const wholeHistory = { sha: null, warnings: [] }

async function findStart(
  repository: Repository,
  { fromRef, toRef }: { fromRef: string; toRef: string },
  from: ResolvedRef,
): Promise<{ sha: string | null; warnings: Warning[] }> {
  const warnings = refWarnings('fromRef', fromRef, from)
  if (from.sha !== null) return { sha: from.sha, warnings }
  if (from.baseSha === null || !meansFromRoot(parseRevision(fromRef)))
    throw await unknownRef(repository, fromRef, from)
  return { sha: null, warnings: [warn('short-history', { fromRef, toRef }), ...warnings] }
}

async function unknownRef(repository: Repository, ref: string, found: ResolvedRef): Promise<Problem> {
  if (found.ambiguous) {
    return new Problem(
      'ref_not_found',
      `"${ref}" is the beginning of more than one object's SHA in ${repository.fullName}. Give more digits of it.`,
    )
  }
  const { base, suffix } = parseRevision(ref)
  // If the base exists, only its steps lead nowhere.
  const nearest = found.baseSha === null ? await suggestKnownRef(repository, base) : null
  const advice =
    nearest === null
      ? 'Check the spelling, and that it was pushed or fetched.'
      : `Did you mean ${nearest}${suffix}? Otherwise check that it was pushed or fetched.`
  return new Problem(
    'ref_not_found',
    `${repository.fullName} has no tag, branch or commit "${ref}". ${advice}`,
  )
}

/** Finds a similar ref; a host that does not list its refs costs only the suggestion. */
async function suggestKnownRef(repository: Repository, name: string): Promise<string | null> {
  const [tags, refs] = await Promise.all([
    repository.tags().catch(() => []),
    repository.listRefs({ query: '', page: 1 }).catch(() => ({ items: [] })),
  ])
  return suggestRef(
    name,
    [...tags, ...refs.items].map((ref) => ref.name),
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

import type { RangeAnswer } from '../core/answer.ts'
import { Problem } from '../core/errors.ts'
import type { GenerateContext } from '../core/generate-context.ts'
import { reportStages } from '../core/progress.ts'
import { previousRelease } from '../core/release-words.ts'
import type { GenerateRequest } from '../core/request.ts'
import type { NextVersion } from '../core/versioning.ts'
import type { Warning } from '../core/warnings.ts'
import { resolveRange } from '../history/resolve-range.ts'
import { describeRange } from '../render/links.ts'
import { gatherChanges, settleRefs, versionIn } from './gather-changes.ts'
import { withNextVersion } from './next-version.ts'
import { withOpened } from './open-once.ts'

const maxTags = 5

/** Resolves the ends of a range, counts its commits, proposes the next version, and lists the newest tags. */
export async function lookUpRange(
  request: GenerateRequest,
  context: Omit<GenerateContext, 'gateway' | 'onEntry'>,
): Promise<RangeAnswer> {
  const { token, signal, deadlineAt, runHeavy } = context
  const begin = reportStages(context)
  await begin('resolve', 2)
  const { repoFullName } = request
  // The range, its changes and its next version are all read from one repository.
  const access = { repoFullName, token, signal, deadlineAt, runHeavy }
  const host = withOpened(context.host, await context.host.open(access))
  const repository = await host.open(access)
  const { early, refs: named } = await settleRefs(repository, request)
  const { range, warnings } = await resolveRange(repository, { ...request, ...named })
  const [commitCount, refs] = await Promise.all([
    repository.count(range),
    repository.listRefs({ query: '', page: 1 }),
  ])
  const { relation: _unknown, ...ends } = describeRange(repository.web, range, 'ancestor')
  const read = await readChanges(request, { ...context, host })
  await begin(null, null)
  const nextVersion = read?.nextVersion ?? null
  const tags = refs.items.filter(({ kind }) => kind === 'tag').slice(0, maxTags)
  return {
    repoFullName,
    from: ends.fromRef,
    to: ends.toRef,
    range: ends,
    version: read ? read.version : (request.version ?? versionIn(range, early?.config ?? {})),
    date: range.date,
    commitCount: commitCount ?? read?.commitCount ?? null,
    previousRelease:
      request.fromRef === previousRelease ? ends.fromRef || null : (nextVersion?.previous?.tag ?? null),
    nextVersion,
    tags,
    warnings: read?.warnings ?? [...named.warnings, ...warnings],
  }
}

/** What only the changes of a range show. */
interface ReadChanges {
  nextVersion: NextVersion | null
  version: string | null
  commitCount: number
  warnings: Warning[]
}

/** Reads the changes of a range; null if there are too many, because the ends alone are worth an answer. */
async function readChanges(
  request: GenerateRequest,
  context: Omit<GenerateContext, 'gateway' | 'onEntry'>,
): Promise<ReadChanges | null> {
  try {
    const given = { ...request, version: request.version === 'auto' ? null : request.version }
    const gathered = await gatherChanges(given, context, async () => {})
    const { nextVersion = null, history, warnings } = await withNextVersion(gathered, request, context)
    return { nextVersion, version: gathered.version, commitCount: history.commits.length, warnings }
  } catch (error) {
    if (error instanceof Problem && optional.has(error.code)) return null
    throw error
  }
}

const optional: ReadonlySet<string> = new Set(['range_too_large', 'version_taken', 'history_incomplete'])

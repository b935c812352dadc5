import type { RangeAnswer } from '../core/answer.ts'
import type { GenerateContext } from '../core/generate-context.ts'
import { reportStages } from '../core/progress.ts'
import type { GenerateRequest } from '../core/request.ts'
import { resolveRange } from '../history/resolve-range.ts'
import { describeRange } from '../render/links.ts'
import { settleRefs, versionIn } from './gather-changes.ts'

const maxTags = 10

/** Resolves the ends of a range, counts its commits, and lists the newest tags. */
export async function lookUpRange(
  request: Pick<
    GenerateRequest,
    'repoFullName' | 'fromRef' | 'toRef' | 'version' | 'date' | 'config' | 'packageName'
  >,
  context: Pick<GenerateContext, 'host' | 'token' | 'signal' | 'deadlineAt' | 'stageQueue' | 'onProgress'>,
): Promise<RangeAnswer> {
  const { host, token, signal, deadlineAt } = context
  const begin = reportStages(context)
  await begin('resolve', 2)
  const { repoFullName } = request
  const repository = await host.open({ repoFullName, token, signal, deadlineAt })
  const { early, refs: named } = await settleRefs(repository, request)
  const { range, warnings } = await resolveRange(repository, { ...request, ...named })
  const [commitCount, refs] = await Promise.all([
    repository.count(range),
    repository.listRefs({ query: '', page: 1 }),
  ])
  await begin(null, null)
  const { relation: _unknown, ...ends } = describeRange(repository.web, range, 'ancestor')
  const tags = refs.items.filter(({ kind }) => kind === 'tag').slice(0, maxTags)
  return {
    repoFullName,
    range: ends,
    version: request.version ?? versionIn(range, early?.config ?? {}),
    date: range.date,
    commitCount,
    tags,
    warnings: [...named.warnings, ...warnings],
  }
}

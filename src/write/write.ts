import type { WriterReport } from '../core/answer.ts'
import type { Curated } from '../core/change.ts'
import type { WriteRequest } from '../core/request.ts'
import { selectChanges } from './select-changes.ts'
import type { WriteContext, WriteResult } from './write-context.ts'

/** Writes a draft for each change: with the language model if there is a gateway, otherwise by rules. */
export async function write(
  { changes, doubtful = [] }: Pick<Curated, 'changes' | 'doubtful'>,
  request: WriteRequest,
  context: WriteContext,
): Promise<WriteResult> {
  const { gateway } = context
  const { selected, others, warnings } = selectChanges(changes, request)
  const isForModel = selected.length > 0 || request.only.length === 0
  if (gateway && changes.length > 0 && isForModel) {
    // Loaded only when a model writes, so that the rules start faster.
    const { writeByModel } = await import('./write-by-model.ts')
    const offered = request.only.length === 0 ? doubtful : []
    const written = await writeByModel({ selected, others, doubtful: offered }, request, {
      ...context,
      gateway,
    })
    return { ...written, warnings: [...warnings, ...written.warnings] }
  }
  const report: WriterReport = { engine: 'rules', model: null, usage: null, fallback: null }
  return {
    drafts: await context.writeByRules(changes),
    summary: null,
    report,
    warnings,
  }
}

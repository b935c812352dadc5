import type { WriterReport } from '../core/answer.ts'
import type { Change, Curated } from '../core/change.ts'
import type { WriteRequest } from '../core/request.ts'
import { type Warning, warn } from '../core/warnings.ts'
import { writeByRules } from './write-by-rules.ts'
import type { WriteContext, WriteResult } from './write-context.ts'

/** Writes a draft for each change: with the language model if there is a gateway, otherwise by rules. */
export async function write(
  { changes, doubtful = [] }: Pick<Curated, 'changes' | 'doubtful'>,
  request: WriteRequest,
  context: WriteContext,
): Promise<WriteResult> {
  const { gateway } = context
  const { selected, others, warnings } = selectChanges(changes, request.only)
  if (gateway && selected.length > 0) {
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
    drafts: writeByRules(changes, context.voice, context.projectName),
    summary: null,
    report,
    warnings,
  }
}

/** The changes that the model writes, those that the rules write, and a warning for unknown ids. */
interface SelectedChanges {
  selected: Change[]
  others: Change[]
  warnings: Warning[]
}

/** Splits the changes by the ids in `only`; an empty list selects all of them. */
function selectChanges(changes: Change[], only: string[]): SelectedChanges {
  if (only.length === 0) return { selected: changes, others: [], warnings: [] }
  const ids = new Set(only)
  const selected = changes.filter(({ id }) => ids.has(id))
  const others = changes.filter(({ id }) => !ids.has(id))
  for (const { id } of selected) ids.delete(id)
  return { selected, others, warnings: ids.size === 0 ? [] : [warn('unknown-change', { ids: [...ids] })] }
}

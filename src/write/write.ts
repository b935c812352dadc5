import type { WriterReport } from '../core/answer.ts'
import type { Change } from '../core/change.ts'
import type { GenerateRequest } from '../core/request.ts'
import { warn } from '../core/warnings.ts'
import { writeByRules } from './write-by-rules.ts'
import type { WriteContext, WriteResult } from './write-context.ts'

/** Words the changes: by the language model where there is one, else by the rules. */
export async function write(
  changes: Change[],
  request: GenerateRequest,
  context: WriteContext,
): Promise<WriteResult> {
  const { asked, others, warnings } = divide(changes, request.only)
  if (context.gateway && asked.length > 0) {
    // Loaded only where it is needed: most of the time the rules write.
    const { writeByModel } = await import('./write-by-model.ts')
    const written = await writeByModel({ asked, others }, request, context)
    return { ...written, warnings: [...warnings, ...written.warnings] }
  }
  const report: WriterReport = { engine: 'rules', model: null, usage: null, fallback: null }
  return { drafts: writeByRules(changes, context.voice), summary: null, report, warnings }
}

/** Parts what a model is asked about from the rest; whoever names no changes asks about all. */
function divide(changes: Change[], only: string[]) {
  if (only.length === 0) return { asked: changes, others: [], warnings: [] }
  const wanted = new Set(only)
  const asked = changes.filter(({ id }) => wanted.has(id))
  const others = changes.filter(({ id }) => !wanted.has(id))
  for (const { id } of asked) wanted.delete(id)
  return { asked, others, warnings: wanted.size === 0 ? [] : [warn('unknown-change', { ids: [...wanted] })] }
}

import type { Change } from '../core/change.ts'
import type { GenerateRequest } from '../core/request.ts'
import { warn } from '../core/warnings.ts'
import { ModelWriter } from './model-writer.ts'
import { planBatches } from './plan-batches.ts'
import { promptTexts } from './prompt.ts'
import { summarise } from './summarise.ts'
import { writeByRules } from './write-by-rules.ts'
import type { WriteContext, WriteResult } from './write-context.ts'

/**
 * Has a language model word the changes it is asked about, batch by batch; what it does not word well, and the
 * others, the rules word.
 */
export async function writeByModel(
  { asked, others }: Record<'asked' | 'others', Change[]>,
  request: GenerateRequest,
  context: WriteContext,
): Promise<WriteResult> {
  const checks = await context.loadChecks(promptTexts)
  const byRules = writeByRules(others, context.voice)
  for (const draft of byRules) checks.onDraft(draft)
  const modelWriter = new ModelWriter(request, { ...context, ...checks })
  const batches = planBatches(asked, writeByRules(asked, context.voice))
  await modelWriter.announce(batches)
  await modelWriter.work(batches)
  const drafts = modelWriter.inOrder(asked)
  const summary = request.summary && !modelWriter.isGivenUp() ? await summarise(drafts, modelWriter) : null
  const warnings = [
    ...modelWriter.warnings(batches),
    ...(request.summary && summary === null ? [warn('summary-missing')] : []),
  ]
  return { drafts: [...drafts, ...byRules], summary, report: modelWriter.report(), warnings }
}

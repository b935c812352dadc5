import type { Change } from '../core/change.ts'
import type { GenerateRequest } from '../core/request.ts'
import { writeByRules } from './by-rules.ts'
import { Dictation } from './model-writer.ts'
import { planBatches } from './plan-batches.ts'
import { promptTexts } from './prompt.ts'
import { summarise } from './summarise.ts'
import type { WriteWorld, Written } from './written.ts'

/**
 * Has a language model word the changes it is asked about, batch by batch; what it does not word well, and the
 * others, the rules word.
 */
export async function writeByModel(
  { asked, others }: Record<'asked' | 'others', Change[]>,
  request: GenerateRequest,
  world: WriteWorld,
): Promise<Written> {
  const checks = await world.openChecks(promptTexts)
  const byRules = writeByRules(others, world.voice)
  for (const draft of byRules) checks.onDraft(draft)
  const dictation = new Dictation(request, { ...world, ...checks })
  const batches = planBatches(asked, writeByRules(asked, world.voice))
  await dictation.announce(batches)
  await dictation.work(batches)
  const drafts = dictation.inOrder(asked)
  const summary = request.summary && !dictation.isGivenUp() ? await summarise(drafts, dictation) : null
  const warnings = [
    ...dictation.warnings(batches),
    ...(request.summary && summary === null ? [noSummary] : []),
  ]
  return { drafts: [...drafts, ...byRules], summary, report: dictation.report(), warnings }
}

const noSummary = {
  code: 'summary-missing',
  detail: 'The model wrote no summary that the entries bear out: the notes begin without one.',
}

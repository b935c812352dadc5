import type { Change } from '../types/change.ts'
import type { GenerateRequest } from '../types/request.ts'
import { writeByRules } from './by-rules.ts'
import { Dictation } from './dictation.ts'
import { planBatches } from './plan-batches.ts'
import { summarise } from './summarise.ts'
import type { WriteWorld, Written } from './written.ts'

/** Has a language model word the changes, batch by batch; what it does not word well, the rules word. */
export async function writeByModel(
  changes: Change[],
  request: GenerateRequest,
  world: WriteWorld,
): Promise<Written> {
  const dictation = new Dictation(request, world)
  const batches = planBatches(changes, writeByRules(changes, world.voice))
  await dictation.announce(batches)
  await dictation.work(batches)
  const drafts = dictation.inOrder(changes)
  const summary = request.summary && !dictation.isGivenUp() ? await summarise(drafts, dictation) : null
  const warnings = [
    ...dictation.warnings(batches),
    ...(request.summary && summary === null ? [noSummary] : []),
  ]
  return { drafts, summary, report: dictation.report(), warnings }
}

const noSummary = {
  code: 'summary-missing',
  detail: 'The model wrote no summary that the entries bear out: the notes begin without one.',
}

import type { Change } from '../types/change.ts'
import type { GenerateRequest } from '../types/request.ts'
import { writeByRules } from './by-rules.ts'
import { Desk } from './desk.ts'
import { planBatches } from './plan-batches.ts'
import { summarise } from './summarise.ts'
import type { WriteWorld, Written } from './written.ts'

/** Has a language model word the changes, batch by batch; what it does not word well, the rules word. */
export async function writeByModel(
  changes: Change[],
  request: GenerateRequest,
  world: WriteWorld,
): Promise<Written> {
  const desk = new Desk(request, world)
  const batches = planBatches(changes, writeByRules(changes, world.voice))
  await desk.announce(batches)
  await desk.work(batches)
  const drafts = desk.inOrder(changes)
  const summary = request.summary && !desk.isGivenUp() ? await summarise(drafts, desk) : null
  const warnings = [...desk.warnings(batches), ...(request.summary && summary === null ? [noSummary] : [])]
  return { drafts, summary, report: desk.report(), warnings }
}

const noSummary = {
  code: 'summary-missing',
  detail: 'The model wrote no summary that the entries bear out: the notes begin without one.',
}

import type { Change, DoubtfulChange } from '../core/change.ts'
import type { Draft } from '../core/entry.ts'
import type { WriteRequest } from '../core/request.ts'
import { warn } from '../core/warnings.ts'
import { ModelSession } from './model-session.ts'
import { ModelWriter } from './model-writer.ts'
import { planBatches } from './plan-batches.ts'
import { countCutTexts } from './plan-writing.ts'
import { promptTexts } from './prompt.ts'
import { reviewList } from './review-list.ts'
import { writeByRules } from './write-by-rules.ts'
import type { ModelWriteContext, WriteResult } from './write-context.ts'
import { writeHighlights } from './write-highlights.ts'
import { writeSummary } from './write-summary.ts'

/** The changes of a range by who writes them. */
interface ChangesToWrite {
  /** What the model writes. */
  selected: Change[]
  /** What the rules write. */
  others: Change[]
  /** What the rules exclude, and the model may include. */
  doubtful: DoubtfulChange[]
}

/**
 * Writes the selected changes with a language model, batch by batch. The rules write the other changes, and those
 * for which the model returns no valid text.
 */
export async function writeByModel(
  { selected, others, doubtful }: ChangesToWrite,
  request: WriteRequest,
  context: ModelWriteContext,
): Promise<WriteResult> {
  const { voice, projectName } = context
  const checks = await context.loadChecks(promptTexts)
  const byRules = writeByRules(others, voice, projectName)
  for (const draft of byRules) checks.onDraft(draft)
  const session = new ModelSession(request, context)
  const modelWriter = new ModelWriter(session, context, checks)
  const offered = [...selected, ...doubtful.map(({ change }) => change)]
  const batches = planBatches(selected, writeByRules(offered, voice, projectName), doubtful)
  await modelWriter.reportPlan(batches)
  await modelWriter.writeBatches(batches)
  const included = doubtful.map(({ change }) => change).filter((change) => modelWriter.hasWritten(change))
  const written = modelWriter.draftsInOrder([...selected, ...included])
  const reviewed = await reviewList(written, batches, { session, checks })
  const drafts = reviewed?.drafts ?? written
  const wantsSummary = request.summary && !session.hasGivenUp()
  const all = sortByImportance([...drafts, ...byRules], [...offered, ...others])
  const summary = wantsSummary ? await writeSummary(all, session, checks) : null
  const listed = [...batches, ...planBatches(others, byRules, [], offered.length)]
  const highlights = request.highlights ? await writeHighlights(all, listed, { session, checks }) : []
  const warnings = [
    ...session.warnings(countCutTexts(batches)),
    ...(request.summary && summary === null ? [warn('summary-missing')] : []),
  ]
  return {
    drafts: [...drafts, ...byRules],
    included,
    isOrdered: reviewed?.isOrdered === true && byRules.length === 0,
    summary,
    highlights,
    report: session.report(),
    warnings,
  }
}

/** The drafts with the most important change first: a summary and highlights may see only the beginning of a list. */
function sortByImportance(drafts: Draft[], changes: Change[]): Draft[] {
  const ratings = new Map(changes.map(({ id, importance }) => [id, importance]))
  const rate = ({ changeIds }: Draft) => Math.max(...changeIds.map((id) => ratings.get(id) ?? 0))
  return drafts.toSorted((one, other) => rate(other) - rate(one))
}

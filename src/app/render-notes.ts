import type { Answer } from '../core/answer.ts'
import { reportStages } from '../core/progress.ts'
import type { NotesRequest } from '../core/sent-notes.ts'
import { checkFormat } from '../verify/check-format.ts'
import { checkLedger } from '../verify/check-ledger.ts'
import { verify } from '../verify/verify.ts'
import { checkAgainstRange, type NotesContext, refusedNotes } from './check-against-range.ts'

/** The story with somebody else's words: notes that fit their range are laid out, others come back with every fault. */
export async function renderNotes(request: NotesRequest, context: NotesContext): Promise<Answer> {
  const begin = reportStages(context)
  const checked = await checkAgainstRange(request, context, { begin, partial: false })
  if (checked.faults.length > 0) throw refusedNotes(checked.faults)

  const { history, range, curated, drafts, version, date, web } = checked
  const verified = verify(drafts, curated, history.commits)
  checkLedger(history.commits, verified.entries, verified.omitted)
  // People put first what matters to them, so that their order is kept.
  const place = new Map(drafts.map(({ changeIds }, index) => [changeIds[0]!, index]))
  const entries = verified.entries.toSorted((one, other) => place.get(one.id)! - place.get(other.id)!)

  await begin('render', entries.length)
  const { summary, format, part, writtenBy } = request
  const commitCount = history.commits.length
  const told = {
    commitCount,
    format,
    range,
    summary,
    entries,
    contributors: curated.contributors,
    houseStyle: checked.houseStyle,
  }
  const { releaseConfig, changelog } = history
  const { render } = await import('../render/render.ts')
  const notes = render({ ...told, version, date, part, releaseConfig, changelog, web })
  const warnings = [...checked.warnings, ...notes.warnings, ...checkFormat(notes.text, request)]
  await begin(null, null)

  const writer = { engine: writtenBy, model: null, usage: null, fallback: null }
  return { success: true, changelog: notes.text, ...told, writer, omitted: verified.omitted, warnings }
}

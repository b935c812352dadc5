import type { RenderedNotes } from '../core/answer.ts'
import { reportStages } from '../core/progress.ts'
import type { NotesRequest } from '../core/sent-notes.ts'
import { checkAgainstRange, maxFaults, type NotesContext, rejectNotes } from './check-sent-notes.ts'
import { finishNotes } from './finish-notes.ts'
import { applyFormat } from './load-config.ts'

/** Renders notes that a person or an agent wrote; throws with every fault when they do not fit their range. */
export async function renderNotes(request: NotesRequest, context: NotesContext): Promise<RenderedNotes> {
  const stages = reportStages(context)
  const { gathered, drafts, faults, advice, warnings } = await checkAgainstRange(request, context, {
    stages,
    partial: false,
  })
  if (faults.length > 0) throw rejectNotes(faults, gathered.range)
  const { format, formatName } = applyFormat(request, gathered.config.config)
  const isPerson = request.writtenBy === 'person'
  const { introduction = request.summary ?? '', ...others } = request.blocks
  const blocks = isPerson ? { ...(introduction === '' ? {} : { introduction }), ...others } : {}
  const report = { engine: request.writtenBy, model: null, usage: null, fallback: null }
  const answer = await finishNotes(
    gathered,
    // A person's summary is their introduction.
    { drafts, summary: isPerson ? null : request.summary, blocks, report, warnings },
    // People write the most important entries first.
    {
      format,
      ...(formatName === undefined ? {} : { formatName }),
      part: request.part,
      areas: request.areas,
      highlights: false,
      order: 'drafts',
      signal: context.signal,
      caller: context.token,
      runHeavy: context.runHeavy,
      stages,
    },
  )
  return { ...answer, summary: request.summary, blocks, advice: advice.slice(0, maxFaults) }
}

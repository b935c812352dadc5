import { type Fault, Problem } from '../core/errors.ts'
import type { GenerateContext } from '../core/generate-context.ts'
import { reportStages } from '../core/progress.ts'
import type { NotesCheck, NotesRequest } from '../core/sent-notes.ts'
import { curate } from '../curate/curate.ts'
import { checkNotes } from '../verify/check-notes.ts'
import { openChecks } from '../verify/open-checks.ts'
import { citedCommits } from '../verify/open-citations.ts'
import { writeByRules } from '../write/by-rules.ts'
import { gatherChanges } from './gather-changes.ts'

/** What holding notes against their range needs from outside. */
export type NotesContext = Omit<GenerateContext, 'gateway' | 'onEntry'>

/** Gathers the range anew and holds sent notes against it; of the notes only ids and SHAs are believed. */
export async function checkAgainstRange(
  request: NotesRequest,
  context: NotesContext,
  { begin, partial }: { begin: ReturnType<typeof reportStages>; partial: boolean },
) {
  const gathered = await gatherChanges(request, context, begin)
  const { history, messages, range, style } = gathered
  await begin('verify', request.entries.length)
  const told = citedCommits(request.entries, history.commits)
  const overruled = gathered.curated.omitted.some(({ sha }) => told.has(sha))
  const changelog = history.changelog?.path ?? null
  const again = { ...request, style, changelog, messages, told }
  const curated = overruled ? curate(history, again) : gathered.curated
  const checks = openChecks(curated.changes, { language: request.language, instructions: null }, [])
  const byRules = writeByRules(curated.changes, gathered.voice)
  const { commits } = history
  const checked = checkNotes(request, { curated, commits, byRules, checks, partial })
  const faults = [...movedSince(request, range), ...checked.faults]
  return { ...gathered, ...checked, curated, faults, warnings: [...gathered.warnings, ...checked.warnings] }
}

function movedSince({ seen }: NotesRequest, range: { fromSha: string | null; toSha: string }): Fault[] {
  return (['fromSha', 'toSha'] as const).flatMap((end) => {
    if (seen[end] === undefined || seen[end] === range[end]) return []
    const detail = `the range has moved since these notes were written: it is ${range[end] ?? 'the root'} now; list its changes again, or name the ends by their SHAs`
    return [{ pointer: `#/range/${end}`, detail }]
  })
}

const mostFaults = 200

/** Says what is wrong with notes and lays nothing out; `partial` ones need not tell everything yet. */
export async function checkSentNotes(
  request: NotesRequest,
  context: NotesContext,
  partial: boolean,
): Promise<NotesCheck> {
  const begin = reportStages(context)
  const checked = await checkAgainstRange(request, context, { begin, partial })
  await begin(null, null)
  const { faults, uncovered, range, warnings, history } = checked
  return {
    ok: faults.length === 0,
    faults: faults.slice(0, mostFaults),
    faultCount: faults.length,
    uncovered: uncovered.length,
    commitCount: history.commits.length,
    range,
    warnings,
  }
}

/** The refusal of notes, with what is wrong with each of their lines. */
export function refusedNotes(faults: Fault[]): Problem {
  const more = faults.length - mostFaults
  const shown = faults.slice(0, mostFaults)
  const [first] = shown
  const count = faults.length === 1 ? 'one fault' : `${faults.length} faults`
  const rest =
    more > 0 ? ` The first ${mostFaults} are listed; ${more} more follow once they are mended.` : ''
  return new Problem(
    'notes_refused',
    `The notes have ${count}, and nothing was rendered. At ${first!.pointer.slice(2)}: ${first!.detail}. Mend all that is listed and send them again.${rest}`,
    { faults: shown },
  )
}

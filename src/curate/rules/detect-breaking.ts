import type { Evidence } from '../../core/change.ts'
import type { ChangeUnit } from '../group/group-into-units.ts'
import { internalOnlyTypes } from '../parse/commit-types.ts'
import { findBreakingLabel } from '../parse/pull-request-labels.ts'
import { stripQuotes } from '../parse/strip-quotes.ts'

/** The evidence that a unit is a breaking change; none when it is not. */
interface BreakingFindings {
  /** What the authors wrote about the break. */
  notes: string[]
  evidence: Evidence[]
}

const saysBreaking =
  /\b(?:this|it|which|that) (?:is|was|will be) (?:a |an |technically a )?(?:breaking(?: api)? change|backwards?[- ]incompatible)\b/i
const maxNoteLength = 160

/** Detects a breaking change by its header, label, `BREAKING CHANGE` footers or message text. */
export function detectBreaking(unit: ChangeUnit, isDependencyUpdate: boolean): BreakingFindings {
  const details: string[] = []
  const isMarked = unit.header.breaking || unit.commits.some(({ message }) => message.header.breaking)
  if (isMarked) details.push('The commit header marks a breaking change.')
  const label = findBreakingLabel(unit.pullRequestDetails?.labels ?? [])
  if (label !== null) details.push(`The pull request has the label "${label}".`)
  const notes = [...new Set(unit.commits.flatMap(({ message }) => message.breakingNotes))]
  for (const note of notes) details.push(`A footer declares BREAKING CHANGE: ${shorten(note)}`)
  // The body of a dependency update quotes the release notes of other projects.
  const isTextIgnored = internalOnlyTypes.has(unit.header.type ?? '') || isDependencyUpdate
  const statement = isTextIgnored ? null : findBreakingStatement(unit)
  if (statement !== null) details.push(`A commit message says "${statement}".`)
  return { notes, evidence: details.map((detail) => ({ kind: 'breaking', detail })) }
}

/** Finds the text with which a message calls its own change breaking. */
function findBreakingStatement({ commits }: ChangeUnit): string | null {
  for (const { message } of commits) {
    if (!/breaking|incompatible/i.test(message.body)) continue
    const found = saysBreaking.exec(stripQuotes(message.body))
    if (found) return found[0]
  }
  return null
}

function shorten(note: string): string {
  return note.length > maxNoteLength ? `${note.slice(0, maxNoteLength).trimEnd()}…` : note
}

import type { Evidence } from '../../core/change.ts'
import { guarded } from '../../text/guarded-pattern.ts'
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
// The mark of an author in a title: `[BREAKING] …`, `Breaking: …`, `⚠️ …`, `… - Minor Break`.
const titleMark =
  /^(?:\[(?:api[- ])?(?:breaking(?: change)?|bc[- ]break)\}?\]|\((?:breaking(?: change)?|bc[- ]break)\)|BREAKING(?: CHANGE)?\b|breaking(?: change)?:|bc[- ]break:|⚠️?|💥|:boom:|:warning:)|(?:\((?:breaking(?: change)?|bc[- ]break)\)|\[(?:breaking(?: change)?|bc[- ]break)\]| - (?:minor )?(?:breaking change|bc break|break))$/i
const runtime =
  '(?:node(?:\\.?js)?|python|ruby|php|java|jdk|jvm|\\.net|ios|android|macos|xcode|elixir|otp|rails|django|react)'
// Rust and Go are not here: their projects do not call a raised minimum breaking.
const raisesMinimum = guarded(
  /minim|required/i,
  new RegExp(
    `^(?:rais|bump|increas|updat|set|requir|mak)\\w{0,3} (?:[^ ]{1,20} ){0,4}?(?:(?:minimum|minimal|required) (?:[^ ]{1,20} ){0,3}?${runtime}|${runtime} (?:[^ ]{1,20} ){0,5}?(?:minimum|minimal|required))\\b`,
    'i',
  ),
)
const maxNoteLength = 160

/** Detects a breaking change by its header, label, `BREAKING CHANGE` footers or message text. */
export function detectBreaking(unit: ChangeUnit, isDependencyUpdate: boolean): BreakingFindings {
  const details: string[] = []
  const isMarked = unit.header.breaking || unit.commits.some(({ message }) => message.header.breaking)
  if (isMarked) details.push('The commit header marks a breaking change.')
  const mark = internalOnlyTypes.has(unit.header.type ?? '') ? null : titleMark.exec(unit.title)
  if (mark && !isMarked) details.push(`The title marks a breaking change: "${mark[0].trim()}".`)
  const { description, type } = unit.header
  if (!internalOnlyTypes.has(type ?? '') && raisesMinimum.test(description) && /\d/.test(description))
    details.push(`It raises the minimum version of a platform: "${description.slice(0, 120)}".`)
  const label = findBreakingLabel(unit.pullRequestDetails?.labels ?? [])
  if (label !== null) details.push(`The pull request has the label "${label}".`)
  // A bot quotes the footers of other projects in the body of a dependency update.
  const isNoteQuoted = isDependencyUpdate && !isMarked
  const notes = isNoteQuoted ? [] : [...new Set(unit.commits.flatMap(({ message }) => message.breakingNotes))]
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

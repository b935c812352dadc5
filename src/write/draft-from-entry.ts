import { type Category, mustIncludeCategories } from '../core/category.ts'
import type { Change } from '../core/change.ts'
import type { Draft } from '../core/entry.ts'
import type { ModelEntry } from './entry-reader.ts'
import type { WritingTask } from './plan-batches.ts'
import { stripTrackers } from './strip-noise.ts'
import type { DraftChecks } from './write-context.ts'

/** Turns an entry of the model into a draft with what the model may decide: category, inclusion, and a break. */
export function draftFromEntry(
  entry: ModelEntry,
  tasks: WritingTask[],
  checks: Pick<DraftChecks, 'settle' | 'isQuoted'>,
): Draft {
  const changes = tasks.map(({ change }) => change)
  const changeIds = changes.map(({ id }) => id)
  return checks.settle(
    {
      changeIds,
      category: entry.category as Category,
      text: stripTrackers(entry.text.trim()),
      writtenBy: 'model',
      exclusionReason: entry.notable ? null : findExclusionReason(changes),
      ...breakingQuote(entry, changes, checks),
    },
    entry.quote,
  )
}

const claimsBreak =
  /break|incompatib|no longer|remov|\bdrop|renam|\bmust\b|requir|migrat|instead|replac|chang|unsupported|now (?:throw|return|fail|reject)/i

/** A model may mark a change as breaking with literal words of the evidence. */
function breakingQuote(
  { breaking, quote }: ModelEntry,
  changes: Change[],
  { isQuoted }: Pick<DraftChecks, 'isQuoted'>,
): Pick<Draft, 'breakingQuote'> {
  if (!breaking || changes.some((change) => change.breaking)) return {}
  const ids = changes.map(({ id }) => id)
  return claimsBreak.test(quote) && isQuoted(ids, quote) ? { breakingQuote: quote.trim() } : {}
}

/** The notability from which a change that the project usually lists is kept. */
const surelyNotable = 0.55

/** Evidence of the project's own decision to list a change. */
const ownDecisions = new Set(['own-entry', 'fragment', 'type-config', 'asked-for'])

/**
 * The reason to exclude changes that the model calls not notable; null if they are included all the same: breaking
 * changes, must-include categories, what the authors wrote an entry for, and what the project usually lists.
 */
function findExclusionReason(changes: Change[]): string | null {
  const isKept = ({ breaking, category, notability, isUsuallyListed, ownText, evidence }: Change) =>
    breaking ||
    mustIncludeCategories.has(category) ||
    ownText !== undefined ||
    evidence.some(({ kind }) => ownDecisions.has(kind)) ||
    (isUsuallyListed === true && notability >= surelyNotable)
  if (changes.some(isKept)) return null
  const score = Math.max(...changes.map(({ notability }) => notability))
  return `The model considers it not notable; the rules give it a notability of ${score.toFixed(2)}.`
}

import type { EvidenceItem } from '../core/changes-page.ts'
import type { Draft, Suspicion } from '../core/entry.ts'
import { buildCheckPrompt, type CheckedItem, type Claim, type WritingOptions } from './prompt.ts'
import { parseAnswer } from './read-answer.ts'
import type { DraftChecks } from './write-context.ts'

/** A draft that waits for the verdict of the model, with the evidence that it cites. */
export interface HeldDraft {
  draft: Draft
  items: EvidenceItem[]
  suspicions: Suspicion[]
  /** Whether the checker needs more than the titles, which are enough for many drafts. */
  needsDetails: boolean
}

/** The model's verdict about one statement; only the types of its fields are checked. */
interface Verdict {
  supported: boolean
  quotes: string[]
  unsupported: string
}

/** Builds the question about drafts; the id of a claim is its place, counted from 1. */
export function buildClaims(held: HeldDraft[], writingOptions: WritingOptions): string {
  const items = new Map(
    held.flatMap((each) =>
      each.items.map((item) => [item.id, toCheckedItem(item, each.needsDetails)] as const),
    ),
  )
  const claims = held.map(
    ({ draft, items: cited }, index): Claim => ({
      id: String(index + 1),
      ids: cited.map(({ id }) => id),
      text: draft.text,
    }),
  )
  return buildCheckPrompt([...items.values()], claims, writingOptions)
}

/** Returns only what the authors wrote: our own category and text are no evidence. */
function toCheckedItem(
  { id, title, scope, body, facts, labels, paths }: EvidenceItem,
  needsDetails: boolean,
): CheckedItem {
  return {
    id,
    title,
    ...(scope === undefined ? {} : { scope }),
    ...(facts === undefined ? {} : { facts }),
    ...(body === undefined || !needsDetails ? {} : { body }),
    ...(labels === undefined || !needsDetails ? {} : { labels }),
    ...(paths === undefined || !needsDetails ? {} : { paths }),
  }
}

/** Reads the verdicts of an answer by the id of their claim; what is not a verdict is skipped. */
export function readVerdicts(answer: string): Map<string, Verdict> {
  const found = new Map<string, Verdict>()
  const verdicts = parseAnswer(answer)?.verdicts
  if (!Array.isArray(verdicts)) return found
  for (const value of verdicts as unknown[]) {
    const { id, supported, quotes, unsupported } = (value ?? {}) as Record<string, unknown>
    if (typeof id !== 'string' || typeof supported !== 'boolean' || found.has(id)) continue
    found.set(id, {
      supported,
      quotes: Array.isArray(quotes) ? quotes.filter((quote) => typeof quote === 'string') : [],
      unsupported: typeof unsupported === 'string' ? unsupported.slice(0, 200) : '',
    })
  }
  return found
}

/**
 * Returns the words of a draft that are not supported, or null if it is accepted. A verdict "supported" counts only
 * with a quote that the evidence contains; without a verdict the rules decide, and every suspicion counts.
 */
export function findUnsupported(
  { draft, suspicions }: Pick<HeldDraft, 'draft' | 'suspicions'>,
  verdict: Verdict | undefined,
  { isQuoted }: Pick<DraftChecks, 'isQuoted'>,
): string[] | null {
  const suspected = suspicions.map(({ words }) => words).filter((words) => words !== '')
  if (verdict && !verdict.supported) {
    const words = verdict.unsupported.trim()
    return words === '' ? suspected : [words]
  }
  if (verdict?.quotes.some((quote) => isQuoted(draft.changeIds, quote))) return null
  return suspicions.length === 0 ? null : suspected
}

/** The fault of a text with words that are not supported, as the model receives it back. */
export function unsupportedFault(words: string[]): string {
  return words.length === 0
    ? 'the evidence does not support all of it; stay closer to the words of the evidence'
    : `the evidence does not support ${words.map((each) => JSON.stringify(each)).join(', ')}; remove it, or use the words of the evidence`
}

import type { Draft } from '../core/entry.ts'
import { checkProposals, type Proposal, type ProposalContext } from './check-proposals.ts'
import type { WritingTask } from './plan-batches.ts'
import { buildHighlightsPrompt, highlightsInstructions, highlightsSchema } from './prompt.ts'
import { parseAnswer } from './read-answer.ts'
import type { Highlight } from './write-context.ts'

const minEntries = 6
const maxEntries = 100
const minHighlights = 3
const maxHighlights = 5

/**
 * Has the model choose the highlights of the release and write a line for each. A line that fails the checks gets the
 * text of its entry. Returns none if the list is too short, or if the gateway or the answer fails.
 */
export async function writeHighlights(
  drafts: Draft[],
  batches: WritingTask[][],
  { session, checks }: ProposalContext,
): Promise<Highlight[]> {
  const included = drafts.filter(({ exclusionReason }) => exclusionReason === null).slice(0, maxEntries)
  if (included.length < minEntries || session.hasGivenUp()) return []
  const taskOf = new Map(batches.flat().map((task) => [task.change.id, task]))
  const tasksOf = ({ changeIds }: Draft) => changeIds.flatMap((id) => taskOf.get(id) ?? [])
  const listed = new Map(included.map((draft, index) => [String(index + 1), draft]))
  const entries = [...listed].map(([id, draft]) => ({
    id,
    category: draft.category,
    ...(isBreaking(draft, tasksOf(draft)) ? { breaking: true as const } : {}),
    text: draft.text,
  }))
  const request = session.buildRequest(
    {
      instructions: highlightsInstructions,
      evidence: buildHighlightsPrompt(entries, session.writingOptions),
      answer: highlightsSchema,
    },
    { changes: maxHighlights },
  )
  const response = await session.trySend(request)
  const chosen = response ? readHighlights(response.text, listed) : []
  if (!response || chosen.length < minHighlights) return []
  session.keep(request, response)
  const rewritten = chosen.flatMap(({ draft, text }): Proposal[] =>
    text === draft.text ? [] : [{ draft: { ...draft, text }, replaced: [draft], tasks: tasksOf(draft) }],
  )
  const accepted = await checkProposals(rewritten, { session, checks })
  const textOf = new Map(accepted.map(({ draft, replaced }) => [replaced[0]!, draft.text]))
  return chosen.map(({ draft }) => ({ id: draft.changeIds[0]!, text: textOf.get(draft) ?? draft.text }))
}

function isBreaking({ breakingQuote }: Draft, tasks: WritingTask[]): boolean {
  return breakingQuote !== undefined || tasks.some(({ change }) => change.breaking)
}

function readHighlights(
  answer: string,
  listed: ReadonlyMap<string, Draft>,
): { draft: Draft; text: string }[] {
  const { highlights } = parseAnswer(answer) ?? {}
  if (!Array.isArray(highlights)) return []
  const found = new Map<Draft, string>()
  for (const value of highlights as unknown[]) {
    const { id, text } = (value ?? {}) as Record<string, unknown>
    const draft = typeof id === 'string' ? listed.get(id) : undefined
    if (draft && typeof text === 'string' && !found.has(draft)) found.set(draft, text.trim() || draft.text)
  }
  return [...found].slice(0, maxHighlights).map(([draft, text]) => ({ draft, text }))
}

import type { Change } from '../core/change.ts'
import type { Draft } from '../core/entry.ts'
import { checkProposals, type Proposal, type ProposalContext } from './check-proposals.ts'
import type { WritingTask } from './plan-batches.ts'
import { buildReviewPrompt, reviewInstructions, reviewSchema } from './prompt.ts'
import { parseAnswer } from './read-answer.ts'

const maxEntries = 300

/** The drafts after the review, and whether they are in the order in which they are printed. */
interface ReviewedList {
  drafts: Draft[]
  isOrdered: boolean
}

/**
 * Has the model look at the whole list once, if it was written in several batches: it may merge duplicates, order the
 * entries and even out their voice. New texts pass the same checks as all others, and no entry is dropped. Returns
 * null if there is nothing to review, or if the gateway or the answer fails.
 */
export async function reviewList(
  drafts: Draft[],
  batches: WritingTask[][],
  { session, checks }: ProposalContext,
): Promise<ReviewedList | null> {
  if (batches.length < 2 || session.hasGivenUp()) return null
  const taskOf = new Map(batches.flat().map((task) => [task.change.id, task]))
  const listed = listEntries(drafts, taskOf)
  if (listed.size < 2 || listed.size > maxEntries) return null
  const entries = [...listed].map(([id, { category, text }]) => ({ id, category, text }))
  const request = session.buildRequest(
    {
      instructions: reviewInstructions,
      evidence: buildReviewPrompt(entries, session.writingOptions),
      answer: reviewSchema,
    },
    { changes: listed.size },
  )
  const response = await session.trySend(request)
  const review = response && readReview(response.text, listed)
  if (!review) return null
  session.keep(request, response)
  const proposals = withoutRepetition(propose(review, listed, taskOf), drafts)
  const accepted = await checkProposals(proposals, { session, checks })
  return applyReview(drafts, accepted, review.order.length > listed.size / 2 ? review.order : [], listed)
}

/** The included drafts by the ids that the model sees, the most important first. */
function listEntries(drafts: Draft[], taskOf: Map<string, WritingTask>): Map<string, Draft> {
  const importance = ({ changeIds }: Draft) =>
    Math.max(...changeIds.map((id) => taskOf.get(id)?.change.importance ?? 0))
  const included = drafts.filter(({ exclusionReason }) => exclusionReason === null)
  const ordered = included.toSorted((one, other) => importance(other) - importance(one))
  return new Map(ordered.map((draft, index) => [String(index + 1), draft]))
}

/** What the model proposes: texts for one or several entries, and an order. Unknown ids are skipped. */
interface Review {
  texts: { ids: string[]; text: string }[]
  order: string[]
}

function readReview(answer: string, listed: ReadonlyMap<string, Draft>): Review | null {
  const { entries, order } = parseAnswer(answer) ?? {}
  if (!Array.isArray(entries) || !Array.isArray(order)) return null
  const isKnown = (id: unknown): id is string => typeof id === 'string' && listed.has(id)
  const used = new Set<string>()
  const texts = (entries as unknown[]).flatMap((value) => {
    const { ids, text } = (value ?? {}) as Record<string, unknown>
    if (!Array.isArray(ids) || typeof text !== 'string' || text.trim() === '') return []
    const own = [...new Set(ids)]
    if (own.length === 0 || !own.every(isKnown) || own.some((id) => used.has(id))) return []
    for (const id of own) used.add(id)
    return [{ ids: own, text: text.trim() }]
  })
  return { texts, order: [...new Set(order.filter(isKnown))] }
}

/** Turns the proposed texts into drafts, without merges of entries that have nothing in common. */
function propose(
  { texts }: Review,
  listed: ReadonlyMap<string, Draft>,
  taskOf: ReadonlyMap<string, WritingTask>,
): Proposal[] {
  return texts.flatMap(({ ids, text }) => {
    const replaced = ids.map((id) => listed.get(id)!)
    const [first, ...others] = replaced
    // The rules wrote what the model failed to write twice.
    if (!first || replaced.some(({ writtenBy }) => writtenBy !== 'model')) return []
    if (others.length === 0 && first.text === text) return []
    const isMergeable = others.every(
      (other) =>
        other.category === first.category &&
        (other.breakingQuote === undefined) === (first.breakingQuote === undefined),
    )
    const tasks = replaced.flatMap(({ changeIds }) => changeIds.flatMap((id) => taskOf.get(id) ?? []))
    const changes = tasks.map(({ change }) => change)
    if (!isMergeable || (others.length > 0 && !haveCommonSubject(changes))) return []
    return [{ draft: { ...first, changeIds: changes.map(({ id }) => id), text }, replaced, tasks }]
  })
}

/** Whether each change shares a path or a name with another one. */
function haveCommonSubject(changes: Change[]): boolean {
  const subjects = changes.map(
    ({ paths, scope, title, facts = [] }) =>
      new Set([
        ...paths,
        ...(scope === null ? [] : [scope.toLowerCase()]),
        ...facts.map(({ name }) => name),
        ...(title.match(/[A-Za-z_$][\w$-]*(?:[_-]\w|[a-z][A-Z])[\w$-]*/g) ?? []),
      ]),
  )
  return subjects.every((own, index) =>
    subjects.some((other, at) => at !== index && [...own].some((name) => other.has(name))),
  )
}

/** Drops a new text that another entry has already. */
function withoutRepetition(proposals: Proposal[], drafts: Draft[]): Proposal[] {
  const taken = new Map(drafts.map((draft) => [draft.text, draft]))
  return proposals.filter(({ draft, replaced }) => {
    const other = taken.get(draft.text)
    if (other && !replaced.includes(other)) return false
    taken.set(draft.text, draft)
    return true
  })
}

/** Replaces drafts by the accepted proposals, and puts the list into the order of the model if it gave one. */
function applyReview(
  drafts: Draft[],
  accepted: Proposal[],
  order: string[],
  listed: ReadonlyMap<string, Draft>,
): ReviewedList {
  const replacement = new Map(
    accepted.flatMap(({ draft, replaced }) => replaced.map((old) => [old, draft] as const)),
  )
  const place = new Map(order.map((id, index) => [listed.get(id)!, index]))
  const ordered =
    order.length === 0
      ? drafts
      : drafts.toSorted(
          (one, other) => (place.get(one) ?? drafts.length) - (place.get(other) ?? drafts.length),
        )
  return {
    drafts: [...new Set(ordered.map((draft) => replacement.get(draft) ?? draft))],
    isOrdered: order.length > 0,
  }
}

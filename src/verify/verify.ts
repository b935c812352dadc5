import type { Change, Curated, Evidence, Omission } from '../core/change.ts'
import type { Commit, Person } from '../core/commit.ts'
import type { Draft, Entry } from '../core/entry.ts'
import { Problem } from '../core/errors.ts'
import type { Ticket } from '../core/repository-config.ts'
import { cutText, makeHarmless } from '../text/inline-text.ts'
import { safeInline } from '../text/person-markdown.ts'

/** The entries of the notes, and every commit that is not in them. */
export interface VerifiedNotes {
  entries: Entry[]
  omitted: Omission[]
}

/**
 * Turns drafts into entries. Every change must have exactly one draft, and every text is made safe to display. The
 * commits of excluded drafts are added to the omitted commits, in the order of the history.
 */
export function verify(
  drafts: Draft[],
  { changes, omitted }: Pick<Curated, 'changes' | 'omitted'>,
  commits: Pick<Commit, 'sha'>[],
): VerifiedNotes {
  const byId = new Map(changes.map((change) => [change.id, change]))
  const draftOf = new Map<string, Draft>()
  for (const draft of drafts) {
    for (const id of draft.changeIds) {
      if (!byId.has(id)) throw internalError(`a draft cites the unknown change ${id}`)
      if (draftOf.has(id)) throw internalError(`the change ${id} has two drafts`)
      draftOf.set(id, draft)
    }
  }
  for (const { id } of changes) if (!draftOf.has(id)) throw internalError(`the change ${id} has no draft`)
  const free = drafts.filter(({ changeIds }) => changeIds.length === 0)
  const inOrder = [...new Set([...changes.map(({ id }) => draftOf.get(id)!), ...free])]
  const included = inOrder.filter(({ exclusionReason }) => exclusionReason === null)
  const excluded = inOrder.filter(({ exclusionReason }) => exclusionReason !== null)
  const entries = included.map((draft) => buildEntry(draft, byId))
  if (excluded.length === 0) return { entries, omitted }
  // Another line about the same change may be included.
  const inEntries = new Set(entries.flatMap((entry) => entry.commits))
  const added = excluded.flatMap((draft) => omissionsOf(draft, byId)).filter(({ sha }) => !inEntries.has(sha))
  return { entries, omitted: inHistoryOrder([...added, ...omitted], commits) }
}

/** Builds the entry of a checked draft. */
export function buildEntry(draft: Draft, byId: Map<string, Change>): Entry {
  const changes = draft.changeIds.map((id) => byId.get(id)!)
  const text = draft.writtenBy === 'person' ? safeInline(draft.text).markdown : makeHarmless(draft.text)
  if (text === '') throw internalError(`the draft of ${draft.changeIds.join(', ')} has no text`)
  const [first, ...others] = changes
  if (!first) return buildFreeEntry(draft, text)
  const entry: Entry = {
    id: first.id,
    category: draft.category,
    ...(first.section === undefined
      ? {}
      : { section: draft.section ?? sectionOf(first, draft), type: first.type }),
    ...(first.tickets === undefined ? {} : { tickets: first.tickets }),
    text,
    breaking: first.breaking || draft.breakingQuote !== undefined,
    scope: first.scope,
    notability: Math.round(first.notability * 100) / 100,
    importance: first.importance,
    commits: first.commits,
    pullRequests: first.pullRequests,
    authors: first.authors.map(nameOf),
    labels: first.labels,
    writtenBy: draft.writtenBy,
    evidence:
      draft.breakingQuote === undefined
        ? first.evidence
        : [...first.evidence, breakingEvidence(draft.breakingQuote)],
  }
  const whole = others.reduce(withChange, entry)
  return draft.breaking === undefined ? whole : { ...whole, breaking: draft.breaking }
}

/** How much a person's own entry matters: as much as any that they keep. */
const freeNotability = 1

/** Builds an entry that is about no commit. */
function buildFreeEntry({ id, category, section, writtenBy, breaking = false }: Draft, text: string): Entry {
  if (id === undefined) throw internalError('a draft cites no change')
  return {
    ...{ id, category, text, breaking, writtenBy },
    ...(section === undefined ? {} : { section, type: null }),
    ...{ scope: null, notability: freeNotability, importance: freeNotability },
    ...{ commits: [], pullRequests: [], authors: [], labels: [], evidence: [] },
  }
}

/** The section of a change in the category of its draft, which a model can change. */
function sectionOf({ category, section, sections }: Change, draft: Draft): string {
  return (draft.category === category ? undefined : sections?.[draft.category]) ?? section!
}

function breakingEvidence(quote: string): Evidence {
  return { kind: 'breaking', detail: `The model reads it as a breaking change: "${cutText(quote, 200)}".` }
}

function withChange(entry: Entry, change: Change): Entry {
  return {
    ...entry,
    breaking: entry.breaking || change.breaking,
    scope: entry.scope === change.scope ? entry.scope : null,
    notability: Math.max(entry.notability, Math.round(change.notability * 100) / 100),
    importance: Math.max(entry.importance, change.importance),
    commits: [...entry.commits, ...change.commits],
    pullRequests: [...new Set([...entry.pullRequests, ...change.pullRequests])],
    authors: [...new Set([...entry.authors, ...change.authors.map(nameOf)])],
    labels: [...new Set([...entry.labels, ...change.labels])],
    ...(entry.tickets && change.tickets ? { tickets: joinTickets(entry.tickets, change.tickets) } : {}),
    evidence: [...entry.evidence, ...change.evidence],
  }
}

function joinTickets(one: Ticket[], other: Ticket[]): Ticket[] {
  return [...new Map([...one, ...other].map((ticket) => [ticket.id, ticket])).values()]
}

/** The commits of an excluded draft, each with its reason. */
function omissionsOf({ changeIds, exclusionReason }: Draft, byId: Map<string, Change>): Omission[] {
  return changeIds.flatMap((id) => {
    const { commits, messages } = byId.get(id)!
    return commits.map((sha, index): Omission => {
      return { sha, subject: messages[index]!.subject, reason: 'not-notable', detail: exclusionReason! }
    })
  })
}

function inHistoryOrder(omitted: Omission[], commits: Pick<Commit, 'sha'>[]): Omission[] {
  const bySha = new Map(omitted.map((each) => [each.sha, each]))
  return commits.flatMap(({ sha }) => bySha.get(sha) ?? [])
}

function nameOf({ login, name }: Person): string {
  return login ?? name
}

function internalError(cause: string): Problem {
  return new Problem(
    'internal',
    'The notes failed an internal check and were not sent. Please report this error.',
    {
      cause,
    },
  )
}

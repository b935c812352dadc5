import type { Change, Curated, Omission } from '../core/change.ts'
import type { Commit, Person } from '../core/commit.ts'
import type { Draft, Entry } from '../core/entry.ts'
import { Problem } from '../core/errors.ts'
import { makeHarmless } from '../text/inline-text.ts'

/**
 * Turns drafts into entries: each change worded exactly once, each text safe to show anywhere. What a draft
 * leaves out joins what was left out before, in the order of the history.
 */
export function verify(
  drafts: Draft[],
  { changes, omitted }: Pick<Curated, 'changes' | 'omitted'>,
  commits: Commit[],
): { entries: Entry[]; omitted: Omission[] } {
  const byId = new Map(changes.map((change) => [change.id, change]))
  const worded = new Map<string, Draft>()
  for (const draft of drafts) {
    for (const id of draft.changeIds) {
      if (!byId.has(id)) throw broken(`a draft cites the unknown change ${id}`)
      if (worded.has(id)) throw broken(`the change ${id} is worded twice`)
      worded.set(id, draft)
    }
  }
  for (const { id } of changes) if (!worded.has(id)) throw broken(`the change ${id} has no words`)
  const inOrder = [...new Set(changes.map(({ id }) => worded.get(id)!))]
  const told = inOrder.filter(({ leftOut }) => leftOut === null)
  const left = inOrder.filter(({ leftOut }) => leftOut !== null)
  const entries = told.map((draft) => buildEntry(draft, byId))
  if (left.length === 0) return { entries, omitted }
  const leftOut = left.flatMap((draft) => omissionsOf(draft, byId))
  return { entries, omitted: inHistoryOrder([...leftOut, ...omitted], commits) }
}

/** The entry of a draft that was checked. */
export function buildEntry(draft: Draft, byId: Map<string, Change>): Entry {
  const changes = draft.changeIds.map((id) => byId.get(id)!)
  const text = makeHarmless(draft.text)
  if (text === '') throw broken(`the change ${draft.changeIds.join(', ')} has no words`)
  const [first, ...others] = changes
  const entry = {
    id: first!.id,
    category: draft.category,
    text,
    breaking: first!.breaking,
    notability: Math.round(first!.notability * 100) / 100,
    commits: first!.commits,
    pullRequests: first!.pullRequests,
    authors: first!.authors.map(nameOf),
    labels: first!.labels,
    writtenBy: draft.writtenBy,
    evidence: first!.evidence,
  }
  return others.reduce(withChange, entry)
}

function withChange(entry: Entry, change: Change): Entry {
  return {
    ...entry,
    breaking: entry.breaking || change.breaking,
    notability: Math.max(entry.notability, Math.round(change.notability * 100) / 100),
    commits: [...entry.commits, ...change.commits],
    pullRequests: [...new Set([...entry.pullRequests, ...change.pullRequests])],
    authors: [...new Set([...entry.authors, ...change.authors.map(nameOf)])],
    labels: [...new Set([...entry.labels, ...change.labels])],
    evidence: [...entry.evidence, ...change.evidence],
  }
}

/** The commits that are left out after all. */
function omissionsOf({ changeIds, leftOut }: Draft, byId: Map<string, Change>): Omission[] {
  return changeIds.flatMap((id) => {
    const { commits, messages } = byId.get(id)!
    return commits.map((sha, index): Omission => {
      return { sha, subject: messages[index]!.subject, reason: 'not-notable', detail: leftOut! }
    })
  })
}

function inHistoryOrder(omitted: Omission[], commits: Commit[]): Omission[] {
  const bySha = new Map(omitted.map((each) => [each.sha, each]))
  return commits.flatMap(({ sha }) => bySha.get(sha) ?? [])
}

function nameOf({ login, name }: Person): string {
  return login ?? name
}

function broken(what: string): Problem {
  return new Problem('internal', 'The notes failed their own check and were not sent; please report it.', {
    cause: what,
  })
}

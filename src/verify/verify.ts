import { Problem } from '../errors.ts'
import { makeHarmless } from '../inline-text.ts'
import type { Change, Draft, Entry, Person } from '../types.ts'

/** Turns drafts into entries: each change worded exactly once, each text safe to show anywhere. */
export function verify(drafts: Draft[], changes: Change[]): Entry[] {
  const byId = new Map(changes.map((change) => [change.id, change]))
  const worded = new Map<string, Draft>()
  for (const draft of drafts) {
    if (!byId.has(draft.changeId)) throw broken(`a draft cites the unknown change ${draft.changeId}`)
    if (worded.has(draft.changeId)) throw broken(`the change ${draft.changeId} is worded twice`)
    worded.set(draft.changeId, draft)
  }
  return changes.map((change) => asEntry(change, worded.get(change.id)))
}

function asEntry(change: Change, draft: Draft | undefined): Entry {
  const text = makeHarmless(draft?.text ?? '')
  if (!draft || text === '') throw broken(`the change ${change.id} has no words`)
  return {
    id: change.id,
    category: change.category,
    text,
    breaking: change.breaking,
    notability: Math.round(change.notability * 100) / 100,
    commits: change.commits,
    pullRequests: change.pullRequests,
    authors: change.authors.map(nameOf),
    labels: change.labels,
    writtenBy: draft.writtenBy,
    evidence: change.evidence,
  }
}

function nameOf({ login, name }: Person): string {
  return login ?? name
}

function broken(what: string): Problem {
  return new Problem('internal', 'The notes failed their own check and were not sent; please report it.', {
    cause: what,
  })
}

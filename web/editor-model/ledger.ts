import type { Omission } from '../../src/core/change.ts'
import type { EditorModel } from './editor-model.ts'
import type { EvidenceIndex } from './evidence.ts'

/** What happens to one commit of the range. */
export interface CommitOutcome {
  sha: string
  subject: string
  /** `excluded`: by the user; `omitted`: by the server; `pending`: not drafted yet. */
  kind: 'included' | 'excluded' | 'omitted' | 'pending'
  /** The entry that contains the commit, also if the user excluded that entry. */
  entryId: string | null
  /** What a search finds it by. */
  reason: string
  /** Why the server excluded it; null if it did not. */
  omission: Omission | null
}

/** The number of commits with each outcome. */
export interface CommitCounts {
  total: number
  included: number
  excluded: number
  omitted: number
  pending: number
}

/** Returns the outcome of every commit of the range. */
export function listOutcomes(editor: EditorModel, index: EvidenceIndex): CommitOutcome[] {
  const outcomes = new Map<string, CommitOutcome>()
  const subjectOf = (sha: string) => index.commits.get(sha)?.subject ?? ''
  for (const { id, commits, text } of editor.entries) {
    for (const sha of commits)
      outcomes.set(sha, {
        sha,
        subject: subjectOf(sha),
        kind: 'included',
        entryId: id,
        reason: text,
        omission: null,
      })
  }
  for (const { id, commits } of editor.excluded) {
    // A commit can be in several entries, of which some may be left.
    for (const sha of commits.filter((each) => !outcomes.has(each)))
      outcomes.set(sha, {
        sha,
        subject: subjectOf(sha),
        kind: 'excluded',
        entryId: id,
        reason: 'excluded by you',
        omission: null,
      })
  }
  for (const omission of editor.omitted) {
    const { sha, subject, reason, detail } = omission
    outcomes.set(sha, {
      sha,
      subject,
      kind: 'omitted',
      entryId: null,
      reason: `${reason}: ${detail}`,
      omission,
    })
  }
  for (const { sha, subject } of index.commits.values())
    if (!outcomes.has(sha))
      outcomes.set(sha, { sha, subject, kind: 'pending', entryId: null, reason: 'to draft', omission: null })
  return [...outcomes.values()]
}

/** Counts the commits of the range by outcome; a commit that is in several entries counts once. */
export function countCommits(editor: EditorModel, index: EvidenceIndex): CommitCounts {
  const inNotes = new Set(editor.entries.flatMap(({ commits }) => commits))
  const byUser = new Set(editor.excluded.flatMap(({ commits }) => commits))
  const included = inNotes.size
  const excluded = [...byUser].filter((sha) => !inNotes.has(sha)).length
  const omitted = editor.omitted.length
  const total = index.answer.commitCount
  return { total, included, excluded, omitted, pending: total - included - excluded - omitted }
}

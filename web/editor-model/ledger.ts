import type { EditorModel } from './editor-model.ts'
import type { EvidenceIndex } from './evidence.ts'

/** Where one commit went. */
export interface Fate {
  sha: string
  subject: string
  kind: 'told' | 'left' | 'omitted' | 'waiting'
  /** The entry that tells it, or told it before it was left out. */
  itemId: string | null
  why: string
}

/** How many commits went where; complete when none is without a fate. */
export interface Balance {
  total: number
  told: number
  left: number
  omitted: number
  waiting: number
}

/** The fate of every commit of the range, on this desk. */
export function fatesOf(editor: EditorModel, index: EvidenceIndex): Fate[] {
  const fates = new Map<string, Fate>()
  const subjectOf = (sha: string) => index.commits.get(sha)?.subject ?? ''
  for (const { id, commits, text } of editor.items) {
    for (const sha of commits)
      fates.set(sha, { sha, subject: subjectOf(sha), kind: 'told', itemId: id, why: text })
  }
  for (const { id, commits } of editor.left) {
    for (const sha of commits)
      fates.set(sha, { sha, subject: subjectOf(sha), kind: 'left', itemId: id, why: 'Left out by hand.' })
  }
  for (const { sha, subject, reason, detail } of editor.omitted)
    fates.set(sha, { sha, subject, kind: 'omitted', itemId: null, why: `${reason}: ${detail}` })
  for (const { sha, subject } of index.commits.values())
    if (!fates.has(sha))
      fates.set(sha, { sha, subject, kind: 'waiting', itemId: null, why: 'Not drafted yet.' })
  return [...fates.values()]
}

/** The sum of the ledger. */
export function balanceOf(editor: EditorModel, index: EvidenceIndex): Balance {
  const count = (items: { commits: string[] }[]) =>
    items.reduce((sum, { commits }) => sum + commits.length, 0)
  const told = count(editor.items)
  const left = count(editor.left)
  const omitted = editor.omitted.length
  const total = index.answer.commitCount
  return { total, told, left, omitted, waiting: total - told - left - omitted }
}

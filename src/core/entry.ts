import type { Category } from './category.ts'
import type { Evidence } from './change.ts'

/** Who can have worded an entry: a language model, the rules, or whoever sent it. */
export const entryWriters = ['model', 'rules', 'agent', 'person'] as const
export type EntryWriter = (typeof entryWriters)[number]

/** The wording of a change, or of several that belong together, not checked yet. */
export interface Draft {
  changeIds: string[]
  category: Category
  text: string
  writtenBy: EntryWriter
  /** Why the writer excludes it; null when it is included. */
  exclusionReason: string | null
}

/** Finds what is wrong with a draft, each fault in words that tell its writer what to mend. */
export type CheckDraft = (draft: Draft) => string[]

/** One line of the notes; its text is plain words and code spans, nothing else. */
export interface Entry {
  id: string
  category: Category
  text: string
  breaking: boolean
  notability: number
  commits: string[]
  pullRequests: number[]
  authors: string[]
  /** The labels of its pull request, where the host knows them. */
  labels: string[]
  writtenBy: EntryWriter
  evidence: Evidence[]
}

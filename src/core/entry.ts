import type { Category } from './category.ts'
import type { Evidence } from './change.ts'
import type { Ticket } from './repository-config.ts'

/** Who can have written an entry: a language model, the rules, or the person or agent who sent it. */
export const entryWriters = ['model', 'rules', 'agent', 'person'] as const
export type EntryWriter = (typeof entryWriters)[number]

/** The text for a change, or for several that belong together, before it is checked. A person's can be about none. */
export interface Draft {
  /** The id of an entry without changes. */
  id?: string
  changeIds: string[]
  category: Category
  text: string
  writtenBy: EntryWriter
  /** Why the writer excludes it; null when it is included. */
  exclusionReason: string | null
  /** Words of the evidence with which the writer marks it as a breaking change, although the rules do not. */
  breakingQuote?: string
  /** Whether a person marks it as breaking, or not. */
  breaking?: boolean
  /** The configured title that the writer puts it under. */
  section?: string
}

/** A statement that the evidence may not support, with the words that make it suspicious. */
export interface Suspicion {
  /**
   * What is suspicious: new words, a kind of claim, a claim that only people can make, the opposite of the title, one
   * negation more or less, another order, a word of the title that limits it or another one that is left out, or that
   * several changes are combined.
   */
  kind:
    | 'words'
    | 'claim'
    | 'invention'
    | 'opposite'
    | 'negation'
    | 'order'
    | 'limit-left-out'
    | 'left-out'
    | 'combination'
  words: string
  detail: string
  /** Whether the rules alone reject the text for it. */
  strong: boolean
}

/** Returns what is wrong with a draft, each fault with what to fix. */
export type CheckDraft = (draft: Draft) => string[]

/** One entry of the notes; its text consists of plain text and code spans, or of a person's inline Markdown. */
export interface Entry {
  id: string
  category: Category
  /** The title that it is printed under, if the configuration decides. */
  section?: string
  text: string
  breaking: boolean
  /** The conventional type, if the repository has a configuration file. */
  type?: string | null
  /** The tickets that it refers to, if the configuration names any. */
  tickets?: Ticket[]
  /** The part of the project that it is about, as the commits name it. */
  scope: string | null
  notability: number
  /** How much it matters among the entries of these notes, from 0 to 1. */
  importance: number
  commits: string[]
  pullRequests: number[]
  authors: string[]
  /** The labels of its pull request, if the host provides them. */
  labels: string[]
  writtenBy: EntryWriter
  evidence: Evidence[]
}

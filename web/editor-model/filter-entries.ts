import type { RepositoryConfig } from '../../src/core/repository-config.ts'
import { entriesUnder } from './actions.ts'
import { type EditorEntry, isChangedByUser } from './editor-model.ts'
import { type EvidenceIndex, pullRequestsOf } from './evidence.ts'
import { toPlainText } from './inline-markdown.ts'
import { listTitles, titleOf } from './titles.ts'

/** Which entries the list shows. */
export type EntryFilter =
  | { kind: 'all' | 'attention' | 'breaking' | 'ai' | 'edited' | 'excluded' }
  | { kind: 'title'; title: string }

/** The entries under one title, in the order in which they are printed. */
export interface EntryGroup {
  title: string
  entries: EditorEntry[]
}

/** What filters need to know beside the entries. */
export interface FilterContext {
  config: RepositoryConfig | null
  /** The ids of the entries with a check to review or a conflict. */
  attention: ReadonlySet<string>
}

/** Returns all titles with their entries, in the order in which they are printed. */
export function groupEntries(entries: EditorEntry[], config: RepositoryConfig | null): EntryGroup[] {
  return listTitles(config).map((title) => ({ title, entries: entriesUnder(entries, title, config) }))
}

/** Whether a filter shows an entry. */
export function matchesFilter(
  entry: EditorEntry,
  filter: EntryFilter,
  { config, attention }: FilterContext,
): boolean {
  switch (filter.kind) {
    case 'all':
      return true
    case 'title':
      return titleOf(entry, config) === filter.title
    case 'attention':
      return attention.has(entry.id)
    case 'breaking':
      return entry.breaking
    case 'ai':
      return entry.writtenBy === 'model'
    case 'edited':
      return isChangedByUser(entry)
    case 'excluded':
      return false
  }
}

/** Whether two filters show the same entries. */
export function isSameFilter(one: EntryFilter, other: EntryFilter): boolean {
  return one.kind === other.kind && (one.kind !== 'title' || one.title === (other as typeof one).title)
}

const searchTexts = new WeakMap<EditorEntry, string>()

/** Whether every word of a query is in the text of an entry, its commits or its pull requests. */
export function matchesQuery(entry: EditorEntry, words: string[], index: EvidenceIndex): boolean {
  if (words.length === 0) return true
  let text = searchTexts.get(entry)
  if (text === undefined) {
    const subjects = entry.commits.map((sha) => index.commits.get(sha)?.subject ?? '')
    const numbers = pullRequestsOf(entry, index).map((number) => `#${number}`)
    text = [toPlainText(entry), ...numbers, ...subjects].join('\n').toLowerCase()
    searchTexts.set(entry, text)
  }
  const found = text
  return words.every((word) => found.includes(word) || startsSha(word, entry))
}

/** Splits a query into its words, in lower case. */
export function wordsOfQuery(query: string): string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean)
}

/** Whether a word is the beginning of a SHA; shorter ones are numbers more often. */
function startsSha(word: string, { commits }: EditorEntry): boolean {
  return word.length >= 4 && commits.some((sha) => sha.startsWith(word))
}

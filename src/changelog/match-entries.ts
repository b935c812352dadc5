import type { EntryItem } from './parse-groups.ts'
import type { NewEntry } from './parse-notes.ts'

/** The commits behind an entry of the notes. */
export interface EntrySource {
  text: string
  commits: string[]
  /** Whether its commits edited the changelog, so that the section has an entry by the authors. */
  hasOwnEntry: boolean
}

/** The new entries that a section contains already, and those that are missing. */
export interface EntryMatches {
  known: NewEntry[]
  missing: NewEntry[]
}

/** The existing section, and the sources of the new entries. */
interface ExistingSection {
  section: string
  items: EntryItem[]
  sources: EntrySource[]
}

/**
 * Finds the new entries that a section contains already. An entry is known if the section contains the number of its
 * pull request or the SHA of its commit, or if its commits edited the changelog. Other entries are matched by their
 * words, each line of the section with at most one entry.
 */
export function matchEntries(
  entries: NewEntry[],
  { section, items, sources }: ExistingSection,
): EntryMatches {
  const present = referencesIn(section)
  const sourceOf = new Map(sources.map((source) => [normalise(source.text), source]))
  const byReference = new Set(
    entries.filter((entry) => {
      const { commits = [], hasOwnEntry = false } = sourceOf.get(normalise(entry.text)) ?? {}
      const references = [...referencesOf(entry.text), ...commits.map((sha) => sha.slice(0, 7))]
      return (hasOwnEntry && items.length > 0) || references.some((reference) => present.has(reference))
    }),
  )
  const open = items.filter(({ text }) => referencesOf(text).length === 0).map(({ text }) => text)
  const byWords = matchWords(
    entries.filter((entry) => !byReference.has(entry)),
    open,
  )
  const isKnown = (entry: NewEntry) => byReference.has(entry) || byWords.has(entry)
  return { known: entries.filter(isKnown), missing: entries.filter((entry) => !isKnown(entry)) }
}

const mark =
  /(?<![\w&])([#!]|GH-)(\d{1,9})(?!\d)|\/(pull|pulls|merge_requests|pull-requests|issues)\/(\d{1,9})(?!\d)/g
const commit = /(?<![\w])[0-9a-f]{7,40}(?![\w])/g

/** Returns the pull requests and commits in a text: `#12`, `!12`, their URLs, SHAs. */
function referencesIn(text: string): Set<string> {
  const found = new Set<string>()
  for (const [, sign, number, path, pathNumber] of text.matchAll(mark)) {
    const isMerge = sign === '!' || path === 'merge_requests'
    found.add(`${isMerge ? '!' : '#'}${number ?? pathNumber}`)
  }
  for (const [sha] of text.matchAll(commit)) if (/\d/.test(sha)) found.add(sha.slice(0, 7))
  return found
}

/** Returns the references at the end of an entry. */
function referencesOf(text: string): string[] {
  const [line = ''] = text.trimEnd().split(/\r\n|\n|\r/, 1)
  const whole = line.trimEnd()
  const end =
    /\(((?:\[?[#!]\d{1,9}\]?(?:\([^()\s]{1,300}\))?(?:, )?){1,50})\)$/.exec(whole)?.[1] ??
    / in (\S{1,400})$/.exec(whole)?.[1]
  return end === undefined ? [] : [...referencesIn(end)]
}

/** Returns the entries whose words match a line, exact matches first. */
function matchWords(entries: NewEntry[], lines: string[]): Set<NewEntry> {
  const known = new Set<NewEntry>()
  const free = new Map<string, number>()
  for (const line of lines) free.set(normalise(line), (free.get(normalise(line)) ?? 0) + 1)
  for (const entry of entries) {
    const words = normalise(entry.text)
    const left = free.get(words) ?? 0
    if (left === 0) continue
    free.set(words, left - 1)
    known.add(entry)
  }
  const index = new WordIndex([...free].flatMap(([text, count]) => (count > 0 ? [text] : [])))
  for (const entry of entries)
    if (!known.has(entry) && index.takeSimilar(normalise(entry.text))) known.add(entry)
  return known
}

/** Reduces an entry to its words, without markup and references. */
function normalise(text: string): string {
  return text
    .slice(0, 1000)
    .replace(/^\s*(?:[-*+]|\d{1,9}[.)])\s+/, '')
    .replace(/\s*\((?:\[?[#!]\d{1,9}\]?(?:\([^()\s]{1,300}\))?(?:, )?){1,50}\)\s*$/, '')
    .toLowerCase()
    .replace(/\bbreaking:/, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

const functionWords = new Set(
  'a an and are as at be by for from in is it of on or that the to was when with'.split(' '),
)
const maxLinesPerWord = 50

/** Indexes lines by their words, so that each entry is compared with few of them. */
class WordIndex {
  readonly #lines: { words: Set<string>; used: boolean }[]
  readonly #byWord = new Map<string, number[]>()

  constructor(lines: string[]) {
    this.#lines = lines.map((line) => ({ words: wordsOf(line), used: false }))
    this.#lines.forEach(({ words }, index) => {
      for (const word of words)
        this.#byWord.set(word, [...(this.#byWord.get(word) ?? []), index].slice(0, maxLinesPerWord))
    })
  }

  /** Marks the first unused line with similar words as used; returns whether there was one. */
  takeSimilar(text: string): boolean {
    const words = wordsOf(text)
    const candidates = new Set([...words].flatMap((word) => this.#byWord.get(word) ?? []))
    for (const index of candidates) {
      const line = this.#lines[index]!
      if (line.used || !areSimilar(words, line.words)) continue
      line.used = true
      return true
    }
    return false
  }
}

function wordsOf(text: string): Set<string> {
  return new Set(text.split(' ').filter((word) => word !== '' && !functionWords.has(word)))
}

/** Whether the line contains nearly all words of the entry, or the two share most of their words. */
function areSimilar(ours: Set<string>, theirs: Set<string>): boolean {
  if (ours.size < 2) return false
  const shared = [...ours].filter((word) => theirs.has(word)).length
  return shared / ours.size > 0.8 || shared / (ours.size + theirs.size - shared) >= 0.7
}

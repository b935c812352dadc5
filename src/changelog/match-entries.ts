import type { EntryItem } from './parse-groups.ts'
import type { NewEntry } from './parse-notes.ts'

/** Where an entry of the notes comes from, for whoever knows more than its words. */
export interface EntrySource {
  text: string
  /** The commits that it tells. */
  commits: string[]
  /** Whether its authors edited the changelog with it, so that it is told there in their words. */
  hasOwnEntry: boolean
}

/** Which entries a section tells already, whoever wrote them and in whatever words. */
export interface EntryMatches {
  known: NewEntry[]
  fresh: NewEntry[]
}

/** A section of a changelog, and where the entries come from that are to be put into it. */
interface Held {
  section: string
  items: EntryItem[]
  sources: EntrySource[]
}

/**
 * Tells new entries from those that a section has. The number of a pull request or the SHA of a commit anywhere
 * in the section is enough, and so is that the authors edited the changelog themselves; any other entry is
 * known by its words, and each line of the section stands for one entry only.
 */
export function matchEntries(entries: NewEntry[], { section, items, sources }: Held): EntryMatches {
  const told = referencesIn(section)
  const sourceOf = new Map(sources.map((source) => [plain(source.text), source]))
  const byReference = new Set(
    entries.filter((entry) => {
      const { commits = [], hasOwnEntry = false } = sourceOf.get(plain(entry.text)) ?? {}
      const references = [...referencesOf(entry.text), ...commits.map((sha) => sha.slice(0, 7))]
      return (hasOwnEntry && items.length > 0) || references.some((reference) => told.has(reference))
    }),
  )
  const open = items.filter(({ text }) => referencesOf(text).length === 0).map(({ text }) => text)
  const byWords = matchWords(
    entries.filter((entry) => !byReference.has(entry)),
    open,
  )
  const isKnown = (entry: NewEntry) => byReference.has(entry) || byWords.has(entry)
  return { known: entries.filter(isKnown), fresh: entries.filter((entry) => !isKnown(entry)) }
}

const mark =
  /(?<![\w&])([#!]|GH-)(\d{1,9})(?!\d)|\/(pull|pulls|merge_requests|pull-requests|issues)\/(\d{1,9})(?!\d)/g
const commit = /(?<![\w])[0-9a-f]{7,40}(?![\w])/g

/** The pull requests and commits that a text names: `#12`, `!12`, addresses of either, SHAs. */
function referencesIn(text: string): Set<string> {
  const found = new Set<string>()
  for (const [, sign, number, path, pathNumber] of text.matchAll(mark)) {
    const isMerge = sign === '!' || path === 'merge_requests'
    found.add(`${isMerge ? '!' : '#'}${number ?? pathNumber}`)
  }
  for (const [sha] of text.matchAll(commit)) if (/\d/.test(sha)) found.add(sha.slice(0, 7))
  return found
}

/** What an entry says that it is about: the references at its end, or the address that it ends with. */
function referencesOf(text: string): string[] {
  const [line = ''] = text.trimEnd().split(/\r\n|\n|\r/, 1)
  const whole = line.trimEnd()
  const end =
    /\(((?:\[?[#!]\d{1,9}\]?(?:\([^()\s]{1,300}\))?(?:, )?){1,50})\)$/.exec(whole)?.[1] ??
    / in (\S{1,400})$/.exec(whole)?.[1]
  return end === undefined ? [] : [...referencesIn(end)]
}

/** The entries that say what a line says, the same words first. */
function matchWords(entries: NewEntry[], lines: string[]): Set<NewEntry> {
  const known = new Set<NewEntry>()
  const free = new Map<string, number>()
  for (const line of lines) free.set(plain(line), (free.get(plain(line)) ?? 0) + 1)
  for (const entry of entries) {
    const words = plain(entry.text)
    const left = free.get(words) ?? 0
    if (left === 0) continue
    free.set(words, left - 1)
    known.add(entry)
  }
  const index = new WordIndex([...free].flatMap(([text, count]) => (count > 0 ? [text] : [])))
  for (const entry of entries) if (!known.has(entry) && index.takeAlike(plain(entry.text))) known.add(entry)
  return known
}

/** The words of an entry alone: no marks, no references. */
function plain(text: string): string {
  return text
    .slice(0, 1000)
    .replace(/^\s*(?:[-*+]|\d{1,9}[.)])\s+/, '')
    .replace(/\s*\((?:\[?[#!]\d{1,9}\]?(?:\([^()\s]{1,300}\))?(?:, )?){1,50}\)\s*$/, '')
    .toLowerCase()
    .replace(/\bbreaking:/, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

const littleWords = new Set(
  'a an and are as at be by for from in is it of on or that the to was when with'.split(' '),
)
const commonWord = 50

/** Lines by their words, so that each entry is compared with few of them. */
class WordIndex {
  readonly #lines: { words: Set<string>; taken: boolean }[]
  readonly #byWord = new Map<string, number[]>()

  constructor(lines: string[]) {
    this.#lines = lines.map((line) => ({ words: wordsOf(line), taken: false }))
    this.#lines.forEach(({ words }, index) => {
      for (const word of words)
        this.#byWord.set(word, [...(this.#byWord.get(word) ?? []), index].slice(0, commonWord))
    })
  }

  /** Takes the line that says the same in other words, where there is one. */
  takeAlike(text: string): boolean {
    const words = wordsOf(text)
    const candidates = new Set([...words].flatMap((word) => this.#byWord.get(word) ?? []))
    for (const index of candidates) {
      const line = this.#lines[index]!
      if (line.taken || !alike(words, line.words)) continue
      line.taken = true
      return true
    }
    return false
  }
}

function wordsOf(text: string): Set<string> {
  return new Set(text.split(' ').filter((word) => word !== '' && !littleWords.has(word)))
}

/** Nearly all of our words stand in theirs, or the two have most words in common. */
function alike(ours: Set<string>, theirs: Set<string>): boolean {
  if (ours.size < 2) return false
  const shared = [...ours].filter((word) => theirs.has(word)).length
  return shared / ours.size > 0.8 || shared / (ours.size + theirs.size - shared) >= 0.7
}

import { messageReferences, printedReferences, referencesIn, shortSha } from './entry-references.ts'
import { parsePrefix } from './line-prefixes.ts'
import { matchByWords, type WordWeights } from './match-words.ts'
import type { NewEntry } from './parse-notes.ts'

/** What is known about the change behind an entry of the notes. */
export interface EntrySource {
  text: string
  commits: string[]
  pullRequests?: number[]
  /** The logins of its authors, as far as the host knows them. */
  authors?: string[]
  /** The messages of its commits; they name back-ports and issues. */
  messages?: string[]
  /** The day on which the oldest of its commits was written, as YYYY-MM-DD. */
  writtenOn?: string
  /** Whether its commits edited the changelog, so that the file has an entry by the authors. */
  hasOwnEntry: boolean
  /** The lines that its commits added to the changelog, if they are known. */
  ownLines?: string[]
}

/** The new entries that a changelog contains already, and those that are missing. */
export interface EntryMatches {
  known: NewEntry[]
  missing: NewEntry[]
}

/** What a changelog contains, from the point of view of one release. */
export interface ExistingEntries {
  /** The text of the section of this release, with comments. */
  section: string
  /** The entries of that section, then those of other sections about the same commits. */
  items: string[]
  /** The number of entries of the section itself. */
  ownCount: number
  /**
   * Whether the entry of another release has a reference: only numbers and SHAs are evidence there. A release from
   * before the day on which the change was written is about something else with that number, such as an issue.
   */
  isReferenceElsewhere: (reference: string, writtenOn: string | null) => boolean
  /** Whether another release has an entry with this first line, as `normaliseLine` returns it. */
  isLineElsewhere: (line: string) => boolean
  sources: EntrySource[]
  /** Returns how much words say in this file; it is asked only if words decide. */
  weights: () => WordWeights
}

/**
 * Finds the new entries that a changelog contains already. An entry is known by its pull request or commit anywhere in
 * the file, except in releases from before it was written. In the sections about the same commits, it is also known by what its messages refer to, by the line that
 * its own commits added, and by its words. A line without a reference matches at most one entry.
 */
export function matchEntries(entries: NewEntry[], existing: ExistingEntries): EntryMatches {
  const known = new Set<NewEntry>()
  const open = new Map(existing.items.map((text, index) => [index, text]))
  const all = pairWithSources(entries, existing.sources)
  const rest = () => all.filter(({ entry }) => !known.has(entry))
  const add = (found: NewEntry[]) => {
    for (const entry of found) known.add(entry)
  }
  add(takeIdentical(entries, open))
  add(findReferenced(all, existing))
  for (const [index, text] of open) if (referencesIn(text).size > 0) open.delete(index)
  add(takeOwnLines(rest(), open, existing))
  add(findEditedLater(rest(), existing))
  add(takeSameWords(rest(), open))
  add(takeSimilar(rest(), open, existing.weights))
  add(takeUnclaimed(rest(), open, existing))
  return {
    known: entries.filter((entry) => known.has(entry)),
    missing: entries.filter((entry) => !known.has(entry)),
  }
}

/** A new entry and what is known about its change. */
interface SourcedEntry {
  entry: NewEntry
  source: EntrySource | null
}

/** Finds the source of each entry by its text; of several with the same text, that with the same numbers. */
export function pairWithSources(entries: NewEntry[], sources: EntrySource[]): SourcedEntry[] {
  const byText = new Map<string, EntrySource[]>()
  for (const source of sources) {
    const key = normalise(source.text)
    const same = byText.get(key)
    if (same) same.push(source)
    else byText.set(key, [source])
  }
  return entries.map((entry) => {
    const found = byText.get(normalise(entry.text)) ?? []
    const numbers = new Set(printedReferences(entry.text))
    const isSame = ({ pullRequests = [], commits }: EntrySource) =>
      pullRequests.some((number) => numbers.has(`#${number}`) || numbers.has(`!${number}`)) ||
      commits.some((sha) => numbers.has(shortSha(sha)))
    const source = found.find(isSame) ?? found[0] ?? findInOwnForm(entry, sources)
    if (source && found.includes(source)) found.splice(found.indexOf(source), 1)
    return { entry, source }
  })
}

/** Finds the source of an entry that the project prints in a form of its own: by its references, or by its text inside. */
function findInOwnForm({ text }: NewEntry, sources: EntrySource[]): EntrySource | null {
  const cited = referencesIn(text)
  const citing = sources.filter(
    ({ pullRequests = [], commits }) =>
      pullRequests.some((number) => cited.has(`#${number}`) || cited.has(`!${number}`)) ||
      commits.some((sha) => cited.has(shortSha(sha))),
  )
  if (citing.length === 1) return citing[0]!
  const whole = ` ${normalise(text)} `
  const inside = (citing.length > 0 ? citing : sources).filter((source) => {
    const words = normalise(source.text)
    return words.length >= minSureLength && whole.includes(` ${words} `)
  })
  return inside.length === 1 ? inside[0]! : null
}

/** Finds the entries that are there letter for letter, with references in whatever form. */
function takeIdentical(entries: NewEntry[], open: OpenItems): NewEntry[] {
  const byText = new Map<string, number[]>()
  for (const [index, text] of open) {
    const key = text.replace(/^\s*[-*+]\s+/, '').trim()
    const same = byText.get(key)
    if (same) same.push(index)
    else byText.set(key, [index])
  }
  return entries.filter((entry) => {
    const text = entry.text.trim()
    // The items have no label of a category.
    const bare = text.slice(parsePrefix(text)?.raw.length ?? 0)
    const index = (byText.get(text) ?? byText.get(bare))?.shift()
    if (index !== undefined) open.delete(index)
    return index !== undefined
  })
}

function findReferenced(
  all: SourcedEntry[],
  { section, items, isReferenceElsewhere }: ExistingEntries,
): NewEntry[] {
  const here = referencesIn(`${section}\n${items.join('\n')}`)
  const own = all.map(({ entry, source }) => ownReferences(entry, source))
  const taken = new Set(own.flat())
  return all.flatMap(({ entry, source }, index) => {
    const writtenOn = source?.writtenOn ?? null
    const isKnown = (reference: string) => here.has(reference) || isReferenceElsewhere(reference, writtenOn)
    if (own[index]!.some(isKnown)) return [entry]
    // A number that is another entry's own is not this one's.
    const stated = messageReferences(source?.messages ?? []).filter((reference) => !taken.has(reference))
    return stated.some((reference) => here.has(reference)) ? [entry] : []
  })
}

function ownReferences(entry: NewEntry, source: EntrySource | null): string[] {
  const printed = printedReferences(entry.text)
  const sign = printed.some((reference) => reference.startsWith('!')) ? '!' : '#'
  return [
    ...printed,
    ...(source?.pullRequests ?? []).map((number) => `${sign}${number}`),
    ...(source?.commits ?? []).map(shortSha),
  ]
}

/** The entries by their index that no new entry has matched yet. */
type OpenItems = Map<number, string>

const minSureLength = 20

/** Finds the entries whose own commits added a line that is still there, in any section if it is long enough. */
function takeOwnLines(
  all: SourcedEntry[],
  open: OpenItems,
  { items, isLineElsewhere }: ExistingEntries,
): NewEntry[] {
  const indexOf = new Map(items.map((text, index) => [normaliseLine(text), index]))
  return all.flatMap(({ entry, source }) => {
    const lines = (source?.ownLines ?? []).map(normaliseLine).filter((line) => line !== '')
    const indexes = lines.flatMap((line) => indexOf.get(line) ?? [])
    for (const index of indexes) open.delete(index)
    const isThere =
      indexes.length > 0 || lines.some((line) => line.length >= minSureLength && isLineElsewhere(line))
    return isThere ? [entry] : []
  })
}

const maxCompared = 500
const leastWords = 4
const editedShare = 0.85

/**
 * Finds the entries in the words of authors whose line was edited later: nearly all of their words are in one line.
 * Several changes can have edited the same line, one after the other.
 */
function findEditedLater(all: SourcedEntry[], { items }: ExistingEntries): NewEntry[] {
  const own = all.filter(({ source }) => source?.hasOwnEntry && source.ownLines !== undefined)
  if (own.length === 0) return []
  const lines = items.slice(0, maxCompared).map((text) => new Set(normalise(text).split(' ')))
  return own.flatMap(({ entry }) => {
    const words = [...new Set(normalise(entry.text).split(' '))]
    // Of few words, each counts.
    const share = words.length < 6 ? 1 : editedShare
    const isIn = (line: Set<string>) => words.filter((word) => line.has(word)).length >= share * words.length
    return words.length >= leastWords && lines.some(isIn) ? [entry] : []
  })
}

/** Reduces the first line of an entry to its words, to look it up. */
export function normaliseLine(text: string): string {
  return normalise(text.split(/\r\n|\n|\r/, 1)[0] ?? '')
}

function takeSameWords(all: SourcedEntry[], open: OpenItems): NewEntry[] {
  const byWords = new Map<string, number[]>()
  for (const [index, text] of [...open].reverse()) {
    const words = normalise(text)
    const indexes = byWords.get(words)
    if (indexes) indexes.push(index)
    else byWords.set(words, [index])
  }
  return all.flatMap(({ entry }) => {
    const index = byWords.get(normalise(entry.text))?.pop()
    if (index === undefined) return []
    open.delete(index)
    return [entry]
  })
}

/** Finds entries by similar words: by their own, and by those of the lines that their commits added. */
function takeSimilar(all: SourcedEntry[], open: OpenItems, weights: ExistingEntries['weights']): NewEntry[] {
  if (all.length === 0 || open.size === 0) return []
  const found: NewEntry[] = []
  const textsOf = [
    ({ source }: SourcedEntry) => source?.ownLines?.find(isItem) ?? '',
    ({ entry }: SourcedEntry) => entry.text,
  ]
  for (const textOf of textsOf) {
    const left = all.filter(({ entry }) => !found.includes(entry))
    const indexes = [...open.keys()]
    const matched = matchByWords(left.map(textOf), [...open.values()], {
      weights: weights(),
    })
    for (const { entry, line } of matched.values()) {
      found.push(left[entry]!.entry)
      open.delete(indexes[line]!)
    }
  }
  return found
}

function isItem(line: string): boolean {
  return /^\s*(?:[-*+]|\d{1,9}[.)])\s/.test(line)
}

/** If the lines that its commits added are not known, an entry by the authors can be any line of the section that is left. */
function takeUnclaimed(all: SourcedEntry[], open: OpenItems, { ownCount }: ExistingEntries): NewEntry[] {
  const own = all.filter(({ source }) => source?.hasOwnEntry && source.ownLines === undefined)
  const left = [...open.keys()].filter((index) => index < ownCount).length
  return own.slice(0, left).map(({ entry }) => entry)
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

import { categories } from '../core/category.ts'
import { bulletOf, type ChangelogStyle } from './changelog-style.ts'
import type { LinkDefinition } from './link-definitions.ts'
import { type EntrySource, matchEntries } from './match-entries.ts'
import { type EntryGroup, type EntryItem, parseGroups } from './parse-groups.ts'
import { emptyPhrases, type NewEntry, type NewSection } from './parse-notes.ts'
import { lastContent, lineText, type Outline, type Section } from './parse-outline.ts'
import { printEntry, printGroups } from './print-section.ts'
import type { TextEdits } from './text-edits.ts'

/** The existing section, the new one, and the state of the edit. */
interface InsertContext {
  outline: Outline
  style: ChangelogStyle
  edits: TextEdits
  links: LinkDefinition[]
  section: NewSection
  existing: Section
  sources: EntrySource[]
  /** Whether the section has just become a release, so that the opening of the notes is added. */
  isNew: boolean
}

/** Inserts the missing entries into a section, each after the last entry of its group. */
export function insertEntries(context: InsertContext): { added: string[]; known: number } {
  const { outline, section, existing, sources, isNew } = context
  const groups = parseGroups(outline, existing)
  const items = groups.flatMap((group) => group.items)
  const { known, missing } = matchEntries(section.entries, {
    section: sectionText(outline, existing),
    items,
    sources,
  })
  const done = { added: missing.map(({ text }) => text), known: known.length }
  const isEmpty = lastContent(outline, existing.body, existing.end) === -1
  if (missing.length === 0) {
    if (isNew && isEmpty && section.opening !== '') appendToSection(context, section.opening)
    return done
  }
  const phrase = findEmptyPhrase(outline, existing)
  if (phrase !== -1) replaceLine(context, phrase, missing)
  else if (groups.length > 1) addToGroups(context, groups, missing)
  else if (items.length > 0) addItems(context, { ...existing, items }, missing)
  else appendToSection(context, printMissing(context, missing).join(outline.lineBreak.repeat(2)))
  return done
}

function sectionText({ text, lines }: Outline, { body, end }: Section): string {
  return text.slice(lines[body]?.start ?? text.length, lines[end]?.start ?? text.length)
}

/** Returns the line "No changes." if the section contains nothing else; otherwise -1. */
function findEmptyPhrase(outline: Outline, { body, end }: Section): number {
  const last = lastContent(outline, body, end)
  const isAlone = last !== -1 && lastContent(outline, body, last) === -1
  return isAlone && emptyPhrases.includes(lineText(outline, last).trim()) ? last : -1
}

function replaceLine(context: InsertContext, line: number, entries: NewEntry[]): void {
  const { start, end } = context.outline.lines[line]!
  context.edits.replace(start, end, printMissing(context, entries).join(context.outline.lineBreak.repeat(2)))
}

function printMissing({ section, style, outline, links }: InsertContext, entries: NewEntry[]): string[] {
  const printed = printGroups(entries, { section, style, lineBreak: outline.lineBreak })
  links.push(...printed.flatMap((group) => group.links))
  return printed.map(({ text }) => text)
}

function addToGroups(context: InsertContext, groups: EntryGroup[], missing: NewEntry[]): void {
  for (const key of new Set(missing.map((entry) => entry.key))) {
    const entries = missing.filter((entry) => entry.key === key)
    const group = groups.find((each) => each.key === key)
    if (group) addItems(context, group, entries)
    else addGroup(context, groups, entries)
  }
}

/** Inserts entries after the last item of a list, with its bullet; after the heading if there is no list. */
function addItems(
  context: InsertContext,
  { items, body, end }: Pick<EntryGroup, 'items' | 'body' | 'end'>,
  entries: NewEntry[],
): void {
  const { outline, edits, links, section, style } = context
  const { lines, lineBreak } = outline
  const last = items.at(-1)
  const bullet = last ? bulletOf(outline, last.first) : style.bullet
  const separator = lineBreak.repeat(isLoose(outline, items) ? 2 : 1)
  const printed = entries.map((entry) => printEntry(section, entry, style))
  links.push(...printed.flatMap((entry) => entry.links))
  const text = printed.map((entry) => bullet + entry.text).join(separator)
  if (last) {
    edits.insert(lines[last.last]!.end, separator + text)
    return
  }
  const content = lastContent(outline, body, end)
  if (content === -1) edits.insert(lines[body - 1]!.end, style.gap + text)
  else edits.insert(lines[content]!.end, lineBreak.repeat(2) + text)
}

function isLoose({ lines }: Outline, items: EntryItem[]): boolean {
  const [before, last] = items.slice(-2)
  return before !== undefined && last !== undefined && lines[last.first - 1]!.kind === 'blank'
}

const ranks = new Map<string, number>(categories.map((category, index) => [category, index]))

/** Inserts a new group before the first group of a later category. */
function addGroup(context: InsertContext, groups: EntryGroup[], entries: NewEntry[]): void {
  const { outline, edits } = context
  const rank = ranks.get(entries[0]!.key) ?? categories.length
  const next = groups.find((group) => group.key !== null && (ranks.get(group.key) ?? -1) > rank)
  const text = printMissing({ ...context, style: { ...context.style, flat: false } }, entries).join('')
  if (next) edits.insert(endAbove(outline, next.heading), `${outline.lineBreak.repeat(2)}${text}`)
  else appendToSection(context, text)
}

function endAbove({ lines }: Outline, index: number): number {
  let last = index - 1
  while (last > 0 && lines[last]!.kind === 'blank') last -= 1
  return lines[last]!.end
}

/** Appends a text to the section. */
function appendToSection({ outline, edits, existing }: InsertContext, text: string): void {
  const { lines, lineBreak } = outline
  const last = lastContent(outline, existing.body, existing.end)
  edits.insert(lines[last === -1 ? existing.body - 1 : last]!.end, `${lineBreak.repeat(2)}${text}`)
}

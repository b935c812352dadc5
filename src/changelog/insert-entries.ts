import { categories } from '../core/category.ts'
import { bulletOf, type ChangelogStyle } from './changelog-style.ts'
import type { LinkDefinition } from './link-definitions.ts'
import { type EntrySource, matchEntries } from './match-entries.ts'
import { type EntryGroup, type EntryItem, parseGroups } from './parse-groups.ts'
import { emptyPhrases, type NewEntry, type NewSection } from './parse-notes.ts'
import { lastContent, lineText, type Outline, type Section } from './parse-outline.ts'
import { printEntry, printGroups } from './print-section.ts'
import type { TextEdits } from './text-edits.ts'

interface InsertContext {
  outline: Outline
  style: ChangelogStyle
  edits: TextEdits
  links: LinkDefinition[]
  section: NewSection
  there: Section
  sources: EntrySource[]
  /** Whether the section has just become a release, and so begins with what the notes begin with. */
  isNew: boolean
}

/** Puts the entries that a section lacks into it, each below those of its kind; all others stay as they are. */
export function insertEntries(put: InsertContext): { added: string[]; known: number } {
  const { outline, section, there, sources, isNew } = put
  const groups = parseGroups(outline, there)
  const items = groups.flatMap((group) => group.items)
  const { known, fresh } = matchEntries(section.entries, {
    section: sourceOf(outline, there),
    items,
    sources,
  })
  const done = { added: fresh.map(({ text }) => text), known: known.length }
  const isEmpty = lastContent(outline, there.body, there.end) === -1
  if (fresh.length === 0) {
    if (isNew && isEmpty && section.opening !== '') below(put, section.opening)
    return done
  }
  const phrase = onlyPhrase(outline, there)
  if (phrase !== -1) replaceLine(put, phrase, fresh)
  else if (groups.length > 1) addToGroups(put, groups, fresh)
  else if (items.length > 0) addItems(put, { ...there, items }, fresh)
  else below(put, groupsOf(put, fresh).join(outline.lineBreak.repeat(2)))
  return done
}

function sourceOf({ text, lines }: Outline, { body, end }: Section): string {
  return text.slice(lines[body]?.start ?? text.length, lines[end]?.start ?? text.length)
}

/** The line of a section that says nothing but that there is nothing to tell. */
function onlyPhrase(outline: Outline, { body, end }: Section): number {
  const last = lastContent(outline, body, end)
  const isAlone = last !== -1 && lastContent(outline, body, last) === -1
  return isAlone && emptyPhrases.includes(lineText(outline, last).trim()) ? last : -1
}

function replaceLine(put: InsertContext, line: number, entries: NewEntry[]): void {
  const { start, end } = put.outline.lines[line]!
  put.edits.replace(start, end, groupsOf(put, entries).join(put.outline.lineBreak.repeat(2)))
}

function groupsOf({ section, style, outline, links }: InsertContext, entries: NewEntry[]): string[] {
  const printed = printGroups(entries, { section, style, lineBreak: outline.lineBreak })
  links.push(...printed.flatMap((group) => group.links))
  return printed.map(({ text }) => text)
}

function addToGroups(put: InsertContext, groups: EntryGroup[], fresh: NewEntry[]): void {
  for (const key of new Set(fresh.map((entry) => entry.key))) {
    const entries = fresh.filter((entry) => entry.key === key)
    const group = groups.find((each) => each.key === key)
    if (group) addItems(put, group, entries)
    else addGroup(put, groups, entries)
  }
}

/** Below the last entry of a list, with its bullet; below the name where there is no list yet. */
function addItems(
  put: InsertContext,
  { items, body, end }: Pick<EntryGroup, 'items' | 'body' | 'end'>,
  entries: NewEntry[],
): void {
  const { outline, edits, links, section, style } = put
  const { lines, lineBreak } = outline
  const last = items.at(-1)
  const bullet = last ? bulletOf(outline, last.first) : style.bullet
  const joint = lineBreak.repeat(isLoose(outline, items) ? 2 : 1)
  const printed = entries.map((entry) => printEntry(section, entry, style))
  links.push(...printed.flatMap((entry) => entry.links))
  const text = printed.map((entry) => bullet + entry.text).join(joint)
  if (last) {
    edits.insert(lines[last.last]!.end, joint + text)
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

/** A group that the section lacks, all its entries of one kind, comes before the first of a later kind. */
function addGroup(put: InsertContext, groups: EntryGroup[], entries: NewEntry[]): void {
  const { outline, edits } = put
  const rank = ranks.get(entries[0]!.key) ?? categories.length
  const next = groups.find((group) => group.key !== null && (ranks.get(group.key) ?? -1) > rank)
  const text = groupsOf({ ...put, style: { ...put.style, flat: false } }, entries).join('')
  if (next) edits.insert(endAbove(outline, next.heading), `${outline.lineBreak.repeat(2)}${text}`)
  else below(put, text)
}

function endAbove({ lines }: Outline, index: number): number {
  let last = index - 1
  while (last > 0 && lines[last]!.kind === 'blank') last -= 1
  return lines[last]!.end
}

/** Below all that a section has. */
function below({ outline, edits, there }: InsertContext, text: string): void {
  const { lines, lineBreak } = outline
  const last = lastContent(outline, there.body, there.end)
  edits.insert(lines[last === -1 ? there.body - 1 : last]!.end, `${lineBreak.repeat(2)}${text}`)
}

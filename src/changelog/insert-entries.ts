import { categories } from '../core/category.ts'
import { isGeneralTitle } from '../core/category-names.ts'
import { bulletOf, type ChangelogStyle, existingEntry, groupMarkup } from './changelog-style.ts'
import { parsePrefix } from './line-prefixes.ts'
import type { LinkDefinition } from './link-definitions.ts'
import type { EntryMatches } from './match-entries.ts'
import { type EntryGroup, type EntryItem, parseGroups } from './parse-groups.ts'
import { emptyPhrases, type NewEntry, type NewSection } from './parse-notes.ts'
import { breakAfter, lastContent, lineText, type Outline, type Section } from './parse-outline.ts'
import { printEntry } from './print-entry.ts'
import { numberBullet, printFree, printGroups, sortKeys } from './print-section.ts'
import type { TextEdits } from './text-edits.ts'

/** The existing section, the new one, and the state of the edit. */
interface InsertContext {
  outline: Outline
  style: ChangelogStyle
  edits: TextEdits
  links: LinkDefinition[]
  section: NewSection
  existing: Section
  /** The entries of the new section that the file has already, and those to insert. */
  matches: EntryMatches
  /** Whether the section has just become a release, so that the free text below the entries is added. */
  isNew: boolean
}

/** Inserts the missing entries into a section, each after the last entry of its group. */
export function insertEntries(context: InsertContext): { added: string[] } {
  const { outline, section, existing, isNew } = context
  const { missing } = context.matches
  const groups = parseGroups(outline, existing)
  const done = { added: missing.map(({ text }) => text) }
  const closing = isNew ? printFree(section.closing ?? '', context.style, outline.lineBreak) : ''
  if (missing.length === 0) {
    if (closing !== '') appendToSection(context, closing)
    return done
  }
  const visible = groups.map((group) => ({ ...group, items: visibleItems(outline, group.items, existing) }))
  const phrase = findEmptyPhrase(outline, existing)
  if (phrase !== -1) replaceLine(context, phrase, missing)
  else if (groups.length > 1) addToGroups(context, visible, missing)
  else if (visible[0]!.items.length > 0) addToList(context, visible[0]!, missing)
  else appendToSection(context, printMissing(context, missing).join(context.style.groups.separator))
  if (closing !== '') appendBelow(context, closing)
  return done
}

/** Items in a collapsed block are no place for others. */
function visibleItems({ lines }: Outline, items: EntryItem[], { body }: Section): EntryItem[] {
  const details = lines[body - 1]?.details ?? 0
  return items.filter(({ first }) => lines[first]!.details === details)
}

/** Returns the line "No changes." if the section contains nothing else; otherwise -1. */
function findEmptyPhrase(outline: Outline, { body, end }: Section): number {
  const last = lastContent(outline, body, end)
  const isAlone = last !== -1 && lastContent(outline, body, last) === -1
  return isAlone && emptyPhrases.includes(lineText(outline, last).trim()) ? last : -1
}

function replaceLine(context: InsertContext, line: number, entries: NewEntry[]): void {
  const { start, end } = context.outline.lines[line]!
  context.edits.replace(start, end, printMissing(context, entries).join(context.style.groups.separator))
}

function printMissing({ section, style, outline, links }: InsertContext, entries: NewEntry[]): string[] {
  const printed = printGroups(entries, { section, style, lineBreak: outline.lineBreak })
  links.push(...printed.flatMap((group) => group.links))
  return printed.map(({ text }) => text)
}

function addToGroups(context: InsertContext, groups: EntryGroup[], missing: NewEntry[]): void {
  const byType = findGroupsOfTypes(context, groups, missing)
  const keys = sortKeys([...new Set(missing.map((entry) => entry.key))], context.style)
  for (const key of keys) {
    const entries = missing.filter((entry) => entry.key === key && !byType.has(entry))
    const group = groups.findLast((each) => each.key === key) ?? findGeneralGroup(groups)
    const others = group ? missing.filter((entry) => byType.get(entry) === group) : []
    const all = [...entries, ...others]
    for (const entry of others) byType.delete(entry)
    if (all.length === 0) continue
    if (group) addItems(context, group, all)
    else addGroup(context, groups, all)
  }
  for (const group of new Set(byType.values()))
    addItems(
      context,
      group,
      missing.filter((entry) => byType.get(entry) === group),
    )
}

/** Finds the groups in which the file lists the types of entries, where their categories have no group. */
function findGroupsOfTypes(
  { style }: InsertContext,
  groups: EntryGroup[],
  missing: NewEntry[],
): Map<NewEntry, EntryGroup> {
  const found = new Map<NewEntry, EntryGroup>()
  if (!style.entries.prefixes?.hasTypes) return found
  for (const entry of missing) {
    const title = entry.label && style.groups.titleOfType?.get(entry.label.type)
    const group = groups.findLast((each) => each.title !== null && each.title === title)
    if (group && (entry.key === 'Changed' || group.key === entry.key)) found.set(entry, group)
  }
  return found
}

/** Finds the group of a section that contains the changes of all categories; null if categories have groups. */
function findGeneralGroup(groups: EntryGroup[]): EntryGroup | null {
  const hasCategories = groups.some(({ key }) => (categories as readonly (string | null)[]).includes(key))
  return hasCategories
    ? null
    : (groups.findLast(({ title, items }) => title !== null && isGeneralTitle(title) && items.length > 0) ??
        null)
}

/** Adds entries to a list; if its items begin with labels of categories, each after the last with the same label. */
function addToList(context: InsertContext, group: EntryGroup, entries: NewEntry[]): void {
  const { outline, style } = context
  const keyed = group.items.map((item) => ({
    item,
    key: parsePrefix(existingEntry(outline, item).text)?.key ?? null,
  }))
  if (!style.entries.prefixes || keyed.every(({ key }) => key === null)) {
    addItems(context, group, entries)
    return
  }
  const { order } = style.groups
  for (const key of sortKeys([...new Set(entries.map((entry) => entry.key))], style)) {
    const own = entries.filter((entry) => entry.key === key)
    const last =
      keyed.findLast((each) => each.key === key) ??
      keyed.findLast((each) => each.key !== null && order.indexOf(each.key) <= order.indexOf(key))
    const count = last ? group.items.indexOf(last.item) + 1 : 0
    addItems(context, { ...group, items: group.items.slice(0, count), next: group.items[count] ?? null }, own)
  }
}

/** Inserts entries after the last item of a list, with its bullet; after the heading if there is no list. */
function addItems(
  context: InsertContext,
  {
    items,
    body,
    end,
    form,
    before,
    next = null,
  }: Pick<EntryGroup, 'items' | 'body' | 'end' | 'form' | 'before'> & { next?: EntryItem | null },
  entries: NewEntry[],
): void {
  const { outline, edits, links, section, style } = context
  const { lines, lineBreak } = outline
  const last = items.at(-1)
  const nested =
    form === 'item'
      ? `${' '.repeat(before.replace(/[*_]+$/, '').length)}${style.bullet.trimStart()}`
      : style.bullet
  const bullet = last ? bulletOf(outline, last.first) : nested
  const separator = lineBreak.repeat(
    (items.length > 1 ? isLoose(outline, items) : style.isLoose && last) ? 2 : 1,
  )
  const number = last ? nextNumber(outline, items) : 1
  const printed = entries.map((entry, index) =>
    printEntry(entry, {
      links: section.links,
      style: style.entries,
      bullet: numberBullet(bullet, number === null ? 1 : number + index),
      lineBreak,
    }),
  )
  links.push(...printed.flatMap((entry) => entry.links))
  const text = printed.map((entry) => entry.text).join(separator)
  if (last) {
    edits.insert(lines[last.last]!.end, separator + text)
    return
  }
  if (next) {
    edits.insert(lines[next.first]!.start, text + separator)
    return
  }
  const content = lastContent(outline, body, end)
  if (content === -1) edits.insert(lines[body - 1]!.end, style.groups.gap + text)
  else edits.insert(lines[content]!.end, lineBreak.repeat(2) + text)
}

/** The number after the last item of a numbered list; null if all items have the same number. */
function nextNumber(outline: Outline, items: EntryItem[]): number | null {
  const numbers = items.map(({ first }) => Number(/\d{1,9}/.exec(bulletOf(outline, first))?.[0] ?? 0))
  const last = numbers.at(-1)!
  return numbers.length > 1 && numbers.every((number) => number === last) ? null : last + 1
}

function isLoose({ lines }: Outline, items: EntryItem[]): boolean {
  const [before, last] = items.slice(-2)
  return before !== undefined && last !== undefined && lines[last.first - 1]!.kind === 'blank'
}

/** Inserts a new group before the first group of a later category. */
function addGroup(context: InsertContext, groups: EntryGroup[], entries: NewEntry[]): void {
  const { outline, edits, style } = context
  const { order } = style.groups
  const rank = order.indexOf(entries[0]!.key)
  const next = groups.find((group) => rank !== -1 && group.key !== null && order.indexOf(group.key) > rank)
  const text = printMissing({ ...context, style: likeGroups(context, groups) }, entries).join('')
  const separator =
    groups.length > 2 || style.groups.form === 'item' ? style.groups.separator : outline.lineBreak.repeat(2)
  if (!next) {
    appendToSection(context, text, separator)
    return
  }
  const above = lastAbove(outline, next.heading)
  edits.insert(outline.lines[above]!.end, `${breakAfter(outline, above, separator)}${text}`)
}

/** The style of groups with the form of those in the section. */
function likeGroups({ outline, style }: InsertContext, groups: EntryGroup[]): ChangelogStyle {
  const sample = groups.find(({ title }) => title !== null)
  if (!sample) return { ...style, flat: false }
  const { form } = sample
  const own = groups.flatMap(({ key, title, form: each }): [string, string][] =>
    key !== null && title !== null && each === form ? [[key, title]] : [],
  )
  const names = form === style.groups.form ? new Map([...style.groups.names, ...own]) : new Map(own)
  const bullet = form === 'item' ? bulletOfNested(outline, groups, style) : style.bullet
  return {
    ...style,
    flat: false,
    bullet,
    groups: { ...style.groups, form, markup: groupMarkup(outline, sample), names, sample: sample.title! },
  }
}

function bulletOfNested(outline: Outline, groups: EntryGroup[], { bullet }: ChangelogStyle): string {
  const item = groups.flatMap(({ items, form }) => (form === 'item' ? items : []))[0]
  return item ? bulletOf(outline, item.first) : `  ${bullet}`
}

function lastAbove({ lines }: Outline, index: number): number {
  let last = index - 1
  while (last > 0 && lines[last]!.kind === 'blank') last -= 1
  return last
}

/** Appends a text below what was inserted into the section. */
function appendBelow({ outline, edits, existing }: InsertContext, text: string): void {
  const last = Math.max(lastContent(outline, existing.body, existing.end), existing.body - 1)
  edits.insert(outline.lines[last]!.end, `${outline.lineBreak.repeat(2)}${text}`)
}

/** Appends a text to the section. */
function appendToSection(
  { outline, edits, existing, style }: InsertContext,
  text: string,
  separator: string = outline.lineBreak.repeat(2),
): void {
  const { lines } = outline
  const last = lastContent(outline, existing.body, existing.end)
  if (last === -1) edits.insert(lines[existing.body - 1]!.end, `${style.gap}${text}`)
  else edits.insert(lines[last]!.end, `${breakAfter(outline, last, separator)}${text}`)
}

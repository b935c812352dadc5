import type { TagVersion } from '../git/tag.ts'
import type { CommitLabel } from './line-prefixes.ts'
import { parseGroups } from './parse-groups.ts'
import { parseHeading } from './parse-heading.ts'
import { lineText, type Outline, parseOutline, titleOf } from './parse-outline.ts'

/** One new entry, as it is printed after its bullet. */
export interface NewEntry {
  key: string
  title: string
  text: string
  /** The logins of its authors, if they are known. */
  authors?: string[]
  /** The type and scope of its commit, if it has one. */
  label?: CommitLabel
  /** Which of the numbers that it cites are pull requests, if that is known. */
  pullRequests?: number[]
}

/** The parsed notes of one release. */
export interface NewSection {
  version: TagVersion | null
  /** The name in the heading: the version, or `Unreleased`. */
  label: string
  date: string | null
  /** The text before the first category: a summary, free blocks, or "No changes." */
  opening: string
  /** Free text below the last entry. */
  closing?: string
  entries: NewEntry[]
  /** Link definitions by their normalised label. */
  links: Map<string, { label: string; url: string }>
  /** The text before the section: the title and preamble of a document. */
  preamble: string
}

/** The texts of our own notes without entries. */
export const emptyPhrases = ['No changes.', 'No notable changes.']

/** Parses notes in the format `keepachangelog`; null if they have no section. */
export function parseNotes(given: string): NewSection | null {
  const notes = withoutAreas(given)
  const outline = parseOutline(notes, { path: 'notes.md' })
  const { lines, definitions, sections } = outline
  const at = lines.findIndex(({ kind, depth }) => kind === 'heading' && depth === 2)
  if (at === -1) return null
  const title = lineText(outline, at).slice(2).trim()
  // The caller may use any text as the version.
  const parsed = parseHeading(title)
  const heading = parsed?.product === '' ? parsed : parseAnyHeading(title)
  const end = sections.find(({ first }) => first > at)?.first ?? lines.length
  const bodyStart = findEntries(outline, at + 1, end)
  // Our notes have a line between the entries and the footer.
  const rule = lines.findIndex(({ kind }, index) => kind === 'rule' && index > bodyStart && index < end)
  const closingStart = rule === -1 || bodyStart === at + 1 ? end : rule
  const groups = parseGroups(outline, { body: bodyStart, end: closingStart })
  // Entries without a group follow the opening.
  const openingEnd = bodyStart > at + 1 ? bodyStart : (groups[0]!.items[0]?.first ?? groups[0]!.end)
  return {
    version: heading.version,
    label: heading.version === null && /^unreleased$/i.test(heading.label) ? 'Unreleased' : heading.label,
    date: / - (\d{4}-\d{2}-\d{2})$/.exec(title)?.[1] ?? null,
    opening: textBetween(outline, at + 1, openingEnd),
    closing: textBetween(outline, closingStart, end),
    entries: groups.flatMap(({ key, title: name, items }) =>
      items.map(({ text }) => ({ key: key ?? '', title: name ?? '', text: text.replace(/^[-*+] /, '') })),
    ),
    links: new Map(definitions.map(({ key, label, url }) => [key, { label, url }])),
    preamble: notes.slice(0, lines[at]!.start),
  }
}

/** The titles of the blocks that stand before the entries; highlights repeat entries. */
export const blockTitles: readonly string[] = ['Highlights', 'Upgrade notes']

/** Returns the line of the first heading of a category: what stands above it is free text. */
function findEntries(outline: Outline, from: number, end: number): number {
  for (let index = from; index < end; index += 1) {
    const { kind, depth } = outline.lines[index]!
    if (kind === 'heading' && depth === 3 && !blockTitles.includes(titleOf(outline, index))) return index
  }
  return from
}

/** The text of some lines, without link definitions. */
function textBetween(outline: Outline, from: number, end: number): string {
  return outline.lines
    .slice(from, end)
    .flatMap(({ kind }, index) => (kind === 'definition' ? [] : [lineText(outline, from + index)]))
    .join('\n')
    .replace(/^\n+|\s+$/g, '')
}

/** Writes the area of each entry before its text instead of above its group, as changelogs have it. */
function withoutAreas(notes: string): string {
  if (!/^#### /m.test(notes)) return notes
  let area = ''
  let isInCategory = false
  const lines = notes.split('\n').flatMap((line, index, all) => {
    if (/^#{2,3} /.test(line)) isInCategory = line.startsWith('### ') && !blockTitles.includes(line.slice(4))
    if (!isInCategory) return [line]
    if (line.startsWith('#### ')) {
      area = line.slice(5)
      return []
    }
    if (line.startsWith('#')) area = ''
    if (area !== '' && line.startsWith('- ')) return [`- ${area}: ${lowerFirst(line.slice(2))}`]
    // The blank line below the heading of an area.
    return line === '' && all[index - 1]?.startsWith('#### ') ? [] : [line]
  })
  return lines.join('\n')
}

function lowerFirst(text: string): string {
  return /^[A-Z][a-z]+\s/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
}

function parseAnyHeading(title: string) {
  const label = /^\[([^[\]]{1,300})\]/.exec(title)?.[1] ?? title.replace(/ - \d{4}-\d{2}-\d{2}$/, '')
  return { version: null, label: label.replace(/\\(?=[^\w\s])/g, '') }
}

/** Whether notes are for the unreleased section. */
export function isUnreleased({ version, label }: Pick<NewSection, 'version' | 'label'>): boolean {
  return version === null && label === 'Unreleased'
}

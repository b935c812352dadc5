import { categoryNamed } from '../core/category.ts'
import { lineText, type Outline, type Section } from './parse-outline.ts'

/** One entry of a list, with all its lines. */
export interface EntryItem {
  first: number
  /** Its last line with something in it. */
  last: number
  text: string
}

/** Entries under one name; those before the first name have none. */
export interface EntryGroup {
  title: string | null
  /** What tells one group from another: its category, or else its name. */
  key: string | null
  /** The line of its name, and the first line below it; both the section's body where it has no name. */
  heading: number
  body: number
  end: number
  depth: number
  items: EntryItem[]
}

/** The groups of a section in their order; the first is what stands before any name. */
export function parseGroups(outline: Outline, { body, end }: Pick<Section, 'body' | 'end'>): EntryGroup[] {
  const { lines } = outline
  const nameless = { title: null, key: null, heading: body, body, end, depth: 0, items: [] }
  const groups: EntryGroup[] = [nameless]
  for (let index = body; index < end; index += 1) {
    const line = lines[index]!
    const title = line.kind === 'heading' ? headingTitle(outline, index) : boldTitle(outline, index)
    if (title === null) continue
    groups.at(-1)!.end = index
    groups.push({
      title,
      key: keyOfGroup(title),
      heading: index,
      body: index + line.span,
      end,
      depth: line.depth,
      items: [],
    })
  }
  return groups.map((group) => ({ ...group, items: readItems(outline, group.body, group.end) }))
}

/** What tells one group from another. */
function keyOfGroup(title: string): string {
  return categoryNamed(title) ?? title.toLowerCase().replace(/:$/, '')
}

function headingTitle(outline: Outline, index: number): string {
  return (
    lineText(outline, index)
      .trim()
      .replace(/^#{1,6}[ \t]*/, '')
      // Only where they begin: each of many would be read to its end.
      .replace(/(?<![ \t])[ \t]+#+$/, '')
  )
}

/** Some write the names of groups as bold words in a line of their own. */
function boldTitle(outline: Outline, index: number): string | null {
  if (outline.lines[index]!.kind !== 'text') return null
  return /^(?:\*\*|__)([^*_]{1,60})(?:\*\*|__):?\s*$/.exec(lineText(outline, index))?.[1] ?? null
}

/** The entries of the outermost lists between two lines. */
function readItems(outline: Outline, from: number, end: number): EntryItem[] {
  const { lines, text } = outline
  const items: EntryItem[] = []
  let open: EntryItem | null = null
  for (let index = from; index < end; index += 1) {
    const line = lines[index]!
    if (line.kind === 'item' && line.level === 1) {
      open = { first: index, last: index, text: '' }
      items.push(open)
    } else if (!open || line.kind === 'blank') continue
    else if (belongsTo(outline, open, index)) open.last = index
    else open = null
  }
  return items.map((item) => ({ ...item, text: text.slice(lines[item.first]!.start, lines[item.last]!.end) }))
}

/** What is indented goes on with the entry above it, and so do words right below it. */
function belongsTo(outline: Outline, open: EntryItem, index: number): boolean {
  if (/^[ \t]/.test(lineText(outline, index))) return true
  const { kind } = outline.lines[index]!
  return kind === 'text' && index === open.last + 1
}

import { categoryNamed } from '../core/category.ts'
import { lineText, type Outline, type Section } from './parse-outline.ts'

/** One list item of a changelog, with all its lines. */
export interface EntryItem {
  first: number
  /** Its last line that is not blank. */
  last: number
  text: string
}

/** The entries under one group heading; those before the first heading have no title. */
export interface EntryGroup {
  title: string | null
  /** Its category, or else its title in lower case. */
  key: string | null
  /** The line of its heading and the first line below it; without a heading both are the section's body. */
  heading: number
  body: number
  end: number
  depth: number
  items: EntryItem[]
}

/** Parses the groups of a section in order; the first contains what comes before any group heading. */
export function parseGroups(outline: Outline, { body, end }: Pick<Section, 'body' | 'end'>): EntryGroup[] {
  const { lines } = outline
  const untitled = { title: null, key: null, heading: body, body, end, depth: 0, items: [] }
  const groups: EntryGroup[] = [untitled]
  for (let index = body; index < end; index += 1) {
    const line = lines[index]!
    const title = line.kind === 'heading' ? headingTitle(outline, index) : boldTitle(outline, index)
    if (title === null) continue
    groups.at(-1)!.end = index
    groups.push({
      title,
      key: groupKey(title),
      heading: index,
      body: index + line.span,
      end,
      depth: line.depth,
      items: [],
    })
  }
  return groups.map((group) => ({ ...group, items: parseItems(outline, group.body, group.end) }))
}

function groupKey(title: string): string {
  return categoryNamed(title) ?? title.toLowerCase().replace(/:$/, '')
}

function headingTitle(outline: Outline, index: number): string {
  return (
    lineText(outline, index)
      .trim()
      .replace(/^#{1,6}[ \t]*/, '')
      // The lookbehind avoids quadratic time on long runs of spaces.
      .replace(/(?<![ \t])[ \t]+#+$/, '')
  )
}

/** Some changelogs write group headings in bold. */
function boldTitle(outline: Outline, index: number): string | null {
  if (outline.lines[index]!.kind !== 'text') return null
  return /^(?:\*\*|__)([^*_]{1,60})(?:\*\*|__):?\s*$/.exec(lineText(outline, index))?.[1] ?? null
}

/** Parses the items of the outermost lists between two lines. */
function parseItems(outline: Outline, from: number, end: number): EntryItem[] {
  const { lines, text } = outline
  const items: EntryItem[] = []
  let open: EntryItem | null = null
  for (let index = from; index < end; index += 1) {
    const line = lines[index]!
    if (line.kind === 'item' && line.level === 1) {
      open = { first: index, last: index, text: '' }
      items.push(open)
    } else if (!open || line.kind === 'blank') continue
    else if (continuesItem(outline, open, index)) open.last = index
    else open = null
  }
  return items.map((item) => ({ ...item, text: text.slice(lines[item.first]!.start, lines[item.last]!.end) }))
}

/** An indented line continues the item above it, and so does text directly below it. */
function continuesItem(outline: Outline, open: EntryItem, index: number): boolean {
  if (/^[ \t]/.test(lineText(outline, index))) return true
  const { kind } = outline.lines[index]!
  return kind === 'text' && index === open.last + 1
}

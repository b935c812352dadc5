import { findCategory, isBreakingTitle } from '../core/category-names.ts'
import { lineText, type Outline, type Section, titleOf } from './parse-outline.ts'

/** One list item of a changelog, with all its lines. */
export interface EntryItem {
  first: number
  /** Its last line that is not blank. */
  last: number
  text: string
}

/** How a group heading is written: as a heading, as a line of text, or as a list item above nested items. */
type GroupForm = 'heading' | 'text' | 'item'

/** The entries under one group heading; those before the first heading have no title. */
export interface EntryGroup {
  title: string | null
  /** Its category, or else its title in lower case. */
  key: string | null
  form: GroupForm
  /** The text around the title in its line, such as `**` and `:**`. */
  before: string
  after: string
  /** The line of its heading and the first line below it; without a heading both are the section's body. */
  heading: number
  body: number
  end: number
  depth: number
  items: EntryItem[]
}

/** A group heading in a line that is not a heading. */
interface LineTitle {
  before: string
  title: string
  after: string
}

/** Parses the groups of a section in order; the first contains what comes before any group heading. */
export function parseGroups(outline: Outline, { body, end }: Pick<Section, 'body' | 'end'>): EntryGroup[] {
  const { lines } = outline
  const groups: EntryGroup[] = [
    {
      title: null,
      key: null,
      form: 'heading',
      before: '',
      after: '',
      heading: body,
      body,
      end,
      depth: 0,
      items: [],
    },
  ]
  for (let index = body; index < end; index += 1) {
    const line = lines[index]!
    const found = titleIn(outline, index, end)
    if (!found) continue
    groups.at(-1)!.end = index
    groups.push({
      ...found,
      key: groupKey(found.title),
      heading: index,
      body: index + line.span,
      end,
      depth: line.depth,
      items: [],
    })
  }
  return groups.map((group) => ({
    ...group,
    items: parseItems(outline, group.body, group.end, group.form === 'item' ? 2 : 1),
  }))
}

function titleIn(outline: Outline, index: number, end: number): (LineTitle & { form: GroupForm }) | null {
  const { kind, level } = outline.lines[index]!
  if (kind === 'heading') {
    const title = titleOf(outline, index)
    return { before: '', title, after: '', form: 'heading' }
  }
  if (kind === 'text') {
    const found = lineTitle(outline, index, end)
    return found && { ...found, form: 'text' }
  }
  if (kind !== 'item' || level !== 1) return null
  const found = itemTitle(outline, index, end)
  return found && { ...found, form: 'item' }
}

/** Returns the key of a group: its category, or else its title in lower case. */
function groupKey(title: string): string {
  if (isBreakingTitle(title)) return 'breaking'
  return findCategory(title) ?? title.toLowerCase().replace(/:$/, '')
}

const emphasised = /^(\.(?=[A-Z])|\*\*|__|\*|_)?([^*_\s.][^*_]{0,60}?)(:?)(\*\*|__|\*|_)?(:?)\s*$/

/** Some changelogs write group headings in bold, or as plain lines with a colon. */
function lineTitle(outline: Outline, index: number, end: number): LineTitle | null {
  const { lines, markup } = outline
  const text = lineText(outline, index)
  const found = text.length <= 80 ? emphasised.exec(text) : null
  if (!found) return null
  const [, before = '', title = '', colon = '', closing = '', colonAfter = ''] = found
  const isBlockTitle = before === '.' && markup === 'asciidoc' && closing === ''
  if (before !== closing && !isBlockTitle) return null
  if (before === '.' && !isBlockTitle) return null
  const line = { before, title, after: `${colon}${closing}${colonAfter}` }
  if (before.length === 2) return line
  // Without bold, only the name of a category above a list is a group heading.
  const isAlone = index === 0 || lines[index - 1]!.kind !== 'text'
  const isAboveList = isList(outline, index + 1, end)
  const hasColon = colon !== '' || colonAfter !== ''
  const isCategory = findCategory(title) !== null || isBreakingTitle(title)
  const isShouted = hasColon && /^[A-Z][A-Z /&-]{2,40}$/.test(title)
  return isAlone && isAboveList && (isCategory || isShouted) ? line : null
}

/** Whether the next content between two lines is a list item. */
function isList({ lines }: Outline, from: number, end: number): boolean {
  let next = from
  while (next < end && lines[next]!.kind === 'blank') next += 1
  return next < end && lines[next]!.kind === 'item'
}

/** A list item that is only the name of a category is the heading of the items nested in it. */
function itemTitle(outline: Outline, index: number, end: number): LineTitle | null {
  const next = outline.lines[index + 1]
  if (index + 1 >= end || next?.kind !== 'item' || next.level !== 2) return null
  const [bullet = ''] = /^\s*\S+\s+/.exec(lineText(outline, index)) ?? []
  const rest = lineText(outline, index).slice(bullet.length)
  const found = rest.length <= 60 ? emphasised.exec(rest) : null
  if (!found) return null
  const [, before = '', title = '', colon = '', closing = '', colonAfter = ''] = found
  if (before !== closing || before === '.' || (findCategory(title) === null && !isBreakingTitle(title)))
    return null
  return { before: bullet + before, title, after: `${colon}${closing}${colonAfter}` }
}

/** Parses the items of the lists at one level between two lines. */
function parseItems(outline: Outline, from: number, end: number, level: number): EntryItem[] {
  const { lines, text } = outline
  const items: EntryItem[] = []
  let open: EntryItem | null = null
  for (let index = from; index < end; index += 1) {
    const line = lines[index]!
    if (line.kind === 'item' && line.level === level) {
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
  const { kind, level } = outline.lines[index]!
  if (kind === 'item') return level > outline.lines[open.first]!.level
  return kind === 'text' && index === open.last + 1
}

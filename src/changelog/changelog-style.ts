import { categories } from '../core/category.ts'
import { detectEntryStyle, type EntryStyle } from './entry-style.ts'
import { findDate } from './heading-date.ts'
import { caseLike, parseCommitLabel, parsePrefix } from './line-prefixes.ts'
import { mostFrequent } from './most-frequent.ts'
import { type EntryGroup, type EntryItem, parseGroups } from './parse-groups.ts'
import type { ReleaseHeading } from './parse-heading.ts'
import { lineText, type Outline, type Section } from './parse-outline.ts'
import { type HeadingMarkup, hasOwnName } from './print-heading.ts'

/** How groups of entries are written. */
export interface GroupStyle {
  /** A heading, a line of text, or a list item above nested items. */
  form: EntryGroup['form']
  /** The markup of a heading; only its prefix and suffix for other forms. */
  markup: HeadingMarkup
  /** Whether titles end with a colon that belongs to the title. */
  hasColon: boolean
  /** A title of the file, whose case new titles follow. */
  sample: string
  /** The titles of the file, by key. */
  names: Map<string, string>
  /** The title under which the file lists commits of a type, if its entries begin with types. */
  titleOfType?: Map<string, string>
  /** The keys of groups in the order of the file. */
  order: string[]
  /** The line breaks between a group heading and its entries. */
  gap: string
  /** The line breaks between groups. */
  separator: string
}

/** The style of a changelog, detected from existing sections and used for new ones. */
export interface ChangelogStyle {
  /** The newest releases, whose headings new ones follow. */
  samples: Section[]
  depth: number
  /** Whether entries are one list without groups. */
  flat: boolean
  groups: GroupStyle
  entries: EntryStyle
  /** The bullet with its space, such as `- `; a number counts up. */
  bullet: string
  /** Whether there are blank lines between entries. */
  isLoose: boolean
  /** The line breaks between the heading of a release and its content, and between releases. */
  gap: string
  separator: string
  /** The line below the heading of a release with its date, such as `Released 2026-01-31`; null if there is none. */
  dateLine: DateLine | null
  /** Whether the file has link definitions for releases, or may get them. */
  definesReleases: boolean
}

/** Prints a line with a date like an existing one. */
type DateLine = (iso: string) => string

const maxSections = 20
const maxItems = 200
/** The newest entries of a type show where it is listed now. */
const maxOfType = 20
/** How pull requests are cited changes over time: the newest sections show it. */
const nearSections = 10

/** Detects the style of a changelog. */
export function detectStyle(outline: Outline): ChangelogStyle {
  const { sections, list, lineBreak, lines } = outline
  const released = sections.filter(({ heading }) => heading.version !== null).slice(0, maxSections)
  const read = released.length > 0 ? released : [...sections, ...(list ? [list] : [])].slice(0, 1)
  const parsed = [...new Set([...read, ...sections.slice(0, 2)])].map((section) => ({
    section,
    groups: parseGroups(outline, section).map((group) => ({
      ...group,
      items: group.items.filter(({ first }) => lines[first]!.details === 0),
    })),
  }))
  const groups = parsed.flatMap((each) => each.groups)
  const items = groups.flatMap((group) => group.items).slice(0, maxItems)
  const named = groups.filter(({ title, key }) => title !== null && isCategoryKey(key))
  const titled =
    named.length > 0 ? named : groups.filter(({ title, items: own }) => title !== null && own.length > 0)
  const withItems = parsed.filter((each) => each.groups.some((group) => group.items.length > 0)).slice(0, 6)
  const grouped = withItems.filter((each) =>
    named.length > 0 ? each.groups.some(({ key }) => isCategoryKey(key)) : each.groups[0]!.items.length === 0,
  )
  const depth = read.length > 0 ? Math.min(...read.slice(0, 5).map((each) => each.depth)) : 2
  const definesReleases = usesDefinitions(outline)
  return {
    samples: released,
    depth,
    flat: hasPlainHeadings(read)
      ? grouped.length === 0
      : withItems.length > 0 && grouped.length * 2 < withItems.length,
    groups: {
      ...detectGroups(outline, titled, {
        depth,
        order: orderOf(parsed.map((each) => keysOf(outline, each.groups))),
      }),
      titleOfType: findTitlesOfTypes(outline, groups),
    },
    entries: detectEntryStyle(
      outline,
      items.map((item) => existingEntry(outline, item)),
      {
        near: countItems(parsed.slice(0, nearSections).flatMap((each) => each.groups)),
        fallback: definesNumbers(outline, definesReleases) ? 'definition' : 'inline',
      },
    ),
    bullet: mostFrequent(items.slice(0, 30).map(({ first }) => bulletOf(outline, first))) ?? '- ',
    isLoose: isLoose(
      outline,
      groups.map((group) => group.items),
    ),
    gap: lineBreak.repeat(
      1 + (mostFrequent(read.flatMap(({ body, end }) => (list ? [] : blanksFrom(lines, body, end)))) ?? 1),
    ),
    separator: lineBreak.repeat(
      1 +
        Math.max(
          mostFrequent(sections.slice(1, maxSections).flatMap(({ first }) => blanksAbove(lines, first))) ?? 1,
          // Directly below an entry, a heading without a sign before it would belong to the entry.
          sections.slice(0, maxSections).every(({ markup }) => /^[#=]/.test(markup.prefix)) ? 0 : 1,
        ),
    ),
    dateLine: detectDateLine(outline, released.filter(({ heading }) => !heading.isPlanned).slice(0, 5)),
    definesReleases,
  }
}

/** The title under which most of the entries with each type are. */
function findTitlesOfTypes(outline: Outline, groups: EntryGroup[]): Map<string, string> {
  const titles = new Map<string, string[]>()
  for (const { title, items } of groups) {
    for (const item of title === null ? [] : items) {
      const type = parseCommitLabel(existingEntry(outline, item).text)?.type
      if (type !== undefined) titles.set(type, [...(titles.get(type) ?? []), title!])
    }
  }
  return new Map([...titles].map(([type, used]) => [type, mostFrequent(used.slice(0, maxOfType))!]))
}

/** Detects the line with the date that most releases have directly below their headings. */
function detectDateLine(outline: Outline, released: Section[]): DateLine | null {
  const found = released.flatMap(({ heading, body, end }): DateLine[] => {
    const [blanks = 0] = blanksFrom(outline.lines, body, end)
    const text = lineText(outline, body + blanks)
    const date = heading.date === null && text.length <= 60 ? findDate(text) : null
    if (!date || outline.lines[body + blanks]!.kind !== 'text') return []
    const [before, after] = [text.slice(0, date.start), text.slice(date.end)]
    const isAlone =
      /^[*_[(]{0,3}(?:(?:released?|release date|date|published|on)[: ]{1,3}){0,2}$/i.test(before) &&
      /^[*_)\].]{0,4}\s*$/.test(after)
    return isAlone ? [(iso) => `${before}${date.format(iso)}${after.trimEnd()}`] : []
  })
  return found.length * 2 > released.length ? found[0]! : null
}

/** Whether the headings of releases have no markup; headings of groups would then be above them. */
function hasPlainHeadings(sections: Section[]): boolean {
  return sections.some(({ markup: { prefix, underline } }) => prefix === '' && underline === '')
}

function countItems(groups: EntryGroup[]): number {
  return groups.reduce((sum, { items }) => sum + items.length, 0)
}

function isCategoryKey(key: string | null): boolean {
  return key !== null && (key === 'breaking' || (categories as readonly string[]).includes(key))
}

/** Returns an entry without its bullet. */
export function existingEntry(outline: Outline, item: EntryItem): { text: string; bullet: string } {
  const bullet = bulletOf(outline, item.first)
  return { text: item.text.slice(bullet.length), bullet }
}

function detectGroups(
  outline: Outline,
  titled: EntryGroup[],
  { depth, order }: { depth: number; order: string[] },
): GroupStyle {
  const { lineBreak, lines } = outline
  const form = mostFrequent(titled.map((group) => group.form)) ?? 'heading'
  const own = titled.filter((group) => group.form === form)
  const usual = mostFrequent(own.map(({ depth: each, before }) => `${each} ${before}`))
  const sample = own.find(({ depth: each, before }) => `${each} ${before}` === usual)
  const gap = mostFrequent(own.flatMap(({ body, end }) => blanksFrom(lines, body, end))) ?? 1
  const above = mostFrequent(own.flatMap(({ heading }) => blanksBetween(lines, heading))) ?? 1
  const hasSign =
    sample !== undefined && (form === 'item' || /^[#=]/.test(groupMarkup(outline, sample).prefix))
  const titles = own.map((group) => group.title!)
  return {
    form,
    markup: sample ? groupMarkup(outline, sample) : newGroupMarkup(outline, depth),
    hasColon: form === 'heading' && titles.filter((title) => title.endsWith(':')).length * 2 > titles.length,
    sample: sample && isCategoryKey(sample.key) ? sample.title! : 'Added',
    names: new Map(own.toReversed().map(({ key, title }) => [key!, title!])),
    order,
    gap: lineBreak.repeat(1 + gap),
    separator: lineBreak.repeat(1 + Math.max(above, hasSign ? 0 : 1)),
  }
}

/** Returns the markup around the title of an existing group. */
export function groupMarkup(outline: Outline, group: EntryGroup): HeadingMarkup {
  if (group.form !== 'heading')
    return { prefix: group.before, suffix: group.after, underline: '', overline: false }
  const line = outline.lines[group.heading]!
  const text = lineText(outline, group.heading + line.titleLine)
  if (line.span > 1) {
    const underline = lineText(outline, group.heading + line.span - 1).trim()[0] ?? '-'
    return { prefix: '', suffix: '', underline, overline: line.titleLine > 0 }
  }
  const at = text.indexOf(group.title!)
  return {
    prefix: text.slice(0, at),
    suffix: text.slice(at + group.title!.length).trimEnd(),
    underline: '',
    overline: false,
  }
}

function newGroupMarkup({ markup, sections }: Outline, depth: number): HeadingMarkup {
  const deeper = Math.min(depth + 1, 6)
  const plain = { suffix: '', underline: '', overline: false }
  const used = new Set(sections.slice(0, maxSections).map((section) => section.markup.underline))
  const underline = ['~', '^', '"'].find((sign) => !used.has(sign)) ?? '~'
  if (markup === 'rst') return { ...plain, prefix: '', underline }
  if (markup === 'text') return { ...plain, prefix: '', suffix: ':' }
  if (markup === 'wordpress') return { ...plain, prefix: '**', suffix: '**' }
  return { ...plain, prefix: `${(markup === 'asciidoc' ? '=' : '#').repeat(deeper)} ` }
}

/** Makes group headings deeper if they would otherwise end the section of their release. */
export function belowRelease(groups: GroupStyle, release: HeadingMarkup): GroupStyle {
  const [sign, depth] = [groups.markup.prefix.trim()[0] ?? '', depthOf(release)]
  const isHigher =
    groups.form === 'heading' && /^[#=]+\s*$/.test(groups.markup.prefix) && depthOf(groups.markup) < depth
  if (!isHigher) return groups
  return { ...groups, markup: { ...groups.markup, prefix: `${sign.repeat(Math.min(depth + 1, 6))} ` } }
}

function depthOf({ prefix, underline }: HeadingMarkup): number {
  if (underline !== '') return underline === '=' ? 1 : 2
  return /^[#=]*/.exec(prefix.trim())![0].length
}

/** Returns the title of a group: the file's own, or a new one in the same case. */
export function groupTitle(
  { names, sample, hasColon }: GroupStyle,
  { key, title }: { key: string; title: string },
): string {
  const known = names.get(key)
  if (known !== undefined) return known
  const word = /[\p{L}][\p{L} ]*/u.exec(sample.replace(/:[a-z_]{1,30}:/g, ''))?.[0].trim() ?? sample
  return `${caseLike(word, title)}${hasColon ? ':' : ''}`
}

/** The categories of a section in order: of its groups, or else of the labels of its entries. */
function keysOf(outline: Outline, groups: EntryGroup[]): string[] {
  const keys = groups.flatMap(({ key }) => (key !== null && isCategoryKey(key) ? [key] : []))
  if (keys.length > 0) return keys
  const items = groups.flatMap((group) => group.items)
  return [...new Set(items.flatMap((item) => parsePrefix(existingEntry(outline, item).text)?.key ?? []))]
}

/** Returns the keys of groups in the file's order; categories that it does not have are put into their usual place. */
function orderOf(sections: string[][]): string[] {
  const order: string[] = []
  const lists = sections
    // One group alone says nothing about the order.
    .filter((keys) => keys.length > 1)
    .sort((one, other) => other.length - one.length)
  for (const keys of lists) {
    keys.forEach((key, index) => {
      if (order.includes(key)) return
      const before = keys.slice(0, index).findLast((each) => order.includes(each))
      const after = keys.slice(index + 1).find((each) => order.includes(each))
      if (before !== undefined) order.splice(order.indexOf(before) + 1, 0, key)
      else if (after !== undefined) order.splice(order.indexOf(after), 0, key)
      else order.push(key)
    })
  }
  categories.forEach((category, index) => {
    if (order.includes(category)) return
    const earlier = categories.slice(0, index).findLast((each) => order.includes(each))
    order.splice(
      earlier === undefined ? (order[0] === 'breaking' ? 1 : 0) : order.indexOf(earlier) + 1,
      0,
      category,
    )
  })
  return order
}

/** Returns the bullet of a line, with its indentation. */
export function bulletOf(outline: Outline, line: number): string {
  const form =
    outline.markup === 'asciidoc'
      ? /^[ \t]*(?:\*{1,5}|-|\.{1,5}|\d{1,9}\.)[ \t]+/
      : /^[ \t]*(?:[-*+•]|o(?= )|\d{1,9}[.)]|\(\d{1,9}\)|#\.)[ \t]+/
  return form.exec(lineText(outline, line))?.[0] ?? '- '
}

function isLoose({ lines }: Outline, lists: EntryItem[][]): boolean {
  const gaps = lists.flatMap((items) => items.slice(1).map(({ first }) => lines[first - 1]!.kind === 'blank'))
  return gaps.filter(Boolean).length * 2 > gaps.length
}

/** The number of blank lines from a line on; none if nothing follows them. */
function blanksFrom(lines: Outline['lines'], from: number, end: number): number[] {
  let next = from
  while (next < end && lines[next]!.kind === 'blank') next += 1
  return next < end ? [Math.min(next - from, 3)] : []
}

function blanksAbove(lines: Outline['lines'], index: number): number[] {
  let last = index - 1
  while (last >= 0 && lines[last]!.kind === 'blank') last -= 1
  return last >= 0 ? [Math.min(index - 1 - last, 4)] : []
}

/** The number of blank lines between a group heading and the entries above it. */
function blanksBetween(lines: Outline['lines'], index: number): number[] {
  const [blanks = 0] = blanksAbove(lines, index)
  const above = lines[index - 1 - blanks]
  return above && /^(?:item|text)$/.test(above.kind) ? [blanks] : []
}

/** Whether releases have link definitions in the file; a file without releases may get them. */
function usesDefinitions({ definitions, sections, markup }: Outline): boolean {
  if (markup !== 'markdown') return false
  if (!sections.some(({ heading }) => heading.version !== null)) return true
  const keys = new Set(definitions.map(({ key }) => key))
  return sections.some(
    ({ heading: { linkText, form } }) => form === 'reference' && keys.has(linkText.toLowerCase()),
  )
}

function definesNumbers({ definitions, sections, list, markup }: Outline, definesReleases: boolean): boolean {
  if (markup !== 'markdown') return false
  if ((sections.length === 0 && !list) || definitions.some(({ label }) => /^\\?[#!]\d+$/.test(label)))
    return true
  return (
    definesReleases && sections.length > 0 && sections.every(({ heading }) => heading.form === 'reference')
  )
}

/** The parts of a release by which its heading is chosen. */
type Kind = 'pre' | 'patch' | 'other'

function kindOf({ version }: Pick<ReleaseHeading, 'version'>): Kind {
  if (!version) return 'other'
  if (version.pre.length > 0) return 'pre'
  return (version.numbers[2] ?? 0) > 0 ? 'patch' : 'other'
}

/**
 * Returns the release whose heading a new one follows: the newest of the most frequent form. Some tools write the
 * headings of patch releases in another form.
 */
export function findSample(
  { samples }: ChangelogStyle,
  heading: Pick<ReleaseHeading, 'version'>,
): Section | null {
  const scope = heading.version?.scope ?? ''
  const own = samples.filter((each) => scope !== '' && each.heading.version?.scope === scope)
  const candidates = (own.length > 0 ? own : samples).filter(({ heading: each }) => !each.isPlanned)
  const unnamed = candidates.filter((each) => !hasOwnName(each.heading))
  const pool = [unnamed, candidates, samples].find((each) => each.length > 0) ?? []
  const alike = pool.filter((each) => kindOf(each.heading) === kindOf(heading))
  const others = new Set(pool.filter((each) => !alike.includes(each)).map(shapeOf))
  const isOwnShape = alike[0] !== undefined && others.size > 0 && !others.has(shapeOf(alike[0]))
  const chosen = isOwnShape ? alike : pool
  const shape = mostFrequent(chosen.slice(0, 5).map(shapeOf))
  const sameShape = chosen.filter((each) => shapeOf(each) === shape)
  // In 2/3/2026 the order of day and month is not clear; another heading of the file shows it.
  return sameShape.find(({ heading: { date } }) => date === null || date.iso !== null) ?? sameShape[0] ?? null
}

/** The form of a heading without its label, date and URLs. */
function shapeOf({ heading, depth, markup }: Section): string {
  const { title, start, end, date } = heading
  const isLater = date !== null && date.start >= end
  const between = title.slice(end, isLater ? date.start : title.length).replace(/\([^()]{0,300}\)/g, '')
  const v = /^v/i.test(heading.label)
  const prefix = title.slice(0, start).replace(/\d/g, '')
  return [
    depth,
    markup.underline,
    prefix,
    v,
    isLater ? between.replace(/[\p{L}\p{N}]/gu, '') : '',
    date === null,
  ].join('|')
}

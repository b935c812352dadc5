import { findCategory, isBreakingTitle } from '../core/category-names.ts'
import { detectMarkup, type Markup } from './markup.ts'
import { parseAsciidocLines } from './parse-asciidoc-lines.ts'
import { parseHeading, parseSeries, type ReleaseHeading } from './parse-heading.ts'
import { type Line, parseLines } from './parse-lines.ts'
import { parseRstLines } from './parse-rst-lines.ts'
import type { HeadingMarkup } from './print-heading.ts'

/** The section of one release, by line numbers. */
export interface Section {
  heading: ReleaseHeading
  depth: number
  /** The markup around the title of its heading. */
  markup: HeadingMarkup
  /** The line of its heading, and the first line below it. */
  first: number
  body: number
  /** The first line after it. */
  end: number
}

/** A link definition in the file. */
interface ExistingDefinition {
  /** The normalised label: lower case, single spaces. */
  key: string
  label: string
  url: string
  line: number
}

/** The lines, releases and link definitions of a changelog. */
export interface Outline {
  text: string
  markup: Markup
  lines: Line[]
  lineBreak: string
  sections: Section[]
  /** The list of a file without any section, which is then about unreleased changes. */
  list: Section | null
  definitions: ExistingDefinition[]
}

/** What is known before a changelog is parsed: its path, and labels that are not versions. */
interface ParseOptions {
  names?: string[]
  path?: string | null
}

/** Parses a changelog. A heading is a release if it has a version or one of the given names. */
export function parseOutline(text: string, { names = [], path = null }: ParseOptions = {}): Outline {
  const markup = detectMarkup(text, path)
  const lines = parsers[markup](text)
  const outline = { text, markup, lines, lineBreak: /\r\n|\n|\r/.exec(text)?.[0] ?? '\n' }
  const sections = findSections(outline, names)
  const hasReleases = sections.some(({ heading }) => heading.version !== null)
  const found = !hasReleases && markPlainHeadings(outline) ? findSections(outline, names) : sections
  const list = found.length === 0 ? findList(outline) : null
  return { ...outline, sections: found, list, definitions: findDefinitions(outline) }
}

/** Finds the list of a file that has no other headings than its title. */
function findList({ lines }: LinedText): Section | null {
  const headings = lines.filter(({ kind }) => kind === 'heading')
  const first = lines.findIndex(({ kind, level, details }) => kind === 'item' && level === 1 && details === 0)
  const isTitled = headings.length === 1 && headings[0]!.start < (lines[first]?.start ?? 0)
  if (first === -1 || (headings.length > 0 && !isTitled)) return null
  const heading = parseHeading('Unreleased')!
  const markup = { prefix: '## ', suffix: '', underline: '', overline: false }
  return { heading, depth: 2, markup, first, body: first, end: lines.length }
}

const parsers: Record<Markup, (text: string) => Line[]> = {
  markdown: parseLines,
  rst: parseRstLines,
  asciidoc: parseAsciidocLines,
  wordpress: parseAsciidocLines,
  text: parseRstLines,
}

/** A text and its lines. */
type LinedText = Pick<Outline, 'text' | 'lines'>

/** Returns the text of a line. */
export function lineText({ text, lines }: LinedText, index: number): string {
  const line = lines[index]
  return line ? text.slice(line.start, line.end) : ''
}

/** Returns the title of a heading. */
export function titleOf(source: LinedText, index: number): string {
  const line = source.lines[index]!
  if (line.span > 1) {
    const count = line.span - 1 - line.titleLine
    const words = Array.from({ length: count }, (_, offset) =>
      lineText(source, index + line.titleLine + offset).trim(),
    )
    return words.join(' ')
  }
  const { prefix, suffix } = headingMarkup(source, index)
  const text = lineText(source, index)
  return text.slice(prefix.length, text.length - suffix.length).trim()
}

/** Returns the markup around the title of a heading. */
function headingMarkup(source: LinedText, index: number): HeadingMarkup {
  const line = source.lines[index]!
  const text = lineText(source, index + line.titleLine)
  if (line.span > 1) {
    const underline = lineText(source, index + line.span - 1).trim()[0] ?? '='
    const prefix = line.titleLine > 0 ? /^\s*/.exec(text)![0] : ''
    return { prefix, suffix: '', underline, overline: line.titleLine > 0 }
  }
  const prefix = /^\s*(?:<h[1-6](?:\s[^<>]{0,200})?>|#{1,6}(?:[ \t]+|$)|={1,6}[ \t]+)?/i.exec(text)![0]
  const rest = text.slice(prefix.length)
  // The lookbehind avoids quadratic time on long runs of spaces.
  const suffix = /(?:<\/h[1-6]>|(?:(?<![ \t])[ \t]+|^)(?:#+|=+))[ \t]*$/i.exec(rest)?.[0] ?? ''
  return { prefix, suffix, underline: '', overline: false }
}

/**
 * Some changelogs write versions on plain lines, without the markup of headings. Marks them as headings, and returns
 * whether there are any.
 */
function markPlainHeadings(source: LinedText): boolean {
  const { lines } = source
  const title = lines.findIndex(({ kind }) => kind === 'heading')
  let headingEnd = 0
  const found = lines.flatMap((line, index) => {
    if (line.kind === 'heading') headingEnd = index + line.span
    if (line.kind !== 'text' || index < headingEnd || line.details > 0) return []
    if (!isAloneAboveContent(source, index)) return []
    const heading = parsePlainHeading(lineText(source, index))
    return heading ? [{ line, heading }] : []
  })
  if (!found.some(({ heading }) => heading.version !== null)) return false
  for (const { line } of found) {
    line.kind = 'heading'
    line.depth = title === -1 ? 1 : Math.min(lines[title]!.depth + 1, 6)
  }
  return true
}

/** A line without markup is the heading of a release only if it says little else. */
function parsePlainHeading(text: string): ReleaseHeading | null {
  if (text.length > 120 || /^[\s:]/.test(text)) return null
  const heading = parseHeading(text.trim())
  if (heading === null || heading.product !== '') return null
  const { version, title, end, date } = heading
  if (version === null) return /^[^.!?]{1,40}$/.test(title) ? heading : null
  const rest = title.slice(end).replace(/[^\p{L}\p{N}]+/gu, '')
  return version.numbers.length > 1 && (rest === '' || date !== null || heading.isPlanned) ? heading : null
}

function isAloneAboveContent(source: LinedText, index: number): boolean {
  const [above, below] = [source.lines[index - 1], source.lines[index + 1]]
  const isAbove = isBreak(below) || below?.kind === 'item' || /^\s/.test(lineText(source, index + 1))
  return isBreak(above) && isAbove
}

function isBreak(line: Line | undefined): boolean {
  return line === undefined || /^(?:blank|heading|raw|rule)$/.test(line.kind)
}

/** A heading that may be the heading of a release. */
interface HeadingLine {
  index: number
  line: Line
  title: string
  heading: ReleaseHeading | null
}

/** Sections under such headings are examples for the people who write the file. */
const templateTitle =
  /\b(?:templates?|ignore|copy[ -]?(?:and[ -]?)?paste|boilerplate|for maintainers|how to (?:write|update|contribute|add|use)|instructions|guidelines|contributing|example (?:entry|section|release|format)|types of changes)\b/i

function findSections(source: LinedText, names: string[]): Section[] {
  const { lines } = source
  const sections: Section[] = []
  let open: Section | null = null
  const close = (end: number) => {
    if (open) open.end = end
    open = null
  }
  for (const { index, line, title, heading } of findReleaseHeadings(source, names)) {
    if (heading) {
      const first = withAnchors(source, index)
      close(first)
      const body = index + line.span
      const planned = findPlannedLine(source, body)
      open = {
        heading: heading.version && planned !== -1 ? { ...heading, isPlanned: true } : heading,
        depth: line.depth,
        markup: headingMarkup(source, index),
        first,
        // Without a version, the word below is a part of the heading.
        body: heading.version === null && planned !== -1 ? planned + 1 : body,
        end: -1,
      }
      sections.push(open)
    } else if (open && endsSection(open, line.depth, title)) close(index)
  }
  close(lines.length)
  return sections
}

/** Returns the line below a heading that says "Unreleased", which some changelogs write there; -1 if there is none. */
export function findPlannedLine(source: LinedText, body: number): number {
  let next = body
  while (source.lines[next]?.kind === 'blank') next += 1
  if (source.lines[next]?.kind !== 'text') return -1
  return /^[*_(]{0,2}(?:un-?released|not yet released|release date: (?:unreleased|tbd))[*_).]{0,2}\s*$/i.test(
    lineText(source, next),
  )
    ? next
    : -1
}

/** Parses all headings. Only those that are releases by what the rest of the file shows keep their release. */
function findReleaseHeadings(source: LinedText, names: string[]): HeadingLine[] {
  const all: HeadingLine[] = source.lines.flatMap((line, index) => {
    if (line.kind !== 'heading') return []
    const title = titleOf(source, index)
    const isPlanned = findPlannedLine(source, index + line.span) !== -1
    const heading = parseHeading(title, names) ?? (isPlanned ? parseSeries(title) : null)
    return [{ index, line, title, heading }]
  })
  skipTemplates(all)
  const shallow = all.some(({ heading, line }) => heading?.version && line.depth <= 3)
  if (shallow) for (const each of all) if (each.line.depth > 3) each.heading = null
  skipOtherProducts(all)
  skipGroupsOfReleases(all)
  return all
}

function skipTemplates(all: HeadingLine[]): void {
  let template = 0
  // The first heading is the title of the file.
  for (const each of all.slice(1)) {
    const { depth } = each.line
    if (template > 0 && depth <= template) template = 0
    if (template > 0) each.heading = null
    else if (each.heading === null && templateTitle.test(each.title)) template = depth
  }
}

/** `Node 20.11` is a release if the releases of the file are named so, and otherwise a heading about something else. */
function skipOtherProducts(all: HeadingLine[]): void {
  const plain = all.filter(({ heading }) => heading?.version && heading.product === '')
  const named = all.filter(({ heading }) => heading?.version && heading.product !== '')
  const depth = Math.min(...(plain.length > 0 ? plain : named).map(({ line }) => line.depth))
  const counts = new Map<string, number>()
  for (const { heading } of named) counts.set(heading!.product, (counts.get(heading!.product) ?? 0) + 1)
  for (const each of named) {
    const isOnlyOne = named.length === 1 && all.filter(({ line }) => line.depth === depth).length > 3
    const isHabit = plain.length === 0 ? !isOnlyOne : counts.get(each.heading!.product)! > 1
    if (each.line.depth !== depth || !isHabit) each.heading = null
  }
}

/** Headings such as `### Development` or `### core@1.2.0` below a release are its groups, and no sections. */
function skipGroupsOfReleases(all: HeadingLine[]): void {
  let open: HeadingLine | null = null
  for (const each of all) {
    const { version } = each.heading ?? {}
    const isPackage = version !== undefined && version !== null && version.scope !== ''
    if (isPackage && open && each.line.depth > open.line.depth) each.heading = null
    else if (version) open = version.scope === '' ? each : null
  }
  const released = all.filter(({ heading }) => heading?.version)
  const depth = Math.max(...released.map(({ line }) => line.depth))
  const first = released[0]?.index ?? 0
  for (const each of all) {
    const isUnreleased = each.heading !== null && each.heading.version === null
    if (released.length > 0 && isUnreleased && each.index > first && each.line.depth > depth)
      each.heading = null
  }
}

/** Only a group heading may have the same depth as the release, as some tools write patch releases. */
function endsSection(open: Section, depth: number, title: string): boolean {
  const isGroup = findCategory(title) !== null || isBreakingTitle(title)
  return depth < open.depth || (depth === open.depth && !isGroup)
}

const anchor =
  /^(?:<a [^<>]{1,200}>(?:<\/a>)?|\.\. _[^:\r\n]{1,200}:|\[\[[^\r\n]{1,200}\]\]|\[#[^\r\n]{1,200}\])\s*$/i

/** A line with only an anchor above a heading belongs to it; in reStructuredText a blank line follows the anchor. */
function withAnchors(source: LinedText, index: number): number {
  let first = index
  while (first > 0 && anchor.test(lineText(source, first - 1))) first -= 1
  const isTarget = first === index && first > 1 && source.lines[first - 1]!.kind === 'blank'
  return isTarget &&
    lineText(source, first - 2).startsWith('.. _') &&
    anchor.test(lineText(source, first - 2))
    ? first - 2
    : first
}

function findDefinitions(source: LinedText): ExistingDefinition[] {
  return source.lines.flatMap((line, index) => {
    if (line.kind !== 'definition') return []
    const found = /^\s*\[((?:[^[\]\\]|\\.){1,300})\]:[ \t]*(\S+)/.exec(lineText(source, index))
    if (!found) return []
    const [, label = '', url = ''] = found
    return [{ key: keyOf(label), label, url: url.replace(/^<(.*)>$/, '$1'), line: index }]
  })
}

/** Normalises a label for lookups. */
export function keyOf(label: string): string {
  return label.replace(/\s+/g, ' ').trim().toLowerCase()
}

/** Returns the line breaks after a line; directly below HTML, a heading would be a part of the HTML. */
export function breakAfter({ lines, lineBreak }: Outline, line: number, separator: string): string {
  const isHtml = lines[line]?.kind === 'raw'
  return isHtml && separator === lineBreak ? lineBreak.repeat(2) : separator
}

/** Returns the last line with content, that is neither blank nor a definition nor a rule; -1 if there is none. */
export function lastContent({ lines }: Pick<Outline, 'lines'>, from: number, end: number): number {
  let last = end - 1
  while (last >= from && /^(?:blank|definition|rule)$/.test(lines[last]!.kind)) last -= 1
  return last >= from ? last : -1
}

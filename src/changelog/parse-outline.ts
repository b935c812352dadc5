import { categoryNamed } from '../core/category.ts'
import { parseHeading, type ReleaseHeading } from './parse-heading.ts'
import { type Line, parseLines } from './parse-lines.ts'

/** The section of one release, by line numbers. */
export interface Section {
  heading: ReleaseHeading
  depth: number
  /** Whether its heading is underlined. */
  underlined: boolean
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
  lines: Line[]
  lineBreak: string
  sections: Section[]
  definitions: ExistingDefinition[]
}

/** Parses a changelog. A heading is a release if it has a version or one of the given names. */
export function parseOutline(text: string, names: string[] = []): Outline {
  const lines = parseLines(text)
  const outline = { text, lines, lineBreak: /\r\n|\n|\r/.exec(text)?.[0] ?? '\n' }
  return { ...outline, sections: findSections(outline, names), definitions: findDefinitions(outline) }
}

/** A text and its lines. */
type LinedText = Pick<Outline, 'text' | 'lines'>

/** Returns the text of a line. */
export function lineText({ text, lines }: LinedText, index: number): string {
  const line = lines[index]
  return line ? text.slice(line.start, line.end) : ''
}

function titleOf(source: LinedText, index: number): string {
  const line = source.lines[index]!
  if (line.span === 1) {
    return lineText(source, index)
      .trim()
      .slice(line.depth)
      .replace(/[ \t]#+[ \t]*$/, '')
      .trim()
  }
  const words = Array.from({ length: line.span - 1 }, (_, offset) => lineText(source, index + offset).trim())
  return words.join(' ')
}

function findSections(source: LinedText, names: string[]): Section[] {
  const { lines } = source
  const sections: Section[] = []
  let open: Section | null = null
  const close = (end: number) => {
    if (open) open.end = end
    open = null
  }
  lines.forEach((line, index) => {
    if (line.kind !== 'heading') return
    const title = titleOf(source, index)
    const heading = line.depth <= 3 ? parseHeading(title, names) : null
    if (heading) {
      const first = withAnchors(source, index)
      close(first)
      open = {
        heading,
        depth: line.depth,
        underlined: line.span > 1,
        first,
        body: index + line.span,
        end: -1,
      }
      sections.push(open)
    } else if (open && endsSection(open, line.depth, title)) close(index)
  })
  close(lines.length)
  return sections
}

/** Only a group heading may have the same depth as the release, as some tools write patch releases. */
function endsSection(open: Section, depth: number, title: string): boolean {
  return depth < open.depth || (depth === open.depth && categoryNamed(title) === null)
}

/** A line with only an anchor directly above a heading belongs to it. */
function withAnchors(source: LinedText, index: number): number {
  let first = index
  while (first > 0 && /^<a [^<>]{1,200}>(?:<\/a>)?\s*$/i.test(lineText(source, first - 1))) first -= 1
  return first
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

/** Returns the last line with content, that is neither blank nor a definition nor a rule; -1 if there is none. */
export function lastContent({ lines }: LinedText, from: number, end: number): number {
  let last = end - 1
  while (last >= from && /^(?:blank|definition|rule)$/.test(lines[last]!.kind)) last -= 1
  return last >= from ? last : -1
}

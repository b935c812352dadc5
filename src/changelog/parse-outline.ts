import { categoryNamed } from '../core/category.ts'
import { parseHeading, type ReleaseHeading } from './parse-heading.ts'
import { type Line, parseLines } from './parse-lines.ts'

/** A section about one release, by the numbers of its lines. */
export interface Section {
  heading: ReleaseHeading
  depth: number
  /** Whether its heading is underlined. */
  underlined: boolean
  /** The line of its heading, and the first line below it. */
  first: number
  body: number
  /** The first line that is no longer part of it. */
  end: number
}

/** The address of a reference. */
interface Definition {
  /** As it is looked up: small letters, single spaces. */
  key: string
  label: string
  url: string
  line: number
}

/** A changelog by its lines, releases and addresses; the text itself is never printed anew. */
export interface Outline {
  text: string
  lines: Line[]
  lineBreak: string
  sections: Section[]
  definitions: Definition[]
}

/** Reads a changelog; releases go by versions, and by the given names. */
export function parseOutline(text: string, names: string[] = []): Outline {
  const lines = parseLines(text)
  const outline = { text, lines, lineBreak: /\r\n|\n|\r/.exec(text)?.[0] ?? '\n' }
  return { ...outline, sections: findSections(outline, names), definitions: findDefinitions(outline) }
}

type Source = Pick<Outline, 'text' | 'lines'>

/** The letters of a line. */
export function lineText({ text, lines }: Source, index: number): string {
  const line = lines[index]
  return line ? text.slice(line.start, line.end) : ''
}

function titleOf(source: Source, index: number): string {
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

function findSections(source: Source, names: string[]): Section[] {
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

/** Of the same depth only the name of a group belongs to the section, as some tools write patch releases. */
function endsSection(open: Section, depth: number, title: string): boolean {
  return depth < open.depth || (depth === open.depth && categoryNamed(title) === null)
}

/** A line with nothing but an anchor right above a heading belongs to it. */
function withAnchors(source: Source, index: number): number {
  let first = index
  while (first > 0 && /^<a [^<>]{1,200}>(?:<\/a>)?\s*$/i.test(lineText(source, first - 1))) first -= 1
  return first
}

function findDefinitions(source: Source): Definition[] {
  return source.lines.flatMap((line, index) => {
    if (line.kind !== 'definition') return []
    const found = /^\s*\[((?:[^[\]\\]|\\.){1,300})\]:[ \t]*(\S+)/.exec(lineText(source, index))
    if (!found) return []
    const [, label = '', url = ''] = found
    return [{ key: keyOf(label), label, url: url.replace(/^<(.*)>$/, '$1'), line: index }]
  })
}

/** A label as references are looked up. */
export function keyOf(label: string): string {
  return label.replace(/\s+/g, ' ').trim().toLowerCase()
}

/** The last line of some with something in it that is neither an address nor a line drawn below; -1 for none. */
export function lastContent({ lines }: Source, from: number, end: number): number {
  let last = end - 1
  while (last >= from && /^(?:blank|definition|rule)$/.test(lines[last]!.kind)) last -= 1
  return last >= from ? last : -1
}

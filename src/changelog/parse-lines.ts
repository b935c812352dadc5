/** The kind of a line, as far as the changelog needs it. */
type LineKind = 'blank' | 'heading' | 'item' | 'definition' | 'rule' | 'text' | 'raw'

/** One line by its offsets. An underlined heading (`1.0.0` above `=====`) is marked on its first line. */
export interface Line {
  kind: LineKind
  start: number
  /** Where its line break begins. */
  end: number
  /** The depth of a heading, else 0. */
  depth: number
  /** The number of lines of a heading. */
  span: number
  /** Where the title of a heading is: 1 if a line of signs is above it, else 0. */
  titleLine: number
  /** The nesting depth of a list item; 0 for any other line. */
  level: number
  /** The number of `<details>` blocks around the line. */
  details: number
}

/** Returns a line of text that nothing is known about yet. */
export function newLine(start: number, end: number): Line {
  return { kind: 'text', start, end, depth: 0, span: 1, titleLine: 0, level: 0, details: 0 }
}

interface Fence {
  sign: string
  length: number
  /** The column of the list item that contains it. */
  column: number
}

const maxCharacters = 1000
const definitionForm =
  /^\[(?!\^)(?:[^[\]\\]|\\.){1,300}\]:[ \t]*\S+(?:[ \t]+(?:"[^"]*"|'[^']*'|\([^()]*\)))?[ \t]*$/

/**
 * Classifies the lines of a Markdown file in one pass. Lines in fences, HTML, comments, quotes and lists are not
 * headings. A complete Markdown parser takes minutes for a file of some megabytes.
 */
export function parseLines(text: string): Line[] {
  const reader = new LineReader(text)
  const matter = frontMatterEnd(text)
  for (const { start, end } of splitLines(text)) {
    if (start < matter) reader.lines.push({ ...newLine(start, end), kind: 'raw' })
    else reader.take(start, end)
  }
  markDetails(text, reader.lines)
  return reader.lines
}

/** Returns where the front matter of a file ends: a block of `key: value` lines between two `---` or `+++`. */
function frontMatterEnd(text: string): number {
  const found =
    /^\ufeff?(---|\+\+\+)[ \t]*(?:\r\n|\n|\r)(?=[A-Za-z_][\w-]{0,60} ?[:=](?:\s|$))[\s\S]{1,5000}?(?:\r\n|\n|\r)\1[ \t]*(?:\r\n|\n|\r|$)/.exec(
      text.slice(0, 6000),
    )
  return found ? found[0].length : 0
}

/** Counts the `<details>` blocks around each line; the lines that open and close a block belong to it. */
function markDetails(text: string, lines: Line[]): void {
  let depth = 0
  for (const line of lines) {
    const tags =
      line.kind === 'raw' || depth > 0
        ? text.slice(line.start, Math.min(line.end, line.start + maxCharacters)).match(/<\/?details\b/gi)
        : null
    const opened = tags?.filter((tag) => !tag.startsWith('</')).length ?? 0
    line.details = depth + opened
    depth = Math.max(0, line.details - ((tags?.length ?? 0) - opened))
  }
  // Without its end tag, a block does not hide the rest of the file.
  if (depth > 0) for (const line of lines) line.details = 0
}

/** Yields the offsets of each line, without line breaks. */
export function* splitLines(text: string): Generator<{ start: number; end: number }> {
  // A byte order mark is not part of the first line.
  let start = text.startsWith('\ufeff') ? 1 : 0
  for (const { 0: lineBreak, index } of text.matchAll(/\r\n|\n|\r/g)) {
    yield { start, end: index }
    start = index + lineBreak.length
  }
  if (start < text.length) yield { start, end: text.length }
}

class LineReader {
  readonly lines: Line[] = []
  readonly #text: string
  #fence: Fence | null = null
  #html: { end: HtmlEnd } | null = null
  /** The columns at which the contents of the open list items begin. */
  #columns: number[] = []
  /** Where the open paragraph begins; in quotes and items an underline does not make it a heading. */
  #paragraph: { first: number; columns: number } | null = null

  /** Whether the line above is only a bullet; a blank line after it ends the item. */
  #isBareItem = false

  constructor(text: string) {
    this.#text = text
  }

  take(start: number, end: number): void {
    const line = newLine(start, end)
    this.lines.push(line)
    const raw = this.#text.slice(start, Math.min(end, start + maxCharacters))
    const body = raw.trimStart()
    const column = columnOf(raw.slice(0, raw.length - body.length))
    if (this.#continuesRaw(line, raw, column)) return
    if (body === '') {
      line.kind = 'blank'
      this.#paragraph = null
      if (this.#isBareItem) this.#columns.pop()
      this.#isBareItem = false
      return
    }
    this.#isBareItem = false
    if (this.#isLazyContinuation(body, column)) return
    while (this.#columns.length > 0 && column < this.#columns.at(-1)!) this.#columns.pop()
    const inner = column - (this.#columns.at(-1) ?? 0)
    const isBelowDefinition = this.lines.at(-2)?.kind === 'definition'
    if (inner >= 4 && !this.#paragraph && !isBelowDefinition) line.kind = 'raw'
    else if (inner < 4) this.#begin(line, body, column)
    else this.#paragraph ??= { first: this.lines.length - 1, columns: this.#columns.length }
  }

  /** Whether the line belongs to a fence or HTML block that began above. */
  #continuesRaw(line: Line, raw: string, column: number): boolean {
    const body = raw.trimStart()
    if (this.#fence && (body === '' || column >= this.#fence.column)) {
      line.kind = 'raw'
      if (closes(this.#fence, body)) this.#fence = null
      return true
    }
    this.#fence = null
    if (!this.#html) return false
    const { end } = this.#html
    if (end === null && body === '') {
      this.#html = null
      return false
    }
    line.kind = 'raw'
    if (end !== null && raw.toLowerCase().includes(end)) this.#html = null
    return true
  }

  /** A line of text continues the paragraph above it with any indentation. */
  #isLazyContinuation(body: string, column: number): boolean {
    if (!this.#paragraph || column >= (this.#columns.at(-1) ?? 0)) return false
    return !/^(?:#{1,6}(?:\s|$)|[-+*_`~>=<]|\d{1,9}[.)](?:\s|$))/.test(body)
  }

  #begin(line: Line, body: string, column: number): void {
    const open = this.#paragraph
    const isUnderline = open?.columns === this.#columns.length && /^(?:=+|-+)\s*$/.test(body)
    if (isUnderline) this.#underline(line, body, open)
    else if (!this.#opensRaw(line, body)) this.#beginBlock(line, body, column)
  }

  #beginBlock(line: Line, body: string, column: number): void {
    const open = this.#paragraph
    if (/^#{1,6}(?:[ \t]|$)/.test(body)) {
      this.#paragraph = null
      if (this.#columns.length > 0) return
      line.kind = 'heading'
      line.depth = /^#+/.exec(body)![0].length
      return
    }
    if (/^(?:\*{3,}|-{3,}|_{3,})$/.test(body.replace(/[ \t]/g, ''))) {
      this.#paragraph = null
      line.kind = 'rule'
      return
    }
    if (this.#item(line, body, column)) return
    if (body.startsWith('>')) {
      this.#paragraph = { first: -1, columns: -1 }
      return
    }
    if (!open && this.#columns.length === 0 && definitionForm.test(body)) {
      line.kind = 'definition'
      return
    }
    this.#paragraph ??= { first: this.lines.length - 1, columns: this.#columns.length }
  }

  #underline(line: Line, body: string, { first, columns }: { first: number; columns: number }): void {
    this.#paragraph = null
    line.kind = 'raw'
    if (columns > 0) return
    const heading = this.lines[first]!
    heading.kind = 'heading'
    heading.depth = body.startsWith('=') ? 1 : 2
    heading.span = this.lines.length - first
  }

  #opensRaw(line: Line, body: string): boolean {
    this.#fence = fenceIn(body, this.#columns.at(-1) ?? 0)
    if (!this.#fence && !this.#opensHtml(body)) return false
    const heading = this.#columns.length === 0 ? htmlHeading.exec(body)?.[1] : undefined
    line.kind = heading === undefined ? 'raw' : 'heading'
    line.depth = Number(heading ?? 0)
    this.#paragraph = null
    return true
  }

  #opensHtml(body: string): boolean {
    const html = findHtmlBlock(body, this.#paragraph !== null)
    if (html && !endsOnSameLine(body, html.end)) this.#html = html
    return html !== null
  }

  #item(line: Line, body: string, column: number): boolean {
    const found = /^([-+*]|\d{1,9}[.)])([ \t]+|$)/.exec(body)
    if (!found) return false
    const [whole, marker = '', space = ''] = found
    const isEmpty = whole.length === body.length
    // A list interrupts a paragraph only if its first item has text and, if numbered, the number 1.
    if (this.#paragraph?.columns === this.#columns.length && (isEmpty || /^(?!1[.)])\d/.test(marker)))
      return false
    const width = columnOf(space)
    const inner = isEmpty || width > 4 ? 1 : width
    line.kind = 'item'
    this.#columns.push(column + marker.length + inner)
    line.level = this.#columns.length
    this.#paragraph = null
    const rest = body.slice(whole.length)
    this.#isBareItem = isEmpty
    if (isEmpty) return true
    this.#fence = fenceIn(rest, this.#columns.at(-1)!)
    if (!this.#fence && width <= 4 && !/^#{1,6}(?:\s|$)/.test(rest))
      this.#paragraph = { first: this.lines.length - 1, columns: this.#columns.length }
    return true
  }
}

/** Returns the fence that a line opens; null for any other line. */
function fenceIn(body: string, column: number): Fence | null {
  const found = /^(?:(`{3,})[^`]*|(~{3,}).*)$/.exec(body)
  const signs = found?.[1] ?? found?.[2]
  return signs === undefined ? null : { sign: signs[0]!, length: signs.length, column }
}

function closes({ sign, length }: Fence, body: string): boolean {
  const signs = body.trimEnd()
  return signs.length >= length && signs === sign.repeat(signs.length)
}

/** Returns the column after spaces and tabs; tab stops are every four columns. */
export function columnOf(space: string): number {
  let column = 0
  for (const character of space) column += character === '\t' ? 4 - (column % 4) : 1
  return column
}

/** The text that ends an HTML block; null if a blank line ends it. */
type HtmlEnd = string | null

const htmlStarts: [start: RegExp, end: HtmlEnd][] = [
  [/^<!--/, '-->'],
  [/^<\?/, '?>'],
  [/^<!\[CDATA\[/, ']]>'],
  [/^<![a-z]/i, '>'],
  [/^<script(?:[\s>]|$)/i, '</script>'],
  [/^<pre(?:[\s>]|$)/i, '</pre>'],
  [/^<style(?:[\s>]|$)/i, '</style>'],
  [/^<textarea(?:[\s>]|$)/i, '</textarea>'],
  [
    /^<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?:[\s>]|\/>|$)/i,
    null,
  ],
]
/** A heading in HTML on one line. */
const htmlHeading = /^<h([1-6])(?:\s[^<>]{0,200})?>.{1,500}<\/h\1>\s*$/i
const loneTag = /^<\/?[a-z][a-z0-9-]{0,60}(?:\s[^<>]{0,500})?>\s*$/i

/** Returns the HTML block that a line opens; null for any other line. A single tag opens none inside a paragraph. */
function findHtmlBlock(body: string, inParagraph: boolean): { end: HtmlEnd } | null {
  if (!body.startsWith('<')) return null
  const known = htmlStarts.find(([start]) => start.test(body))
  if (known) return { end: known[1] }
  return !inParagraph && loneTag.test(body) ? { end: null } : null
}

/** Whether the line that opens an HTML block also ends it. */
function endsOnSameLine(body: string, end: HtmlEnd): boolean {
  return end !== null && body.slice(2).toLowerCase().includes(end)
}

import type { Definition, Heading, Nodes, Root } from 'mdast'

/** Something in a person's text that is printed as text, because hosts would act on it. */
export interface Neutralised {
  kind: 'html' | 'link' | 'image' | 'markup'
  /** The beginning of it, as it was typed. */
  text: string
}

/** A person's Markdown that is safe to print. */
export interface PersonMarkdown {
  markdown: string
  neutralised: Neutralised[]
}

type ParseMarkdown = typeof import('./parse-markdown.ts').parseMarkdown

let parse: ParseMarkdown = () => {
  throw new Error(
    'The Markdown parser is not loaded. Call loadMarkdownParser before texts of a person are read.',
  )
}

/** Loads the parser, which only texts of people need: it is larger than everything else that prints notes. */
export async function loadMarkdownParser(): Promise<void> {
  parse = (await import('./parse-markdown.ts')).parseMarkdown
}

/** Passes after which a text that is still unsafe loses all of its markup. */
const maxPasses = 4
const maxShown = 60

/**
 * Makes one line of a person's Markdown safe to print after a bullet. Everything stays as it was typed, except that
 * HTML, unsafe links and marks that would begin a block are escaped, so that readers see them as text.
 */
export function safeInline(text: string): PersonMarkdown {
  const line = text.replace(/[\s\0]+/g, ' ').trim()
  if (isPlainLine(line)) return { markdown: line, neutralised: [] }
  return remember(inlineCache, line, () => makeSafe(line, '- ', (tree) => (isOneParagraph(tree) ? [] : null)))
}

/** Makes a free block of Markdown safe to print between others: its headings are at least `#### `, its fences end. */
export function safeBlock(text: string): PersonMarkdown {
  const block = text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/^(?:[ \t]*\n)+|\s+$/g, '')
  return remember(blockCache, block, () => {
    const safe = makeSafe(block, '', lowerHeadings)
    return /`{3}|~{3}/.test(safe.markdown) ? { ...safe, markdown: closeFence(safe.markdown) } : safe
  })
}

/** The words of a person's Markdown, with code between backticks, as the checks of entries read them. */
export function wordsOfMarkdown(markdown: string): string {
  if (!/[*_[\]\\<>&~]/.test(markdown)) return markdown
  let words = ''
  for (const node of nodesOf(parse(markdown))) {
    if (node.type === 'text') words += node.value
    else if (node.type === 'inlineCode') words += `\`${node.value}\``
    else if (node.type === 'image') words += node.alt ?? ''
    else if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'break') words += ' '
  }
  return words.replace(/\s+/g, ' ').trim()
}

/** What an image lacks, or a link that its author did not finish: what readers would stumble over. */
export function findMarkdownFlaws(markdown: string): { kind: 'image-alt' | 'broken-link'; text: string }[] {
  if (!/[[\]]/.test(markdown)) return []
  const flaws: { kind: 'image-alt' | 'broken-link'; text: string }[] = []
  for (const node of nodesOf(parse(markdown))) {
    if (node.type === 'image' && (node.alt ?? '').trim() === '')
      flaws.push({ kind: 'image-alt', text: cut(node.url) })
    if (node.type === 'text') {
      const found = /\[[^[\]]{1,200}\]\([^()]{0,200}(?:\)|$)/.exec(node.value)
      if (found) flaws.push({ kind: 'broken-link', text: cut(found[0]) })
    }
  }
  return flaws
}

const inlineCache = new Map<string, PersonMarkdown>()
const blockCache = new Map<string, PersonMarkdown>()
const maxCached = 2000

/** The editor prints all entries after each edit; only the edited one has changed. */
function remember<Value>(cache: Map<string, Value>, text: string, make: () => Value): Value {
  const known = cache.get(text)
  if (known) return known
  const made = make()
  if (cache.size >= maxCached) cache.clear()
  cache.set(text, made)
  return made
}

/** Whether a line has no mark that begins HTML, a link, a block or half a code span. */
function isPlainLine(line: string): boolean {
  return /^[\p{L}"'(]/u.test(line) && !/[<[`\\]/.test(line)
}

/** An insertion or replacement in a text, by offsets. */
interface Edit {
  start: number
  end: number
  text: string
}

/**
 * Escapes what is unsafe until nothing is left: what an escaped mark contained can become markup itself. `shape` returns
 * further edits, or null if the text is not one line, which its first mark is escaped for.
 */
function makeSafe(
  given: string,
  before: string,
  shape: (tree: Root, source: string) => Edit[] | null,
): PersonMarkdown {
  const neutralised: Neutralised[] = []
  if (isTooComplex(given, before === '' ? maxBlockMarks : maxLineMarks))
    return { markdown: escapeAll(given), neutralised: [{ kind: 'markup', text: cut(given) }] }
  let text = given
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const source = before + text
    const tree = parse(source)
    const shaped = shape(tree, source)
    if (shaped === null) {
      text = escapeStart(text)
      continue
    }
    const unsafe = findUnsafe(tree, source, pass > 1)
    if (pass === 0) neutralised.push(...unsafe.neutralised)
    const edits = [...shaped, ...unsafe.edits]
    if (edits.length === 0) return { markdown: text, neutralised }
    text = applyEdits(source, edits).slice(before.length)
  }
  return { markdown: escapeAll(given), neutralised }
}

/** The most marks of a line and of a block. */
const maxLineMarks = 200
const maxBlockMarks = 2000
const nested = /^[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]*){30}|^[ \t]{40,400}(?:>|[-*+][ \t])/m

/** Whether a text has more marks than people type; the parser takes long for them, and nests deeply. */
function isTooComplex(text: string, max: number): boolean {
  return (text.match(/[[<*_~`&]/g)?.length ?? 0) > max || nested.test(text)
}

/** Escapes every mark, so that the text is read as it is typed. */
function escapeAll(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, '\\$&')
}

function escapeStart(text: string): string {
  const number = /^\d{1,9}(?=[.)])/.exec(text)?.[0].length ?? 0
  return `${text.slice(0, number)}\\${text.slice(number)}`
}

/** Whether a list with one item contains one paragraph and nothing else. */
function isOneParagraph({ children }: Root): boolean {
  const [list] = children
  if (children.length !== 1 || list?.type !== 'list' || list.children.length !== 1) return false
  const item = list.children[0]!
  return item.checked == null && item.children.length === 1 && item.children[0]!.type === 'paragraph'
}

const safeLink = /^(?:https?:\/\/|mailto:)/i
const safeImage = /^https:\/\//i

/** Finds HTML and unsafe links; `strict` also escapes every bracket that could begin one. */
function findUnsafe(
  tree: Root,
  source: string,
  strict: boolean,
): { edits: Edit[]; neutralised: Neutralised[] } {
  const edits: Edit[] = []
  const neutralised: Neutralised[] = []
  const nodes = [...nodesOf(tree)]
  const definitions = new Map(
    nodes
      .filter((node): node is Definition => node.type === 'definition')
      .map((node) => [node.identifier, node]),
  )
  const escapeAt = (at: number) => edits.push({ start: at, end: at, text: '\\' })
  for (const node of nodes) {
    const start = node.position?.start.offset
    const end = node.position?.end.offset
    if (start === undefined || end === undefined) continue
    const report = (kind: Neutralised['kind']) =>
      neutralised.push({ kind, text: cut(source.slice(start, end)) })
    if (node.type === 'html') {
      report('html')
      for (const at of bracketsIn(source, start, strict ? end : start + 1)) escapeAt(at)
    } else if (node.type === 'link' || node.type === 'definition') {
      if (safeLink.test(node.url) || !/[[<]/.test(source.charAt(start))) continue
      report('link')
      escapeAt(start)
    } else if (node.type === 'image' || node.type === 'imageReference') {
      const url = node.type === 'image' ? node.url : (definitions.get(node.identifier)?.url ?? '')
      if (safeImage.test(url)) continue
      report('image')
      escapeAt(start)
    } else if (node.type === 'text') {
      for (const at of openMarksIn(source, start, end)) escapeAt(at)
    }
  }
  return { edits: distinct(edits), neutralised }
}

function* bracketsIn(source: string, start: number, end: number): Generator<number> {
  for (let at = start; at < end; at += 1) if (source[at] === '<') yield at
}

/** Backticks without a partner and brackets of half a tag: with the text that follows they would mean something. */
function* openMarksIn(source: string, start: number, end: number): Generator<number> {
  for (let at = start; at < end; at += 1) {
    const sign = source[at]!
    if (sign === '\\') at += 1
    else if (sign === '`' || (sign === '<' && /[a-z/!?]/i.test(source[at + 1] ?? ''))) yield at
  }
}

/** Moves all headings of a block below those of the notes; an underlined heading becomes one with marks. */
function lowerHeadings(tree: Root, source: string): Edit[] {
  const headings = [...nodesOf(tree)].filter((node): node is Heading => node.type === 'heading')
  const highest = Math.min(...headings.map(({ depth }) => depth))
  if (highest >= minDepth) return []
  return headings.flatMap(({ depth, position }): Edit[] => {
    const start = position!.start.offset!
    const end = position!.end.offset!
    const marks = '#'.repeat(Math.min(6, depth + minDepth - highest))
    const given = /^#{1,6}/.exec(source.slice(start, start + 6))?.[0]
    if (given !== undefined) return [{ start, end: start + given.length, text: marks }]
    const lines = source.slice(start, end).split('\n')
    // In a quote, the marks of the quote would stand between the lines.
    if (lines.length > 2) return [{ start: end - 1, end: end - 1, text: '\\' }]
    const line = lines[0]!.replace(/\s+$/, '')
    return [{ start, end, text: `${marks} ${line}` }]
  })
}

/** The headings of free blocks are below `### Added` and the like. */
const minDepth = 4

/** Ends a fence that would swallow what is printed after the block. */
function closeFence(block: string): string {
  const last = parse(block).children.at(-1)
  if (last?.type !== 'code') return block
  const lines = block.slice(last.position!.start.offset, last.position!.end.offset).split('\n')
  const fence = /^(`{3,}|~{3,})/.exec(lines[0]!)?.[1]
  if (fence === undefined) return block
  const closing = lines.length > 1 ? lines.at(-1)!.trim() : ''
  const isClosed = closing.length >= fence.length && closing === fence[0]!.repeat(closing.length)
  return isClosed ? block : `${block}\n${fence}`
}

/** All nodes of a tree in the order of the text, without recursion: hostile texts nest deeply. */
function* nodesOf(tree: Root): Generator<Nodes> {
  const open: Nodes[] = [tree]
  for (let node = open.pop(); node; node = open.pop()) {
    yield node
    if ('children' in node)
      for (let at = node.children.length - 1; at >= 0; at -= 1) open.push(node.children[at]!)
  }
}

function distinct(edits: Edit[]): Edit[] {
  return [...new Map(edits.map((edit) => [edit.start, edit])).values()]
}

/** Applies edits that do not overlap. */
function applyEdits(text: string, edits: Edit[]): string {
  let result = ''
  let position = 0
  for (const { start, end, text: inserted } of edits.toSorted((one, other) => one.start - other.start)) {
    if (start < position) continue
    result += text.slice(position, start) + inserted
    position = end
  }
  return result + text.slice(position)
}

function cut(text: string): string {
  return text.length > maxShown ? `${text.slice(0, maxShown - 1)}…` : text
}

import { printPieces, readPieces } from '../../src/text/inline-text.ts'
import type { EditorEntry } from './editor-model.ts'

/** A part of a text with inline Markdown. */
export type InlineNode =
  | { kind: 'text' | 'code'; value: string }
  | { kind: 'strong' | 'em' | 'del'; children: InlineNode[] }
  | { kind: 'link'; href: string; children: InlineNode[] }

/** Returns what readers see of an entry: Markdown if the user wrote it, else words and code spans. */
export function readEntryText({ text, writtenBy }: Pick<EditorEntry, 'text' | 'writtenBy'>): InlineNode[] {
  return writtenBy === 'person' ? parseInline(text) : readPieces(text)
}

/** Returns the text of an entry as the user edits it; marks that print as they are get a backslash. */
export function toMarkdown({ text, writtenBy }: Pick<EditorEntry, 'text' | 'writtenBy'>): string {
  return writtenBy === 'person' ? text : escapeMarks(text)
}

const plainTexts = new WeakMap<object, string>()

/** Returns the words of an entry without marks. */
export function toPlainText(entry: Pick<EditorEntry, 'text' | 'writtenBy'>): string {
  let plain = plainTexts.get(entry)
  if (plain === undefined) {
    plain = wordsOf(readEntryText(entry))
    plainTexts.set(entry, plain)
  }
  return plain
}

/** Returns the words of parsed Markdown. */
export function wordsOf(nodes: InlineNode[]): string {
  return nodes.map((node) => ('value' in node ? node.value : wordsOf(node.children))).join('')
}

/** Puts a backslash before each mark outside of code that Markdown would interpret. */
export function escapeMarks(text: string): string {
  const pieces = readPieces(text).map(({ kind, value }) => ({
    kind,
    value:
      kind === 'code'
        ? value
        : value.replace(/\\(?=[!-/:-@[-`{-~])|[*[\]<]|~~|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&'),
  }))
  return printPieces(pieces)
}

/** An element that may be closed later; otherwise its source is text. */
interface OpenMark {
  source: string
  children: InlineNode[]
}

/** More brackets in each other are text: no reader needs them. */
const maxOpenBrackets = 20

const tokenPattern =
  /\\[!-/:-@[-`{-~]|`+|<https?:\/\/[^\s<>]+>|https?:\/\/[^\s<>()[\]*`]+|\]\((?:https?:\/\/|mailto:)[^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*\)|\*\*|__|~~|[*_[]/g

/** Parses inline Markdown in one pass: code, strong, emphasis, strikethrough, links and web addresses. */
export function parseInline(text: string): InlineNode[] {
  const root: InlineNode[] = []
  const open: OpenMark[] = []
  const counts: Record<string, number> = { '[': 0, '*': 0, _: 0, '**': 0, __: 0, '~~': 0 }
  const top = () => open.at(-1)?.children ?? root
  const addText = (value: string) => {
    const last = top().at(-1)
    if (value === '') return
    if (last?.kind === 'text') last.value += value
    else top().push({ kind: 'text', value })
  }
  const unwrap = () => {
    const { source, children } = open.pop()!
    counts[source]! -= 1
    addText(source)
    for (const child of children) {
      if (child.kind === 'text') addText(child.value)
      else top().push(child)
    }
  }
  const close = (source: string, toNode: (children: InlineNode[]) => InlineNode) => {
    while (open.at(-1)!.source !== source) unwrap()
    const { children } = open.pop()!
    counts[source]! -= 1
    if (children.length > 0) top().push(toNode(children))
    else addText(source + source)
  }
  const begin = (source: string) => {
    counts[source]! += 1
    open.push({ source, children: [] })
  }
  const closings = findCodeEnds(text)
  let position = 0
  tokenPattern.lastIndex = 0
  for (let found = tokenPattern.exec(text); found; found = tokenPattern.exec(text)) {
    const [token] = found
    addText(text.slice(position, found.index))
    position = found.index + token.length
    const before = text[found.index - 1] ?? ' '
    const after = text[position] ?? ' '
    if (token.startsWith('\\')) addText(token.slice(1))
    else if (token.startsWith('`')) {
      const end = closings.get(found.index)
      if (end === undefined) addText(token)
      else {
        top().push({ kind: 'code', value: trimCode(text.slice(position, end)) })
        position = end + token.length
        tokenPattern.lastIndex = position
      }
    } else if (token.startsWith('](')) {
      const href = token.slice(2, -1)
      if (counts['['] === 0 || (open.at(-1)!.source === '[' && open.at(-1)!.children.length === 0))
        addText(token)
      else close('[', (children) => ({ kind: 'link', href, children }))
    } else if (token === '[') {
      if (counts['[']! < maxOpenBrackets) begin(token)
      else addText(token)
    } else if (token.startsWith('<') || token.startsWith('http')) {
      const href = token.replace(/^<|>$/g, '')
      const address = token.startsWith('<') ? href : href.replace(/[.,;:!?'"]+$/, '')
      if (counts['[']! > 0) addText(token)
      else {
        top().push({ kind: 'link', href: address, children: [{ kind: 'text', value: address }] })
        addText(href.slice(address.length))
      }
    } else {
      const kind = token === '~~' ? 'del' : token.length === 2 ? 'strong' : 'em'
      const isInWord = token.startsWith('_') && isWord(before) && isWord(after)
      const isOpen = counts[token]! > 0
      if (!isInWord && isOpen && !isSpace(before)) close(token, (children) => ({ kind, children }))
      else if (!isInWord && !isOpen && !isSpace(after)) begin(token)
      else addText(token)
    }
  }
  addText(text.slice(position))
  while (open.length > 0) unwrap()
  return root
}

/** Returns for each run of backticks that opens a code span where the closing run begins. */
function findCodeEnds(text: string): Map<number, number> {
  const ends = new Map<number, number>()
  const next = new Map<number, number>()
  const runs = [...text.matchAll(/`+/g)]
  for (const run of runs.reverse()) {
    const end = next.get(run[0].length)
    if (end !== undefined) ends.set(run.index, end)
    next.set(run[0].length, run.index)
  }
  return ends
}

function trimCode(code: string): string {
  return code.startsWith(' ') && code.endsWith(' ') && code.trim() !== '' ? code.slice(1, -1) : code
}

function isSpace(character: string): boolean {
  return /\s/.test(character)
}

function isWord(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character)
}

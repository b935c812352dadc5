import type { Definition, Heading, List, PhrasingContent, Root, RootContent, Text } from 'mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { type Handle, toMarkdown } from 'mdast-util-to-markdown'
import type { Entry } from '../core/entry.ts'
import { isActiveName, makeHarmless, readPieces } from '../text/inline-text.ts'
import { safeBlock, safeInline } from '../text/person-markdown.ts'
import { canPrintVerbatim, definitionHandler, listHandler } from './markdown-handlers.ts'

/** Prints a Markdown tree. Text nodes are escaped, so that no text is read as markup. */
export function printMarkdown(children: RootContent[], bullet: '-' | '*'): string {
  const root: Root = { type: 'root', children }
  return toMarkdown(root, {
    bullet,
    rule: '-',
    listItemIndent: 'one',
    tightDefinitions: true,
    extensions: [gfmToMarkdown()],
    handlers: { text, list: listHandler, definition: definitionHandler },
  })
}

/** Prints a text; most texts need no escaping, and searching for what to escape takes most of the printing time. */
const printText: Handle = (node: Text, _parent, state, info) =>
  canPrintVerbatim(node.value, info.before, info.after) ? node.value : state.safe(node.value, info)
// The library needs the first character of a text; without `peek` it would print every text twice.
const text: Handle = Object.assign(printText, { peek: (node: Text) => node.value.charAt(0) })

/** A heading. */
export function heading(depth: 1 | 2 | 3 | 4, children: PhrasingContent[]): Heading {
  return { type: 'heading', depth, children }
}

/** A paragraph. */
export function paragraph(children: PhrasingContent[]): RootContent {
  return { type: 'paragraph', children }
}

const chunkSize = 200

/** A list without blank lines between its items. It is printed in chunks, because the tree of a long list is large. */
export function list<Value>(
  values: Value[],
  bullet: '-' | '*',
  item: (value: Value) => PhrasingContent[],
): RootContent {
  return printInChunks(values, (chunk) => printMarkdown([tightList(chunk.map(item))], bullet))
}

function tightList(items: PhrasingContent[][]): List {
  const children = items.map((content): List['children'][number] => ({
    type: 'listItem',
    spread: false,
    children: [{ type: 'paragraph', children: content }],
  }))
  return { type: 'list', ordered: false, spread: false, children }
}

function printInChunks<Value>(values: Value[], print: (chunk: Value[]) => string): RootContent {
  let value = ''
  for (let at = 0; at < values.length; at += chunkSize) value += print(values.slice(at, at + chunkSize))
  // Every chunk ends with a line break.
  return { type: 'html', value: value.slice(0, -1) }
}

/** A text node. */
export function plainText(value: string): PhrasingContent {
  return { type: 'text', value }
}

/** Bold text. */
export function strong(value: string): PhrasingContent {
  return { type: 'strong', children: [plainText(value)] }
}

/** The text of an entry or a person's name: plain text and code spans, no active markup. */
export function inline(text: string): PhrasingContent[] {
  return readPieces(makeHarmless(text)).map(({ kind, value }) =>
    kind === 'code' ? { type: 'inlineCode', value } : plainText(value),
  )
}

/** A part of the text of an entry: a person's Markdown stays as it was typed, other texts have no active markup. */
export function inlineBy(writtenBy: Entry['writtenBy']): (text: string) => PhrasingContent[] {
  return writtenBy === 'person' ? ownInline : inline
}

function ownInline(text: string): PhrasingContent[] {
  const { markdown } = safeInline(text)
  return markdown === '' ? [] : [{ type: 'html', value: markdown }]
}

/** A free block of a person's Markdown; none if it is empty. */
export function ownBlock(text: string | undefined): RootContent[] {
  const markdown = text === undefined ? '' : safeBlock(text).markdown
  return markdown === '' ? [] : [{ type: 'html', value: markdown }]
}

/** A link with its own text. */
export function link(url: string, value: string): PhrasingContent {
  return { type: 'link', url, children: [plainText(value)] }
}

/** A URL that is printed bare, as hosts do in release notes. */
export function bareUrl(url: string): PhrasingContent {
  // Our URLs are encoded already. As text their colon would be escaped, and as a link they would get brackets.
  return { type: 'html', value: url }
}

/** `[label]`, a reference whose URL is defined at the end of the file. */
export function reference(label: string): PhrasingContent {
  return {
    type: 'linkReference',
    identifier: label.toLowerCase(),
    label,
    referenceType: 'shortcut',
    children: [plainText(label)],
  }
}

/** The name of a release: a reference, or a code span if hosts would read the name as something else. */
export function releaseName(name: string): PhrasingContent {
  return isActiveName(name) ? { type: 'inlineCode', value: name } : reference(name)
}

/** The definitions of references, one per line. */
export function definitions(pairs: [label: string, url: string][]): RootContent {
  return printInChunks(pairs, (chunk) => printMarkdown(chunk.map(definition), '-'))
}

function definition([label, url]: [label: string, url: string]): Definition {
  return { type: 'definition', identifier: label.toLowerCase(), label, url }
}

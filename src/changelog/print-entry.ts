import { categories } from '../core/category.ts'
import type { AuthorStyle, EntryStyle, ReferenceStyle } from './entry-style.ts'
import { type CommitLabel, prefixFor } from './line-prefixes.ts'
import type { LinkDefinition } from './link-definitions.ts'
import type { Markup } from './markup.ts'
import type { NewEntry, NewSection } from './parse-notes.ts'
import { keyOf } from './parse-outline.ts'

/** What an entry is printed with. */
interface EntryContext extends Pick<NewSection, 'links'> {
  style: EntryStyle
  bullet: string
  lineBreak: string
}

/** A pull request that an entry cites. */
interface Reference {
  /** The reference as the notes write it. */
  raw: string
  label: string
  url: string | null
}

/** Prints an entry with its bullet in the style of the file, and returns the link definitions that it needs. */
export function printEntry(
  entry: NewEntry,
  { links, style, bullet, lineBreak }: EntryContext,
): { text: string; links: LinkDefinition[] } {
  if (style.isVerbatim) {
    return { text: wrapEntry(bullet, entry.text, null, lineBreak), links: linksIn(entry.text, links) }
  }
  const { body: text, references: all } = splitReferences(entry.text, links)
  const label = (style.prefixes?.hasTypes && entry.label) || null
  const body = label && style.prefixes?.hasScopes ? withoutScope(text, label) : text
  const linked = style.references.link === 'text' ? all.find(({ url }) => url !== null) : undefined
  const references = style.references.link === 'none' ? [] : all.filter((each) => each !== linked)
  const stop = style.fullStop !== null && needsStop(body) ? '.' : ''
  const isStopInText = style.fullStop === 'text' || references.length === 0
  const plain = convertInline(style.isLowerCase ? lowerFirst(body) : body, style.markup)
  const words = linked ? linkText(plain, linked.url!) : plain
  const prefix = style.prefixes && isCategory(entry.key) ? prefixFor(style.prefixes, entry.key, label) : ''
  const author = style.authors && entry.authors ? printAuthors(entry.authors, style.authors) : ''
  // Without an author before it, "in #1" would read as a part of the sentence.
  const isAfterAuthor = style.references.open === ' in ' && author === ''
  const form = isAfterAuthor ? { ...style.references, open: ' (', close: ')' } : style.references
  const cited = printReferences(references, form, { markup: style.markup, entry })
  const ending = style.references.lead === null ? cited : ''
  const printed = [
    prefix,
    cited !== '' && style.references.lead !== null ? cited : '',
    words,
    isStopInText && author === '' ? stop : '',
    ...(style.authors?.before === ' by ' ? [author, ending] : [ending, author]),
    isStopInText && author === '' ? '' : stop,
  ].join('')
  const needed =
    style.references.link === 'definition'
      ? references.flatMap(({ label, url }) => (url === null ? [] : [{ label, url }]))
      : []
  return { text: wrapEntry(bullet, printed, style.width, lineBreak), links: needed }
}

/** The definitions that the references of a text need. */
export function linksIn(text: string, links: NewSection['links']): LinkDefinition[] {
  return [...text.matchAll(/\[([^[\]]{1,100})\](?!\()/g)].flatMap(([, label = '']) => {
    const url = links.get(keyOf(label))?.url
    return url === undefined ? [] : [{ label, url }]
  })
}

function isCategory(key: string): boolean {
  return (categories as readonly string[]).includes(key)
}

const trailing = / \((?:\[?[#!]\d{1,9}\]?(?:, )?){1,50}\)$/

function splitReferences(
  text: string,
  links: NewSection['links'],
): { body: string; references: Reference[] } {
  const found = trailing.exec(text)
  if (!found) return { body: text, references: [] }
  const labels = [...found[0].matchAll(/\[?([#!]\d{1,9})\]?/g)]
  return {
    body: text.slice(0, found.index),
    references: labels.map(([raw, label = '']) => ({
      raw,
      label,
      url: links.get(keyOf(label))?.url ?? null,
    })),
  }
}

function needsStop(body: string): boolean {
  return /[\p{L}\p{N}`)"'’]$/u.test(body)
}

const verbs =
  /^(?:Add|Adds|Added|Allow|Allows|Avoid|Change|Changed|Changes|Clarify|Correct|Deprecate|Deprecated|Disable|Document|Drop|Dropped|Enable|Ensure|Fix|Fixed|Fixes|Handle|Implement|Improve|Improved|Include|Increase|Introduce|Keep|Make|Move|Prevent|Prefer|Reduce|Refactor|Reject|Remove|Removed|Removes|Rename|Replace|Require|Restore|Return|Revert|Show|Simplify|Skip|Speed|Support|Supports|Switch|Update|Updated|Use|Validate)(?= )/

/** Begins an entry in lower case if its first word is a common verb; other words can be names. */
function lowerFirst(body: string): string {
  return body.replace(verbs, (word) => word.toLowerCase())
}

/** Removes the scope at the beginning of a text, which its label has. */
function withoutScope(text: string, { scope }: CommitLabel): string {
  const start =
    scope === null
      ? undefined
      : [`(${scope}) `, `**${scope}:** `, `${scope}: `].find((each) => text.startsWith(each))
  return start === undefined ? text : text.slice(start.length)
}

/** The markup language of a file, and the entry that references belong to. */
interface ReferenceContext {
  markup: Markup
  entry: Pick<NewEntry, 'pullRequests'>
}

function printReferences(references: Reference[], style: ReferenceStyle, context: ReferenceContext): string {
  if (references.length === 0) return ''
  const printed = references.map((reference) => printReference(reference, style, context)).join(', ')
  return `${style.open}${printed}${style.close}${style.lead ?? ''}`
}

function printReference(
  { raw, label, url }: Reference,
  { link, sign, role: usualRole, requestRole }: ReferenceStyle,
  { markup, entry }: ReferenceContext,
): string {
  const name = sign === null ? label : label.replace(/^#/, sign)
  const isRequest = entry.pullRequests?.includes(Number(label.slice(1))) ?? false
  const role = isRequest && requestRole !== undefined ? requestRole : usualRole
  const roleName = markup === 'rst' ? `:${role}:` : `{${role}}`
  if (role !== '') return `${roleName}\`${label.slice(1)}\``
  if (link === 'plain' || markup === 'text') return name
  if (url === null) return markup === 'markdown' && sign === null ? raw : name || label
  if (link === 'definition') return `[${label}]`
  if (link === 'url') return url
  if (markup === 'rst') return `\`${name} <${url}>\`_`
  if (markup === 'asciidoc') return `${url}[${name}]`
  return `[${name}](${url})`
}

/** Makes a text the text of a link; outside of code spans, a bracket would end it. */
function linkText(text: string, url: string): string {
  const escaped = text.replace(/`[^`]{1,500}`|\\.|\]/g, (found) => (found === ']' ? '\\]' : found))
  return `[${escaped}](${url})`
}

/** Prints the authors; only names that hosts allow as logins are mentioned. */
function printAuthors(authors: string[], { before, after, profile }: AuthorStyle): string {
  const logins = authors.filter((author) => /^[A-Za-z\d](?:[\w-]{0,38})$/.test(author)).slice(0, 5)
  if (logins.length === 0) return ''
  if (profile === null) return `${before}${logins.map((login) => `@${login}`).join(', ')}${after}`
  const start = before.endsWith('[') ? before.slice(0, -1) : before
  const links = logins.map((login) => `[@${login}](${profile}${login})`).join(', ')
  return `${start}${links}${after.endsWith('))') ? ')' : ''}`
}

/** Converts the Markdown of an entry, which is plain text with code spans, to another markup language. */
function convertInline(text: string, markup: Markup): string {
  if (markup === 'markdown' || markup === 'wordpress') return text
  const strong = /^\*\*([^*]{1,40})\*\* /.exec(text)
  const start = strong
    ? `${markup === 'rst' ? `**${strong[1]}**` : markup === 'asciidoc' ? `*${strong[1]}*` : strong[1]} `
    : ''
  return (
    start +
    text
      .slice(strong?.[0].length ?? 0)
      .split(/(`{1,3}[^`]{1,500}`{1,3})/)
      .map((piece, index) => (index % 2 === 1 ? convertCode(piece, markup) : convertWords(piece, markup)))
      .join('')
  )
}

function convertCode(code: string, markup: Markup): string {
  const content = code.replace(/^`+ ?| ?`+$/g, '')
  if (markup === 'rst') return `\`\`${content}\`\``
  if (markup === 'asciidoc') return /[*_#^~{<\\]/.test(content) ? `\`+${content}+\`` : `\`${content}\``
  return `\`${content}\``
}

function convertWords(words: string, markup: Markup): string {
  const plain = words.replace(/\\([!-/:-@[-`{-~])/g, '$1')
  if (markup === 'rst') return plain.replace(/[\\*`|]|(?<=\w)_(?!\w)/g, '\\$&')
  if (markup === 'asciidoc') return plain.replace(/(?<!\w)[*_#`^~](?=\w)|[{]/g, '\\$&')
  return plain
}

/** Wraps an entry at a width, with the lines below aligned with its text. Code spans and links are not broken. */
function wrapEntry(bullet: string, text: string, width: number | null, lineBreak: string): string {
  if (width === null || bullet.length + text.length <= width) return bullet + text
  const indent = ' '.repeat(bullet.replaceAll('\t', '    ').length)
  const lines: string[] = []
  let line = bullet
  let isFirst = true
  for (const word of unbreakable(text)) {
    const isTooLong = line.length + 1 + word.length > width
    // A line that began with such a sign would be a list, a heading or a quote.
    if (!isFirst && isTooLong && !/^(?:[-+*#>=|~:.]|\d{1,9}[.)])/.test(word)) {
      lines.push(line)
      line = indent + word
    } else line += isFirst ? word : ` ${word}`
    isFirst = false
  }
  return [...lines, line].join(lineBreak)
}

/** Splits a text at its spaces, except those in code spans, links and trailing references. */
function unbreakable(text: string): string[] {
  return (
    text.match(
      /(?:`{1,3}[^`]{1,500}`{1,3}|\[[^[\]]{1,200}\]\([^()\s]{1,500}\)|\((?:\[?[#!]\d{1,9}\]?(?:\([^()\s]{1,500}\))?(?:, )?){1,50}\)|\S)+/g,
    ) ?? []
  )
}

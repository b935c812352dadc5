import { detectPrefixes, type LinePrefixes, parseCommitLabel, parsePrefix } from './line-prefixes.ts'
import type { Markup } from './markup.ts'
import { mostFrequent } from './most-frequent.ts'
import type { Outline } from './parse-outline.ts'

/** How entries cite pull requests. */
export interface ReferenceStyle {
  /**
   * `definition`: `[#1]` with a link at the end of the file; `inline`: a link; `url`: its URL; `plain`: only `#1`;
   * `text`: the text of the entry is the link; `none`: entries cite nothing.
   */
  link: 'definition' | 'inline' | 'url' | 'plain' | 'text' | 'none'
  /** The text before and after the references at the end of an entry. */
  open: string
  close: string
  /** The text between references and entry if the references come first; null if they are at the end. */
  lead: string | null
  /** The sign before the number, such as `#` or `GH-`; empty if links are only numbers; null to keep the host's sign. */
  sign: string | null
  /** The role of Sphinx that links a number, such as `pr`; empty if there is none. */
  role: string
  /** The role for numbers of pull requests, if the file has one for issues too. */
  requestRole?: string
}

/** How entries name their authors. */
export interface AuthorStyle {
  before: string
  after: string
  /** The URL of a profile before the name; null if names are not linked. */
  profile: string | null
}

/** The style of the entries of a changelog. */
export interface EntryStyle {
  markup: Markup
  references: ReferenceStyle
  prefixes: LinePrefixes | null
  authors: AuthorStyle | null
  /** The width at which lines are wrapped; null if they are not. */
  width: number | null
  /** Where the full stop of an entry is; null if entries have none, or no clear habit. */
  fullStop: 'text' | 'end' | null
  isLowerCase: boolean
  /** Whether entries are printed as the notes have them, because the project configures it. */
  isVerbatim?: boolean
}

/** One existing entry: its lines, without the bullet. */
export interface ExistingEntry {
  text: string
  bullet: string
}

const leastEntries = 5
const clearShare = 0.8

/** What else the style of entries depends on. */
interface EntryStyleOptions {
  /** The number of entries at the beginning which are near enough to show how new entries cite pull requests. */
  near: number
  /** The form of links for a file with too few entries to show one. */
  fallback: ReferenceStyle['link']
}

/** Detects the style of entries. */
export function detectEntryStyle(
  outline: Outline,
  entries: ExistingEntry[],
  { near, fallback }: EntryStyleOptions,
): EntryStyle {
  const texts = entries.map(({ text }) => text)
  const joined = texts.map((text) => text.slice(0, 2000).replace(/\s+/g, ' ').trim())
  const cited = joined.slice(0, Math.max(near, leastEntries))
  const prefixes = detectPrefixes(joined)
  return {
    markup: outline.markup,
    references: detectReferences(outline, cited, fallback),
    prefixes,
    authors: detectAuthors(joined),
    width: detectWidth(entries),
    fullStop: detectFullStop(joined),
    isLowerCase: detectLowerCase(joined),
  }
}

const sign = '(#|!|GH-|gh-|PR ?#|pr ?#|pull ?#)'
const number = '\\d{1,9}'
const changeUrl =
  'https?:[^()\\s]{1,200}\\/(?:pull|merge_requests|pull-requests|issues)\\/\\d{1,9}[^()\\s]{0,60}'
// Roles such as `pep` and `rfc` link other things than changes.
const role = '(?!pep|rfc|cve)[a-z-]{2,12}'
const inlineLink = `\\[\\\\?\\[?\\\\?(?:${sign}${number}\\]?\\]\\(https?:[^()\\s]{1,300}\\)|${number}\\]?\\]\\(${changeUrl}\\))`
const referenceForms: [ReferenceStyle['link'], RegExp][] = [
  ['inline', new RegExp(inlineLink)],
  [
    'url',
    /(?<![(<[])https?:\/\/[^\s()<>]{1,200}\/(?:pull|merge_requests|pull-requests|issues)\/\d{1,9}(?![\w/])/,
  ],
  ['definition', new RegExp(`\\[\\\\?${sign}${number}\\](?![(:])`)],
  ['plain', new RegExp(`\\{${role}\\}\`${number}\``)],
  ['plain', new RegExp(`(?<![\\w[/\\\\])${sign}${number}(?![\\]\\w])`)],
]
const rstForms: [ReferenceStyle['link'], RegExp][] = [
  ['inline', new RegExp(`\`${sign}?${number} <https?:[^\`<>]{1,300}>\`_`)],
  ['plain', new RegExp(`:${role}:\`${number}\``)],
  ['plain', new RegExp(`(?<![\\w[/\`])${sign}${number}(?![\\]\\w])`)],
]
const asciidocForms: [ReferenceStyle['link'], RegExp][] = [
  ['inline', new RegExp(`https?:[^\\s[\\]]{1,300}\\[${sign}?${number}\\]`)],
  ['plain', new RegExp(`(?<![\\w[/\`])${sign}${number}(?![\\]\\w])`)],
]

function formsOf(markup: Markup): [ReferenceStyle['link'], RegExp][] {
  if (markup === 'rst') return rstForms
  return markup === 'asciidoc' ? asciidocForms : referenceForms
}

const standard: Omit<ReferenceStyle, 'link'> = { open: ' (', close: ')', lead: null, sign: null, role: '' }
const leastCited = 0.1

/** Detects the most frequent form of citations among the entries; none if nearly no entry cites anything in it. */
function detectReferences(
  { markup }: Outline,
  texts: string[],
  fallback: ReferenceStyle['link'],
): ReferenceStyle {
  const found = texts.flatMap((text) => findReference(markup, text) ?? [])
  const link = mostFrequent(found.map((style) => style.link))
  const own = found.filter((style) => style.link === link).map((style) => JSON.stringify(style))
  if (texts.length >= leastEntries && own.length < leastCited * texts.length)
    return { ...standard, link: 'none' }
  const best = mostFrequent(own)
  if (best !== undefined) {
    const style = JSON.parse(best) as ReferenceStyle
    const requestRole = /^(?:issues?|bugs?|gh)$/.test(style.role)
      ? found.find(({ role: each }) => requestRoles.has(each))?.role
      : undefined
    return requestRole === undefined ? style : { ...style, requestRole }
  }
  return { ...standard, link: markup === 'text' ? 'plain' : fallback }
}

const requestRoles = new Set(['pr', 'pull', 'ghpull', 'gh-pr', 'pull-request', 'mr'])

const linkedText = new RegExp(`^\\[((?:[^[\\]]|\\[[^[\\]]{0,100}\\]){1,300})\\]\\(${changeUrl}\\)`)

/** Whether the text of an entry is a link to its pull request. */
function isLinkedText(text: string): boolean {
  const label = linkedText.exec(text.slice(parsePrefix(text)?.raw.length ?? 0))?.[1] ?? ''
  return label.trim().includes(' ') && !/^\W*(?:PR|MR|GH|issue|pull(?: request)?)?\W*\d+\W*$/i.test(label)
}

function findReference(markup: Markup, text: string): ReferenceStyle | null {
  if (markup === 'markdown' && isLinkedText(text)) return { ...standard, link: 'text' }
  for (const [link, form] of formsOf(markup)) {
    const matches = [...text.matchAll(new RegExp(form.source, 'g'))]
    const [first, last] = [matches[0], matches.at(-1)]
    if (!first || !last) continue
    const usedRole = /^[:{]([a-z-]{2,12})[:}]`/.exec(last[0])?.[1] ?? ''
    const usual = { link, role: usedRole, sign: signOf(last[1], link) }
    const lead =
      first.index <= 1
        ? /^[)\]]?(?::| -| –|)[ ]+/.exec(text.slice(first.index + first[0].length))?.[0]
        : undefined
    if (lead !== undefined && matches.length === 1)
      return { ...usual, open: text.slice(0, first.index), close: '', lead }
    const before = text.slice(0, last.index)
    const after = text.slice(last.index + last[0].length)
    // Authors or a full stop may follow the reference.
    const isInside = /[([]$/.test(before) || /[([][^()[\]]{0,100}, ?$/.test(before)
    const bracket = /\[[^[\]]{0,100}$/.test(before) && /^[^[\]]{0,60}\]/.test(after) ? '[' : '('
    const isEnclosed = isInside && /^[^()]{0,80}[)\]]/.test(after)
    if (isEnclosed) return { ...usual, open: ` ${bracket}`, close: bracket === '[' ? ']' : ')', lead: null }
    const isLast = after.length < 60
    // After a label such as "Issues:", a new reference would be a part of the sentence.
    if (isLast && /:[*_]{0,2} ?$/.test(before)) return { ...usual, open: ' (', close: ')', lead: null }
    if (isLast) return { ...usual, open: / in $/.test(before) ? ' in ' : ' ', close: '', lead: null }
  }
  return null
}

function signOf(found: string | undefined, link: ReferenceStyle['link']): string | null {
  if (found === undefined) return link === 'inline' ? '' : null
  return found === '#' || found === '!' ? null : found
}

const authorForms: RegExp[] = [
  /( by )@[\w-]{1,40}()(?=$|[ ,).])/,
  /((?: -)? \(?\[)@[\w-]{1,40}(\]\((https?:[^()\s]{1,200}?)[\w-]{1,40}\)\)?)\.?$/,
  /( \((?:by |thanks(?: to)? )?)@[\w-]{1,40}(\))\.?$/,
]

/** Detects how most entries name their authors; null if they do not. */
function detectAuthors(texts: string[]): AuthorStyle | null {
  if (texts.length < leastEntries) return null
  for (const form of authorForms) {
    const found = texts.flatMap((text) => {
      const match = form.exec(text)
      return match ? [match] : []
    })
    if (found.length < 0.6 * texts.length) continue
    const [, before = '', after = '', profile] = found[0]!
    return profile === undefined
      ? { before, after, profile: null }
      : { before, after: after.endsWith('))') ? '))' : ')', profile }
  }
  return null
}

const widths = [72, 76, 79, 80, 88, 90, 100, 110, 120]

/** Detects the width at which people wrapped the lines of entries. */
function detectWidth(entries: ExistingEntry[]): number | null {
  const lengths: number[] = []
  let long = 0
  for (const { text, bullet } of entries) {
    // Only the first paragraph: what follows can be code or a nested list.
    const [paragraph = ''] = text.split(/(?:\r\n|\n|\r)[ \t]*(?:(?:\r\n|\n|\r)|(?=[-*+] ))/, 1)
    const lines = paragraph.split(/\r\n|\n|\r/)
    lines.forEach((line, index) => {
      const length = line.trimEnd().length + (index === 0 ? bullet.length : 0)
      if (index < lines.length - 1) lengths.push(length)
      else if (length > 120) long += 1
    })
  }
  if (lengths.length < 3 || long > 0.2 * entries.length) return null
  lengths.sort((one, other) => one - other)
  const usual = lengths[Math.floor(lengths.length * 0.9)]!
  return widths.find((width) => width >= usual) ?? null
}

const lastReference =
  /(?:PR |GH-|pull )?\[?\\?(?:[#!]\d{1,9}|(?<=\[)\d{1,9}(?=\]))\]?(?:\([^()\s]{1,300}\))?$/i
const lastAuthor = /(?: -| by)? ?\(?\[?@[\w-]{1,40}\]?(?:\([^()\s]{1,300}\))?$/

/** Removes the references and authors at the end of an entry, one after the other. */
function withoutEnd(text: string): string {
  const start = Math.max(0, text.length - 500)
  let end = text.slice(start)
  for (let count = 0; count < 10; count += 1) {
    const open = end.replace(/[)\]., ]{0,4}$/, '')
    const closed = end.replace(/[)\]]?\.?$/, '')
    const shorter = [end, closed, open]
      .map((each) => each.replace(lastAuthor, '').replace(lastReference, ''))
      .find((each, index) => each !== [end, closed, open][index])
    if (shorter === undefined) break
    end = shorter.replace(/[\s,([]{0,4}$/, '')
  }
  return text.slice(0, start) + end
}

function detectFullStop(texts: string[]): EntryStyle['fullStop'] {
  if (texts.length < leastEntries) return null
  const atEnd = texts.filter((text) => text.endsWith('.'))
  const inText = texts.filter((text) => withoutEnd(text).endsWith('.') && withoutEnd(text).length > 10)
  if (atEnd.length >= clearShare * texts.length && atEnd.length >= inText.length) return 'end'
  return inText.length >= clearShare * texts.length ? 'text' : null
}

function detectLowerCase(texts: string[]): boolean {
  const letters = texts.flatMap((text) => {
    const label = parsePrefix(text) ?? parseCommitLabel(text)
    const rest = text.slice(label?.raw.length ?? 0)
    return /^\p{L}/u.exec(rest)?.[0] ?? []
  })
  const lower = letters.filter((letter) => letter === letter.toLowerCase()).length
  return lower >= 2 && lower >= (letters.length < leastEntries ? 1 : 0.9) * letters.length
}

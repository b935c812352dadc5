/** A part of an entry's text: plain text or a code span. Entry texts contain nothing else. */
export interface Piece {
  kind: 'text' | 'code'
  value: string
}

/** Parses a text with code spans in backticks, as in Markdown; a backtick without a partner is dropped. */
export function readPieces(text: string): Piece[] {
  if (!text.includes('`')) return text === '' ? [] : [{ kind: 'text', value: text }]
  const runs = [...text.matchAll(/`+/g)].map((found) => ({ start: found.index, length: found[0].length }))
  const partners = findPartners(runs.map((run) => run.length))
  const pieces: Piece[] = []
  let position = 0
  for (let index = 0; index < runs.length; index += 1) {
    const open = runs[index]!
    const partner = partners[index]!
    push(pieces, 'text', text.slice(position, open.start))
    position = open.start + open.length
    if (partner === -1) continue
    const close = runs[partner]!
    push(pieces, 'code', text.slice(position, close.start).trim())
    position = close.start + close.length
    index = partner
  }
  push(pieces, 'text', text.slice(position))
  return pieces
}

/** Returns for each run of backticks the index of the next run of the same length, or -1, in one pass from the end. */
function findPartners(lengths: number[]): number[] {
  const next = new Map<number, number>()
  const partners = new Array<number>(lengths.length)
  for (let index = lengths.length - 1; index >= 0; index -= 1) {
    partners[index] = next.get(lengths[index]!) ?? -1
    next.set(lengths[index]!, index)
  }
  return partners
}

function push(pieces: Piece[], kind: Piece['kind'], value: string): void {
  const last = pieces.at(-1)
  if (value === '') return
  if (kind === 'text' && last?.kind === 'text') last.value += value
  else pieces.push({ kind, value })
}

/** Prints pieces as text, with code spans in backticks. */
export function printPieces(pieces: Piece[]): string {
  if (pieces.length === 1 && pieces[0]!.kind === 'text') return pieces[0]!.value
  return separateCodeSpans(pieces)
    .map(({ kind, value }) => (kind === 'code' ? fence(value) : value))
    .join('')
}

function fence(code: string): string {
  const longest = Math.max(0, ...(code.match(/`+/g) ?? []).map((run) => run.length))
  if (longest === 0) return `\`${code}\``
  const ticks = '`'.repeat(longest + 1)
  return `${ticks} ${code} ${ticks}`
}

// A full stop or bracket at the end belongs to the sentence around the URL.
const url = /(?:[a-z][a-z0-9+.-]{0,20}:\/\/|www\.)[^\s<>]*[^\s<>.,;:!?)\]}'"]/
// Mentions, email addresses, and packages with a version: everything with an at sign.
const mention = /[\w.+/-]{0,64}@\w(?:[\w./@-]{0,120}[\w/-])?/
const foreignReference = /[\w.-]{1,60}\/[\w.-]{1,60}[#!]\d{1,9}(?!\d)/
// The word before it is included: `Vec<T>` is one code span.
const markup = /[\w:.]{0,60}<[a-z/!?][^<>]{0,200}>?/
const reference = /(?:#|!|GH-)\d{1,9}(?!\d)/
// A URL without its protocol; a comment that begins with two slashes has a space after them, or no dot.
const schemeless = /(?<![\w:/.])\/\/(?:[\w-]{1,63}\.){1,9}[a-z]{2,24}(?![\w-])[^\s<>]*/
// Hosts print what is between dollar signs as mathematics.
const mathematics =
  /\$(?=[^\s$])[^$`]{0,200}[^\s$\\`]\$(?![\w$])[^\s<>.,;:!?)\]}'"]{0,80}|\$\$[^$`]{1,200}\$\$/

const anyOf = (...patterns: RegExp[]) => new RegExp(patterns.map((each) => each.source).join('|'), 'i')
const active = anyOf(url, schemeless, foreignReference, mention, markup, mathematics)
const activeAfterClosingWord = anyOf(
  url,
  schemeless,
  foreignReference,
  mention,
  markup,
  mathematics,
  reference,
)
// Each of the patterns needs one of these characters; most texts have none.
const signs = /[@<#!]|\/\/|www\.|GH-|\$[^$]*\$/i
const closingWord =
  /(?<![a-z])(?:clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing)|implement(?:s|ed|ing)?)(?![a-z])/i

/**
 * Wraps everything in code spans that a host would act on when it shows the text: URLs, mentions, HTML, mathematics,
 * references to other repositories, and issue references that a closing keyword would close.
 */
export function makeHarmless(text: string): string {
  const line = (/\s\s|[^\S ]/.test(text) ? text.replace(/\s+/g, ' ') : text).trim()
  if (!line.includes('`') && !signs.test(line)) return line
  const pieces = joinDollars(readPieces(line))
  const plain = pieces.map(({ kind, value }) => (kind === 'text' ? value : ' ')).join('')
  if (!signs.test(plain)) return printPieces(pieces)
  return printPieces(intoCode(pieces, closingWord.test(plain) ? activeAfterClosingWord : active))
}

/** A code span between dollar signs is mathematics, so the signs become part of it. */
function joinDollars(pieces: Piece[]): Piece[] {
  const joined = pieces.map((piece) => ({ ...piece }))
  for (const [index, piece] of joined.entries()) {
    const [before, after] = [joined[index - 1], joined[index + 1]]
    if (piece.kind !== 'code' || !before?.value.endsWith('$') || !after?.value.startsWith('$')) continue
    if (before.kind === 'code' || after.kind === 'code') continue
    piece.value = `$${piece.value}$`
    before.value = before.value.slice(0, -1)
    after.value = after.value.slice(1)
  }
  return joined.filter(({ value }) => value !== '')
}

/** Wraps references in code spans that a closing keyword before them would close when the text is merged. */
export function withoutClosing(text: string): string {
  const pieces = readPieces(text)
  const plain = pieces.map(({ kind, value }) => (kind === 'text' ? value : ' ')).join('')
  if (!closingWord.test(plain)) return text
  return printPieces(intoCode(pieces, closable))
}

const closable = anyOf(/https?:\/\/[^\s<>]{1,300}\/\d{1,9}(?!\d)/, foreignReference, reference)

// Packages are released under such names, `core@1.2.0`; in a heading they notify no one.
const packageVersion = /^(?:@[\w.-]{1,60}\/)?[\w.-]{1,60}@v?\d[\w.+-]{0,60}$/

/** Whether a host would act on a name when it shows it, or read it as something else than a name. */
export function isActiveName(name: string): boolean {
  if (packageVersion.test(name)) return false
  return makeHarmless(name) !== name || /^(?:(?:#|!|GH-)\d+$|\^)|[$`[\]]/i.test(name)
}

/** Wraps every match in the plain text in a code span; a match next to a code span becomes part of it. */
export function intoCode(pieces: Piece[], pattern: RegExp): Piece[] {
  const parts: Piece[] = []
  for (const piece of pieces) {
    if (piece.kind === 'code') {
      pushCode(parts, piece.value)
      continue
    }
    let rest = piece.value
    // The text after a match is matched from its start, because hosts read text after a code span in the same way.
    for (let found = pattern.exec(rest); found; found = pattern.exec(rest)) {
      push(parts, 'text', rest.slice(0, found.index))
      pushCode(parts, found[0])
      rest = rest.slice(found.index + found[0].length)
    }
    push(parts, 'text', rest)
  }
  return parts
}

function pushCode(pieces: Piece[], value: string): void {
  const last = pieces.at(-1)
  if (last?.kind === 'code') pieces[pieces.length - 1] = { kind: 'code', value: last.value + value }
  else pieces.push({ kind: 'code', value })
}

/** Cuts a text to a length without splitting a surrogate pair. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text
  const last = text.charCodeAt(most - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? most - 1 : most)
}

/** Puts a space between adjacent code spans, which Markdown would read as one. */
function separateCodeSpans(pieces: Piece[]): Piece[] {
  return pieces.flatMap((piece, index) =>
    piece.kind === 'code' && pieces[index - 1]?.kind === 'code'
      ? [{ kind: 'text' as const, value: ' ' }, piece]
      : [piece],
  )
}

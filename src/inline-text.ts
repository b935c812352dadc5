/** A stretch of an entry's text: plain words, or code. Entry texts are made of nothing else. */
export interface Piece {
  kind: 'text' | 'code'
  value: string
}

/** Reads a text in which backticks mark code, as Markdown does; a backtick without a partner is dropped. */
export function readPieces(text: string): Piece[] {
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

/** For each run of backticks the next one of the same length, or -1; one pass from the end. */
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

/** The text again, with code between backticks. */
export function printPieces(pieces: Piece[]): string {
  return apart(pieces)
    .map(({ kind, value }) => (kind === 'code' ? fence(value) : value))
    .join('')
}

function fence(code: string): string {
  const longest = Math.max(0, ...(code.match(/`+/g) ?? []).map((run) => run.length))
  if (longest === 0) return `\`${code}\``
  const ticks = '`'.repeat(longest + 1)
  return `${ticks} ${code} ${ticks}`
}

// A full stop or bracket at its end belongs to the sentence around the address.
const address = /(?:\b[a-z][a-z0-9+.-]{0,20}:\/\/|\bwww\.)[^\s<>]*[^\s<>.,;:!?)\]}'"]/i
const mail = /[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,8}/
const mention = /(?<![\w])@[a-z0-9](?:[\w.-]{0,60}[\w])?(?:\/[\w.-]{1,60})?/i
// The word before it comes along: `Vec<T>` is one piece of code.
const markup = /(?<![\w:.])[\w:.]{0,60}<[a-z/!?][^<>]{0,200}>?/i
const foreignReference = /(?<![\w/])[\w.-]{1,60}\/[\w.-]{1,60}[#!]\d{1,9}\b/
const dangerous = new RegExp(
  [address, mail, foreignReference, mention, markup].map((each) => each.source).join('|'),
  'gi',
)

const closingWord =
  /\b(?:clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing)|implement(?:s|ed|ing)?)\b/i
const reference = /(?<![\w/])(?:#|!|GH-)\d{1,9}\b/gi

/**
 * Puts into code spans what would act on a host when it is shown: addresses, mentions, HTML, references to
 * other repositories, and references that a closing word would turn into an order.
 */
export function makeHarmless(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  // Each of the patterns needs one of these signs; most texts have none.
  if (!/[`@<#!]|:\/\/|www\.|GH-/i.test(line)) return line
  const closes = closingWord.test(line)
  const pieces = readPieces(line).flatMap((piece) => {
    if (piece.kind === 'code') return [piece]
    const guarded = intoCode([piece], dangerous)
    return closes ? intoCode(guarded, reference) : guarded
  })
  return printPieces(pieces)
}

/** Moves every match in the plain pieces into a code span. */
export function intoCode(pieces: Piece[], pattern: RegExp): Piece[] {
  return pieces.flatMap((piece) => {
    if (piece.kind === 'code') return [piece]
    const parts: Piece[] = []
    let position = 0
    for (const found of piece.value.matchAll(pattern)) {
      push(parts, 'text', piece.value.slice(position, found.index))
      parts.push({ kind: 'code', value: found[0] })
      position = found.index + found[0].length
    }
    push(parts, 'text', piece.value.slice(position))
    return parts
  })
}

/** Two code spans that touch would read as one; a space keeps them apart. */
function apart(pieces: Piece[]): Piece[] {
  return pieces.flatMap((piece, index) =>
    piece.kind === 'code' && pieces[index - 1]?.kind === 'code'
      ? [{ kind: 'text' as const, value: ' ' }, piece]
      : [piece],
  )
}

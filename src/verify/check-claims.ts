import { readPieces } from '../text/inline-text.ts'
import { effectClaims } from './effect-claims.ts'
import {
  compactName,
  type EvidenceLookup,
  normaliseText,
  occurs,
  quote,
  singular,
  toWordSequence,
} from './evidence-lookup.ts'
import { findNumbers, findNumberWords, type NumberMention } from './find-numbers.ts'
import {
  abbreviations,
  capitalProducts,
  otherNames,
  pairWords,
  plainAcronyms,
  productNames,
  smallWords,
} from './known-names.ts'

/** What a text claims that the evidence does not say: names, numbers, quotations, code, effects. */
export function checkClaims(text: string, evidence: EvidenceLookup): string[] {
  const pieces = readPieces(text)
  const plain = pieces
    .map(({ kind, value }) => (kind === 'code' ? '\ufffc' : value.normalize('NFKC')))
    .join('')
  const code = pieces.filter(({ kind }) => kind === 'code').map(({ value }) => value)
  const { isEnglish } = evidence.guidance
  const unknown = [
    ...code.filter((value) => !isKnownCode(value, evidence)),
    ...findQuotations(plain, isEnglish).filter((value) => !occurs(value, evidence)),
    ...findForeignWords(plain, isEnglish).filter((word) => !occurs(word, evidence)),
    ...findTokens(plain)
      .filter((token) => !isKnownToken(token, evidence))
      .map(({ name }) => name),
    ...numbersOf(plain, isEnglish)
      .filter((each) => !isKnownNumber(each, evidence))
      .map(({ said }) => said),
  ]
  return [
    ...[...new Set(unknown)].map((name) => `says ${quote(name)}, which is nowhere in the evidence`),
    ...(isEnglish ? findEffects(plain, evidence) : []),
    ...findRestated(text, evidence),
  ]
}

function isKnownCode(code: string, evidence: EvidenceLookup): boolean {
  const bare = code.replace(/\(\)$|^\$ |[.,:;]$/g, '')
  return occurs(code, evidence) || occurs(bare, evidence)
}

const quotations = [
  /["“”„]([^"“”„]{1,200})["“”]/gu,
  /«([^«»]{1,200})»/gu,
  /(?<![\p{L}\p{N}])['‘]([^'‘’]{1,200})['’](?![\p{L}\p{N}])/gu,
]

/** What stands in quotes; in other languages only what is left in Latin letters, since the rest is translated. */
function findQuotations(plain: string, isEnglish: boolean): string[] {
  const found = quotations.flatMap((pattern) =>
    [...plain.matchAll(pattern)].map(([, inside = '']) => inside.trim()),
  )
  const readable = found
    .map((inside) => inside.replace(/[.,!?]$/, ''))
    .filter((inside) => !inside.includes('\ufffc'))
  return isEnglish
    ? readable
    : readable.filter(
        (inside) =>
          /^[\p{Script=Latin}\p{N}\p{P}\p{S}]+$/u.test(inside) && /[\d_./-]|\p{Ll}\p{Lu}/u.test(inside),
      )
}

/** Words of other alphabets in an English text. */
function findForeignWords(plain: string, isEnglish: boolean): string[] {
  const words = plain.match(/[\p{L}\p{M}]+/gu) ?? []
  return isEnglish ? words.filter((word) => /(?!\p{Script=Latin})\p{L}/u.test(word)) : []
}

interface Token {
  name: string
  /** Whether a sentence begins with it, so that its capital says nothing. */
  isFirst: boolean
}

// Only where they begin: each of many would be read to its end.
const endSigns = /(?<![.:=&~/-])[.:=&~/-]+$/
const latinRun = /[\p{Script=Latin}\p{M}\p{N}_$#@+./:\\~%=&-]+/gu

/** Whatever is written in Latin letters and the signs that names are made of. */
function findTokens(plain: string): Token[] {
  return [...plain.matchAll(latinRun)].map(({ 0: run, index }) => {
    const before = plain.slice(Math.max(0, index - 12), index).replace(/["'“‘(\s]+$/u, '')
    return {
      // What hangs on a code span, as in `foo`-like, is a word and no flag.
      name: run
        .replace(before.endsWith('\ufffc') ? /^[^\p{L}\p{N}]+/u : /^[:=&+%~]+/, '')
        .replace(endSigns, ''),
      isFirst: before === '' ? index <= 12 : /[.!?:…]$/u.test(before),
    }
  })
}

const isPlainWord = (name: string) => /^[\p{Ll}\p{M}]+(?:-[\p{Ll}\p{M}]+)*$/u.test(name)
const isCapitalised = (name: string) => /^\p{Lu}[\p{Ll}\p{M}]*$/u.test(name)

function isKnownToken(token: Token, evidence: EvidenceLookup): boolean {
  const { name, isFirst } = token
  if (isPlainWord(name)) return !productNames.has(name) || isKnownWord(name, evidence)
  // Numbers are compared by their value, elsewhere.
  if (!/\p{L}/u.test(name) || findNumbers(name.toLowerCase())[0]?.said === name.toLowerCase()) return true
  if (isCapitalised(name)) return isKnownCapital(name, isFirst, evidence)
  return isKnownName(name, evidence) || arePartsKnown(name, evidence)
}

function isKnownCapital(name: string, isFirst: boolean, evidence: EvidenceLookup): boolean {
  const word = name.toLowerCase()
  if (smallWords.has(word) || isKnownWord(word, evidence)) return true
  // German and others write every noun with a capital, and at the beginning of a sentence everybody does.
  return !productNames.has(word) && !capitalProducts.has(word) && (isFirst || !evidence.guidance.isEnglish)
}

function isKnownWord(word: string, evidence: EvidenceLookup): boolean {
  const { words } = evidence
  return (
    words.has(singular(word)) ||
    [word, ...(otherNames.get(word) ?? [])].some((name) => occurs(name, evidence))
  )
}

function isKnownName(name: string, evidence: EvidenceLookup): boolean {
  const small = name.toLowerCase()
  const single = singular(small)
  if (
    smallWords.has(small) ||
    abbreviations.has(small) ||
    plainAcronyms.has(small) ||
    plainAcronyms.has(single)
  )
    return true
  if (occurs(name, evidence) || (/^[\p{L}\p{N}]+s$/u.test(small) && occurs(small.slice(0, -1), evidence)))
    return true
  if (name.startsWith('-')) return false
  return (
    evidence.squeezed.has(compactName(small)) ||
    occurs(small.replace(/\.js$/, ''), evidence) ||
    isKnownWord(small, evidence)
  )
}

/** Whether a joined name (JSON-based, host:port, read/write, key=value) is made of what is known. */
function arePartsKnown(name: string, evidence: EvidenceLookup): boolean {
  if (name.startsWith('-')) return name.includes('=') && isKnownName(name.split('=', 1)[0]!, evidence)
  const parts = name.split(/[-=:+&/]/).filter((part) => part !== '')
  if (parts.length < 2 || name.includes('::')) return false
  const isPath = name.includes('/')
  return parts.every((part) => {
    if (!isPath) return isKnownPart(part, evidence)
    return pairWords.has(part.toLowerCase()) || occurs(part, evidence)
  })
}

function isKnownPart(part: string, evidence: EvidenceLookup): boolean {
  const numbers = findNumbers(part.toLowerCase())
  if (numbers[0]?.said === part.toLowerCase()) return isKnownNumber(numbers[0], evidence)
  if (isPlainWord(part)) return true
  return isCapitalised(part) ? isKnownCapital(part, false, evidence) : isKnownName(part, evidence)
}

function numbersOf(plain: string, isEnglish: boolean): NumberMention[] {
  // A number that hangs on a code span is a part of that name.
  const text = normaliseText(plain.replaceAll('\ufffc', 'code'))
  return isEnglish ? [...findNumbers(text), ...findNumberWords(text)] : findNumbers(text)
}

function isKnownNumber({ value, unit, said }: NumberMention, { numbers, text }: EvidenceLookup): boolean {
  const units = numbers.get(value)
  if (units) return unit === '' || units.has(unit)
  const parts = value.split(/[:/-]/)
  return (
    parts.length === 2 && parts.every((part) => numbers.has(part)) && (unit === '' || text.includes(said))
  )
}

function findEffects(plain: string, { text }: EvidenceLookup): string[] {
  const said = normaliseText(plain)
  return effectClaims.flatMap(({ claim, support }) => {
    const word = claim.exec(said)?.[0]
    return word === undefined || support.test(text)
      ? []
      : [`says ${quote(word)}, and the evidence says nothing of the kind`]
  })
}

const restatedWords = 6

/** A run of words that only the instructions hold: whoever writes it tells what was asked, not what changed. */
function findRestated(text: string, evidence: EvidenceLookup): string[] {
  const words = toWordSequence(text).trim().split(' ')
  for (let start = 0; start + restatedWords <= words.length; start += 1) {
    const run = words.slice(start, start + restatedWords).join(' ')
    if (evidence.guidance.wordRun.includes(` ${run} `) && !evidence.wordRun.includes(` ${run} `))
      return [`repeats the instructions: ${quote(run)}`]
  }
  return []
}

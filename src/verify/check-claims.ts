import { readPieces } from '../text/inline-text.ts'
import { effectClaims } from './effect-claims.ts'
import {
  compactName,
  type EvidenceLookup,
  normaliseText,
  occurs,
  quote,
  repeatedWords,
  singular,
  toWordSequence,
} from './evidence-lookup.ts'
import { findNumbers, findNumberWords, type NumberMention } from './find-numbers.ts'
import {
  abbreviations,
  capitalProducts,
  functionWords,
  otherNames,
  pairWords,
  plainAcronyms,
  productNames,
} from './known-names.ts'

/** Finds claims of a text that the evidence does not support: names, numbers, quotations, code, effects. */
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
      .filter((each) => !isKnownNumber(each, evidence) && !isPartOfName(each, plain, evidence))
      .map(({ text: number }) => number),
  ]
  return [
    ...[...new Set(unknown)].map(
      (name) =>
        `says ${quote(name)}, which is not in the evidence; remove it, or cite the change that mentions it`,
    ),
    ...(isEnglish ? findUnsupportedEffects(plain, evidence) : []),
    ...findRepeatedInstructions(text, evidence),
  ]
}

function isKnownCode(code: string, evidence: EvidenceLookup): boolean {
  const bare = code.replace(/\(\)$|^\$ |[.,:;]$/g, '')
  return occurs(code, evidence) || occurs(bare, evidence) || isComposed(bare, evidence)
}

const qualifier = /::|->|[#.]/
const identifier = /^[A-Za-z_$][\w$]*[!?=]?$/

/**
 * Whether a name is put together from names of the evidence: `Level::fromName` from `fromName` in the file
 * `Level.php`, or `poetry env activate` from `env activate` and the folder `poetry`.
 */
function isComposed(code: string, evidence: EvidenceLookup): boolean {
  const parts = code.split(qualifier)
  if (parts.length >= 2 && parts.every((part) => identifier.test(part))) {
    // Plain words can be combined to anything: one part must look like a name.
    const hasName = parts.some((part) => /[A-Z_]/.test(part))
    return hasName && parts.every((part) => evidence.names.has(part.replace(/[!?=]$/, '')))
  }
  const [command = '', ...rest] = code.split(' ')
  return (
    rest.length > 0 &&
    /^[a-z][\w-]*$/.test(command) &&
    evidence.names.has(command) &&
    occurs(rest.join(' '), evidence)
  )
}

const quotations = [
  /["“”„]([^"“”„]{1,200})["“”]/gu,
  /«([^«»]{1,200})»/gu,
  /(?<![\p{L}\p{N}])['‘]([^'‘’]{1,200})['’](?![\p{L}\p{N}])/gu,
]

/** Returns quoted texts; in other languages only names in Latin letters, because other quotations are translated. */
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

/** Returns words in other alphabets in an English text. */
function findForeignWords(plain: string, isEnglish: boolean): string[] {
  const words = plain.match(/[\p{L}\p{M}]+/gu) ?? []
  return isEnglish ? words.filter((word) => /(?!\p{Script=Latin})\p{L}/u.test(word)) : []
}

interface Token {
  name: string
  /** Whether it begins a sentence, so that its capital letter does not make it a name. */
  isFirst: boolean
}

// The lookbehind avoids quadratic time on long runs of these characters.
const endPunctuation = /(?<![.:=&~/-])[.:=&~/-]+$/
const latinRun = /[\p{Script=Latin}\p{M}\p{N}_$#@+./:\\~%=&-]+/gu

/** Returns all runs of Latin letters and of the characters that occur in names. */
function findTokens(plain: string): Token[] {
  return [...plain.matchAll(latinRun)].map(({ 0: run, index }) => {
    const before = plain.slice(Math.max(0, index - 12), index).replace(/["'“‘(\s]+$/u, '')
    return {
      // In `foo`-like the hyphen after the code span is not part of a flag.
      name: run
        .replace(before.endsWith('\ufffc') ? /^[^\p{L}\p{N}]+/u : /^[:=&+%~]+/, '')
        .replace(endPunctuation, ''),
      isFirst: before === '' ? index <= 12 : /[.!?:…]$/u.test(before),
    }
  })
}

const isPlainWord = (name: string) => /^[\p{Ll}\p{M}]+(?:-[\p{Ll}\p{M}]+)*$/u.test(name)
const isCapitalised = (name: string) => /^\p{Lu}[\p{Ll}\p{M}]*$/u.test(name)

function isKnownToken(token: Token, evidence: EvidenceLookup): boolean {
  const { name, isFirst } = token
  if (isPlainWord(name)) return !productNames.has(name) || isKnownWord(name, evidence)
  // Numbers are compared by value, in isKnownNumber.
  if (!/\p{L}/u.test(name) || findNumbers(name.toLowerCase())[0]?.text === name.toLowerCase()) return true
  if (isCapitalised(name)) return isKnownCapital(name, isFirst, evidence)
  return isKnownName(name, evidence) || arePartsKnown(name, evidence) || isComposed(name, evidence)
}

function isKnownCapital(name: string, isFirst: boolean, evidence: EvidenceLookup): boolean {
  const word = name.toLowerCase()
  if (functionWords.has(word) || isKnownWord(word, evidence)) return true
  // German capitalises every noun, and all languages capitalise the first word of a sentence.
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
    functionWords.has(small) ||
    abbreviations.has(small) ||
    plainAcronyms.has(small) ||
    plainAcronyms.has(single)
  )
    return true
  if (occurs(name, evidence) || (/^[\p{L}\p{N}]+s$/u.test(small) && occurs(small.slice(0, -1), evidence)))
    return true
  if (name.startsWith('-')) return false
  return (
    evidence.compactNames.has(compactName(small)) ||
    (/^\d+-\p{L}+$/u.test(small) && evidence.compactNames.has(small.replace('-', ''))) ||
    occurs(small.replace(/\.js$/, ''), evidence) ||
    isKnownWord(small, evidence)
  )
}

/** Whether all parts of a compound name (JSON-based, host:port, read/write, key=value) are known. */
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
  if (numbers[0]?.text === part.toLowerCase()) return isKnownNumber(numbers[0], evidence)
  if (isPlainWord(part)) return true
  return isCapitalised(part) ? isKnownCapital(part, false, evidence) : isKnownName(part, evidence)
}

function numbersOf(plain: string, isEnglish: boolean): NumberMention[] {
  // A number next to a code span is part of that name.
  const text = normaliseText(plain.replaceAll('\ufffc', 'code'))
  return isEnglish ? [...findNumbers(text), ...findNumberWords(text)] : findNumbers(text)
}

function isKnownNumber(
  { value, unit, text: number }: NumberMention,
  { numbers, text }: EvidenceLookup,
): boolean {
  const units = numbers.get(value)
  if (units) return unit === '' || units.has(unit)
  const parts = value.split(/[:/-]/)
  return (
    parts.length === 2 && parts.every((part) => numbers.has(part)) && (unit === '' || text.includes(number))
  )
}

/** Whether a number belongs to the name before or after it, which the evidence writes without a space: TLS1.3. */
function isPartOfName(
  { text: number }: NumberMention,
  plain: string,
  { compactNames }: EvidenceLookup,
): boolean {
  const words = normaliseText(plain)
    .split(/[\s,;()]+/)
    .map((word) => word.replace(/[.:]$/, ''))
  return words.some((word, index) => {
    if (word !== number && !word.startsWith(`${number}-`)) return false
    const [before, after] = [words[index - 1] ?? '', words[index + 1] ?? '']
    const joined = [`${before}${number}`, `${number}${after}`, word.replace('-', '')]
    return joined.some((name) => /\p{L}{2}/u.test(name) && compactNames.has(compactName(name)))
  })
}

/** Finds effects that a text claims, such as being faster, and that the evidence does not state. */
export function checkEffects(text: string, evidence: EvidenceLookup): string[] {
  const plain = readPieces(text).map(({ kind, value }) =>
    kind === 'code' ? '\ufffc' : value.normalize('NFKC'),
  )
  return evidence.guidance.isEnglish ? findUnsupportedEffects(plain.join(''), evidence) : []
}

function findUnsupportedEffects(plain: string, { text }: EvidenceLookup): string[] {
  const claims = normaliseText(plain)
  return effectClaims.flatMap(({ claim, support }) => {
    const word = claim.exec(claims)?.[0]
    return word === undefined || support.test(text)
      ? []
      : [
          `says ${quote(word)}, which the evidence does not support; remove it, or cite the change that mentions it`,
        ]
  })
}

/** Finds a run of words that is in the instructions but not in the evidence. */
function findRepeatedInstructions(text: string, evidence: EvidenceLookup): string[] {
  const words = toWordSequence(text).trim().split(' ')
  for (let start = 0; start + repeatedWords <= words.length; start += 1) {
    const run = words.slice(start, start + repeatedWords).join(' ')
    if (evidence.guidance.wordRuns.has(run) && !evidence.wordSequence.includes(` ${run} `))
      return [`repeats the instructions: ${quote(run)}; describe the change instead`]
  }
  return []
}

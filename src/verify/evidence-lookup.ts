import { cutText } from '../text/inline-text.ts'
import { findNumbers, findNumberWords, type NumberMention } from './find-numbers.ts'

/** What a wording may say: the texts of the changes it cites, and what must not be repeated from elsewhere. */
export interface WordingEvidence {
  /** Titles, bodies, labels, paths and issue titles of the cited changes. */
  texts: string[]
  /** The service's own prompt and the caller's instructions. */
  instructions: string[]
  language: string
}

/** The part of the evidence that is the same for every change of a generation. */
export interface Guidance {
  isEnglish: boolean
  /** The words of the instructions in their order, between spaces. */
  wordRun: string
}

/** Evidence made ready for looking up. */
export interface EvidenceLookup {
  readonly guidance: Guidance
  readonly raw: string
  /** All texts, comparable. */
  text: string
  words: Set<string>
  wordRun: string
  numbers: Map<string, Set<string>>
  /** Whatever stands between spaces, in its shorter spelling: UTF-8 is utf8. */
  squeezed: Set<string>
}

/** Reads the instructions once, for all changes of a generation. */
export function readGuidance(instructions: string[], language: string): Guidance {
  return { isEnglish: /^en(?:-|$)/i.test(language), wordRun: toWordSequence(instructions.join('\n')) }
}

/** Makes the evidence of one change ready, for as many wordings of it as come. */
export function createEvidenceLookup(texts: string[], guidance: Guidance): EvidenceLookup {
  const raw = texts.join('\n')
  const text = normaliseText(raw)
  // Most wordings claim little, so that what they are held against is made when it is looked at.
  const words = once(() => new Set(wordsOf(raw).flatMap((word) => [word, singular(word)])))
  const wordRun = once(() => toWordSequence(raw))
  const numbers = once(() => asLookup([...findNumbers(text), ...findNumberWords(text)]))
  const squeezed = once(() => new Set(text.split(/[\s/,;()]+/).map(compactName)))
  return {
    guidance,
    raw,
    text,
    get words() {
      return words()
    },
    get wordRun() {
      return wordRun()
    },
    get numbers() {
      return numbers()
    },
    get squeezed() {
      return squeezed()
    },
  }
}

function once<Made>(make: () => Made): () => Made {
  let made: Made | null = null
  return () => {
    made ??= make()
    return made
  }
}

/** A text as it is compared: without case, width, quotes and backticks, with single spaces. */
export function normaliseText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(?!\d)\p{Nd}/gu, asDigit)
    .replace(/[’ʼ]/g, "'")
    .replace(/[\s`"“”„«»]+/g, ' ')
    .trim()
}

/** A digit of another script as ours; each script has its ten in a row. */
function asDigit(digit: string): string {
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(digit.codePointAt(0)! - value - 1))) value += 1
  return String(value)
}

/** Whether a name stands in the evidence as a whole: not as a part of a longer word, flag or number. */
export function occurs(name: string, evidence: EvidenceLookup): boolean {
  const wanted = normaliseText(name)
  if (wanted === '') return true
  const { text } = evidence
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    if (standsAlone(text, at, at + wanted.length)) return true
  }
  return false
}

// Only these letters are written with spaces between words wherever names stand beside them.
const wordSign = /[\p{Script=Latin}\p{N}_]/u

function standsAlone(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 2), start)
  const after = text.slice(end, end + 2)
  if (text[start] === '-' && (/[\w-]$/.test(before) || /^[\w-]/.test(after))) return false
  if (wordSign.test(text[start]!) && /[\p{Script=Latin}\p{N}_]$/u.test(before)) return false
  if (/\d/.test(text[start]!) && /\d[.,]$/.test(before)) return false
  if (wordSign.test(text[end - 1]!) && /^[\p{Script=Latin}\p{N}_]/u.test(after)) return false
  return !(/\d/.test(text[end - 1]!) && /^[.,]\d/.test(after))
}

/** A name without the signs that people write or leave out at will: UTF-8 and utf8, Node.js and NodeJS. */
export function compactName(name: string): string {
  return name.replace(/(?<=\p{L})-(?=\d)|\.(?=js$)|^[("']/gu, '').replace(/(?<![.,:;!?)"'])[.,:;!?)"']+$/, '')
}

/** A word without the ending of a plural. */
export function singular(word: string): string {
  return word.length > 3 ? word.replace(/(?<=[sxz]|ch|sh)es$|(?<!s)s$/, '') : word
}

/** The words of a text in small letters, those inside of joined names too. */
function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKC')
  const parted = plain.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
  const split = (each: string) => each.toLowerCase().match(/\p{L}[\p{L}\p{M}]*/gu) ?? []
  return [...split(plain), ...split(parted)]
}

/** The words of a text in their order, between spaces, so that runs of them can be looked for. */
export function toWordSequence(text: string): string {
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
  return ` ${(words ?? []).join(' ')} `
}

function asLookup(numbers: NumberMention[]): Map<string, Set<string>> {
  const lookup = new Map<string, Set<string>>()
  for (const { value, unit } of numbers) {
    // Of a range, 3-5, each end is said as well.
    for (const each of [value, ...value.split(/[:/-]/)]) {
      const units = lookup.get(each) ?? new Set()
      lookup.set(each, units.add(unit))
    }
  }
  return lookup
}

/** Words of a text as a fault quotes them: short, and unable to be taken for anything but a quotation. */
export function quote(found: string): string {
  const line = found.replace(/[\s`"]+/g, ' ').trim()
  return `\`${line.length > 60 ? `${cutText(line, 60)}…` : line}\``
}

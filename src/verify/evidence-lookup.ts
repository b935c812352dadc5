import { cutText } from '../text/inline-text.ts'
import { findNumbers, findNumberWords, type NumberMention } from './find-numbers.ts'
import { abbreviationsOf } from './known-abbreviations.ts'
import { rememberRecent } from './remember-recent.ts'

/** The texts that a wording may use, and the instructions that it must not repeat. */
export interface WordingEvidence {
  /** Titles, bodies, labels, paths and issue titles of the cited changes. */
  texts: string[]
  /** Our own prompt and the caller's instructions. */
  instructions: string[]
  language: string
}

/** The language and instructions, which are the same for every change of a generation. */
export interface Guidance {
  isEnglish: boolean
  /** Every run of `repeatedWords` words of the instructions, separated by spaces. */
  wordRuns: Pick<Set<string>, 'has'>
}

/** The length of a run of words that must not repeat the instructions. */
export const repeatedWords = 6

/** Evidence that is prepared for lookups. */
export interface EvidenceLookup {
  readonly guidance: Guidance
  readonly raw: string
  /** All texts, normalised. */
  text: string
  words: Set<string>
  wordSequence: string
  numbers: Map<string, Set<string>>
  /** All names in their compact spelling: UTF-8 is utf8. */
  compactNames: Set<string>
  /** All identifiers and parts of paths, as they are written. */
  names: Set<string>
}

/** Prepares the instructions once for all changes of a generation. */
export function readGuidance(instructions: string[], language: string): Guidance {
  const runs = instructions.map(listRuns)
  return {
    isEnglish: /^en(?:-|$)/i.test(language),
    wordRuns: { has: (run) => runs.some((each) => each.has(run)) },
  }
}

const knownRuns = new Map<string, Set<string>>()
const maxKnownRuns = 20

/** The runs of words of a text. Our own prompt is the same for all generations. */
function listRuns(text: string): Set<string> {
  const known = knownRuns.get(text)
  if (known) return known
  const words = toWordSequence(text).trim().split(' ')
  const runs = new Set<string>()
  for (let start = 0; start + repeatedWords <= words.length; start += 1)
    runs.add(words.slice(start, start + repeatedWords).join(' '))
  // The instructions of callers must not fill the memory.
  if (knownRuns.size >= maxKnownRuns) knownRuns.clear()
  knownRuns.set(text, runs)
  return runs
}

/** Prepares the evidence of one change for lookups. */
export function createEvidenceLookup(texts: string[], guidance: Guidance): EvidenceLookup {
  const given = texts.join('\n')
  const expanded = expandBraces(given)
  const raw = expanded.length === 0 ? given : `${given}\n${expanded.join('\n')}`
  const text = normaliseText(raw)
  // Computed on first use, because most texts need only some of them.
  const words = once(() => {
    const found = new Set<string>()
    for (const word of new Set(wordsOf(raw))) {
      for (const form of [word, singular(word)]) {
        found.add(form)
        for (const long of abbreviationsOf.get(form) ?? []) found.add(long).add(singular(long))
      }
    }
    return found
  })
  const wordSequence = once(() => toWordSequence(raw))
  const numbers = once(() => indexNumbers([...findNumbers(text), ...findNumberWords(text)]))
  const names = once(() => new Set(raw.match(/[A-Za-z_$][\w$]*/g)))
  const compactNames = once(() => new Set(text.split(/[\s/,;()]+/).map(compactName)))
  return {
    guidance,
    raw,
    text,
    get words() {
      return words()
    },
    get wordSequence() {
      return wordSequence()
    },
    get numbers() {
      return numbers()
    },
    get compactNames() {
      return compactNames()
    },
    get names() {
      return names()
    },
  }
}

const maxExpansions = 100

/** Returns the names that a short form such as `THEME_{DARK,LIGHT}` or `(min|max)_size` stands for. */
function expandBraces(text: string): string[] {
  const forms = text.matchAll(
    /(?<![\w./$-])([\w./$-]{0,60})(?:\{([\w./ -]{1,60}(?:, ?[\w./ -]{1,60}){1,20})\}|\(([\w.-]{1,60}(?:\|[\w.-]{1,60}){1,20})\))([\w./-]{0,60})/g,
  )
  const expanded: string[] = []
  for (const [, before = '', listed, alternatives, after = ''] of forms) {
    const parts = listed?.split(/, ?/) ?? alternatives!.split('|')
    expanded.push(...parts.map((part) => `${before}${part.trim()}${after}`))
    if (expanded.length >= maxExpansions) break
  }
  return expanded
}

function once<Made>(make: () => Made): () => Made {
  let made: Made | null = null
  return () => {
    made ??= make()
    return made
  }
}

// Texts without other letters need none of the slow steps.
const notAscii = /[\u0080-\uffff]/

/** Normalises a text for comparison: lower case, no quotes and backticks, single spaces. */
export const normaliseText: (text: string) => string = rememberRecent(normalise)

function normalise(text: string): string {
  if (!notAscii.test(text))
    return text
      .toLowerCase()
      .replace(/[\s`"]+/g, ' ')
      .trim()
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(?!\d)\p{Nd}/gu, toAsciiDigit)
    .replace(/[’ʼ]/g, "'")
    .replace(/[\s`"“”„«»]+/g, ' ')
    .trim()
}

/** Converts a digit of another script to 0-9; the ten digits of each script are consecutive. */
function toAsciiDigit(digit: string): string {
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(digit.codePointAt(0)! - value - 1))) value += 1
  return String(value)
}

/** Whether the evidence contains a name as a whole, not as part of a longer word, flag or number. */
export function occurs(name: string, evidence: EvidenceLookup): boolean {
  const wanted = normaliseText(name)
  if (wanted === '') return true
  const { text } = evidence
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    if (isWholeName(text, at, at + wanted.length)) return true
  }
  return false
}

// Other scripts do not separate names with spaces.
const wordCharacter = /[\p{Script=Latin}\p{N}_]/u

function isWholeName(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 2), start)
  const after = text.slice(end, end + 2)
  if (text[start] === '-' && (/[\w-]$/.test(before) || /^[\w-]/.test(after))) return false
  if (wordCharacter.test(text[start]!) && /[\p{Script=Latin}\p{N}_]$/u.test(before)) return false
  if (/\d/.test(text[start]!) && /\d[.,]$/.test(before)) return false
  if (wordCharacter.test(text[end - 1]!) && /^[\p{Script=Latin}\p{N}_]/u.test(after)) return false
  return !(/\d/.test(text[end - 1]!) && /^[.,]\d/.test(after))
}

/** Removes optional punctuation from a name, so that UTF-8 equals UTF8 and Node.js equals NodeJS. */
export function compactName(name: string): string {
  return name.replace(/(?<=\p{L})-(?=\d)|\.(?=js$)|^[("']/gu, '').replace(/(?<![.,:;!?)"'])[.,:;!?)"']+$/, '')
}

/** Removes the plural ending of a word. */
export function singular(word: string): string {
  return word.length > 3 && word.endsWith('s') ? word.replace(/(?<=[sxz]|ch|sh)es$|(?<!s)s$/, '') : word
}

/** Returns the words of a text in lower case, also those inside camelCase names. */
function wordsOf(text: string): string[] {
  if (!notAscii.test(text)) {
    const split = text.replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    const words = split.toLowerCase().match(/[a-z]+/g) ?? []
    return split === text ? words : [...words, ...(text.toLowerCase().match(/[a-z]+/g) ?? [])]
  }
  const plain = text.normalize('NFKC')
  const separated = plain.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
  const split = (each: string) => each.toLowerCase().match(/\p{L}[\p{L}\p{M}]*/gu) ?? []
  return [...split(plain), ...split(separated)]
}

/** Returns the words of a text in order, separated by spaces, for searching runs of words. */
export function toWordSequence(text: string): string {
  if (!notAscii.test(text)) return ` ${(text.toLowerCase().match(/[a-z\d]+/g) ?? []).join(' ')} `
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
  return ` ${(words ?? []).join(' ')} `
}

function indexNumbers(numbers: NumberMention[]): Map<string, Set<string>> {
  const lookup = new Map<string, Set<string>>()
  for (const { value, unit } of numbers) {
    // The range 3-5 supports both of its ends.
    for (const each of [value, ...value.split(/[:/-]/)]) {
      const units = lookup.get(each) ?? new Set()
      lookup.set(each, units.add(unit))
    }
  }
  return lookup
}

/** Quotes a part of a text in a fault: cut to 60 characters, in one line, between backticks. */
export function quote(found: string): string {
  const line = found.replace(/[\s`"]+/g, ' ').trim()
  return `\`${line.length > 60 ? `${cutText(line, 60)}…` : line}\``
}

import { Problem } from '../../core/errors.ts'

/** Counts the steps of matching, so that patterns of a stranger's file cannot keep the service busy. */
export interface MatchBudget {
  /** The steps that are left. */
  steps: number
  /** The last value, which is mostly matched with many patterns in a row. */
  last?: PreparedValue
  /** The values of late; several rules ask for the same ones. */
  recent?: Map<string, PreparedValue>
}

/** A value in the form in which it is compared. */
interface PreparedValue {
  value: string
  folded: string
  codes?: Codes
  segments?: Codes[]
}

/** How many steps matching may take in one request of the service: about half a second. */
export const maxMatchSteps = 50_000_000

/** A budget that never ends, for a person's own machine. */
export const unlimitedBudget: MatchBudget = { steps: Number.POSITIVE_INFINITY }

/** Matches values against one pattern. */
export interface Matcher {
  (value: string, budget: MatchBudget): boolean
  /** A text of two characters or more that every match has; null if there is none. */
  readonly needs: string | null
}

// Preparing a value costs about as much as this share of a step for each of its characters.
const foldedPerStep = 8

/** Matches paths against several patterns. */
export type MatchPath = (value: string, budget: MatchBudget) => boolean

/** The signs of a pattern as code points; an asterisk and a question mark have codes of their own. */
type Codes = Int32Array

const anyRun = -1
const anyOne = -2
const slash = 47

/** Compiles a pattern: `*` is any run of characters, `?` one character, `\` makes the next one literal. */
export function compilePattern(pattern: string): Matcher {
  const signs = parseSigns(fold(pattern))
  const literal = longestLiteral([signs])
  const matches = (value: string, budget: MatchBudget): boolean => {
    const prepared = prepare(value, budget)
    if (!prepared.folded.includes(literal)) return false
    prepared.codes ??= toCodes(prepared.folded)
    return matchSigns(signs, prepared.codes, budget)
  }
  return Object.assign(matches, { needs: literal.length < 2 ? null : literal })
}

/**
 * Compiles a pattern for paths: `*` and `?` stop at a slash, `**` as a whole segment is any number of segments, and
 * a pattern also matches everything below what it matches.
 */
export function compilePathPattern(pattern: string): Matcher {
  const names = splitPath(pattern)
  // Everything below is matched anyway.
  while (names.at(-1) === '**') names.pop()
  const segments = names.map((name) => (name === '**' ? null : parseSigns(name)))
  const literal = longestLiteral(joinNeighbours(segments))
  const matches = (value: string, budget: MatchBudget): boolean => {
    const prepared = prepare(value, budget)
    if (!prepared.folded.includes(literal)) return false
    prepared.segments ??= prepared.folded.split('/').map(toCodes)
    return matchSegments(segments, prepared.segments, budget)
  }
  return Object.assign(matches, { needs: literal.length < 2 ? null : literal })
}

const maxRecent = 256

function prepare(value: string, budget: MatchBudget): PreparedValue {
  spend(budget, value.length / foldedPerStep)
  if (budget.last?.value === value) return budget.last
  budget.recent ??= new Map()
  let prepared = budget.recent.get(value)
  if (!prepared) {
    prepared = { value, folded: fold(value) }
    if (budget.recent.size >= maxRecent) budget.recent.clear()
    budget.recent.set(value, prepared)
  }
  budget.last = prepared
  return prepared
}

function pairNumber(text: string, index: number): number {
  return text.charCodeAt(index) * 0x10000 + text.charCodeAt(index + 1)
}

/** Finds the owners of the patterns that a value can match at all, by the texts that they need. */
export class PatternIndex<Owner> {
  // By the last two characters of the text, which differ most between patterns.
  readonly #byPair = new Map<number, Map<string, Owner[]>>()

  /** Adds a pattern that needs a text. */
  add({ needs }: Matcher, owner: Owner): void {
    const pair = pairNumber(needs!, needs!.length - 2)
    const texts = this.#byPair.get(pair) ?? new Map<string, Owner[]>()
    this.#byPair.set(pair, texts)
    texts.set(needs!, [...(texts.get(needs!) ?? []), owner])
  }

  /** Collects the owners of all patterns that the value matches, and of some that it does not. */
  collect(value: string, found: Set<Owner>, budget: MatchBudget): void {
    const { folded } = prepare(value, budget)
    for (let end = 2; end <= folded.length; end += 1) {
      const texts = this.#byPair.get(pairNumber(folded, end - 2))
      if (!texts) continue
      spend(budget, texts.size)
      for (const [text, owners] of texts)
        if (folded.startsWith(text, end - text.length)) for (const owner of owners) found.add(owner)
    }
  }
}

// Short, so that looking for it takes no longer than its share of the steps, whatever the value is.
const maxLiteral = 8

/** The longest text that every match contains, or the end of it; empty if there is none. */
function longestLiteral(parts: Codes[]): string {
  let longest: Codes = new Int32Array()
  for (const part of parts) {
    let start = 0
    for (let index = 0; index <= part.length; index += 1) {
      if (index < part.length && part[index]! >= 0) continue
      if (index - start > longest.length) longest = part.subarray(start, index)
      start = index + 1
    }
  }
  return String.fromCodePoint(...longest.subarray(-maxLiteral))
}

/** The runs of segments between `**`, each with its slashes. */
function joinNeighbours(segments: (Codes | null)[]): Codes[] {
  const runs: number[][] = [[]]
  for (const segment of segments) {
    if (segment === null) runs.push([])
    else runs.at(-1)!.push(...(runs.at(-1)!.length > 0 ? [slash] : []), ...segment)
  }
  return runs.map((run) => Int32Array.from(run))
}

/**
 * Compiles patterns for paths of which one must match. Those without wildcards, such as the folders of packages, are
 * looked up, so that hundreds of them take hardly longer than one.
 */
export function compilePathPatterns(patterns: string[]): MatchPath {
  const isLiteral = (pattern: string) => !/[*?\\]/.test(pattern)
  const literals = new Set(patterns.filter(isLiteral).map((each) => splitPath(each).join('/')))
  const others = patterns.filter((each) => !isLiteral(each)).map(compilePathPattern)
  return (value, budget) => {
    if (literals.size > 0) {
      const path = prepare(value, budget).folded
      for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
        spend(budget, 1)
        if (literals.has(path.slice(0, end))) return true
      }
      if (literals.has('')) return true
    }
    return others.some((matches) => matches(value, budget))
  }
}

/** The names of a path or of a pattern for paths. */
function splitPath(path: string): string[] {
  return fold(path)
    .split('/')
    .filter((name) => name !== '' && name !== '.')
}
/** Returns a text in the form in which it is compared: NFC, in small letters. */
function fold(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

function toCodes(text: string): Codes {
  return Int32Array.from(text, (character) => character.codePointAt(0)!)
}

function parseSigns(pattern: string): Codes {
  const signs: number[] = []
  const characters = [...pattern]
  for (let index = 0; index < characters.length; index += 1) {
    const character = characters[index]!
    if (character === '*') {
      if (signs.at(-1) !== anyRun) signs.push(anyRun)
    } else if (character === '?') signs.push(anyOne)
    else if (character === '\\' && index + 1 < characters.length) {
      index += 1
      signs.push(characters[index]!.codePointAt(0)!)
    } else signs.push(character.codePointAt(0)!)
  }
  return Int32Array.from(signs)
}

/** Matches a whole value with two pointers: only the last `*` is ever tried again. */
function matchSigns(signs: Codes, value: Codes, budget: MatchBudget): boolean {
  let at = 0
  let position = 0
  let starAt = -1
  let starPosition = 0
  let steps = 0
  const most = budget.steps
  while (position < value.length) {
    steps += 1
    if (steps > most) break
    const sign = at < signs.length ? signs[at] : undefined
    if (sign === anyRun) {
      starAt = at
      starPosition = position
      at += 1
    } else if (sign === anyOne || (sign !== undefined && sign === value[position])) {
      at += 1
      position += 1
    } else if (starAt !== -1) {
      starPosition += 1
      position = starPosition
      at = starAt + 1
    } else {
      spend(budget, steps)
      return false
    }
  }
  spend(budget, steps)
  while (signs[at] === anyRun) at += 1
  return at === signs.length
}

/** Matches the beginning of a path, segment by segment; null is `**`. */
function matchSegments(segments: (Codes | null)[], path: Codes[], budget: MatchBudget): boolean {
  let at = 0
  let position = 0
  let starAt = -1
  let starPosition = 0
  while (at < segments.length) {
    spend(budget, 1)
    const segment = segments[at]
    if (segment === null) {
      starAt = at
      starPosition = position
      at += 1
    } else if (position < path.length && matchSigns(segment!, path[position]!, budget)) {
      at += 1
      position += 1
    } else if (starAt !== -1 && starPosition < path.length) {
      starPosition += 1
      position = starPosition
      at = starAt + 1
    } else return false
  }
  return true
}

function spend(budget: MatchBudget, steps: number): void {
  budget.steps -= steps
  if (budget.steps < 0) {
    throw new Problem(
      'config_too_costly',
      `Matching the patterns of the configuration takes more than ${maxMatchSteps.toLocaleString('en')} steps. Use fewer patterns, or patterns with fewer asterisks, or a smaller range.`,
    )
  }
}

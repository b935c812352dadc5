import { Problem } from '../../core/errors.ts'

/** Counts the steps of matching, so that patterns of a stranger's file cannot keep the service busy. */
export interface MatchBudget {
  /** The steps that are left. */
  steps: number
}

/** How many steps matching may take in one request of the service: about half a second. */
export const maxMatchSteps = 50_000_000

/** A budget that never ends, for a person's own machine. */
export const unlimitedBudget: MatchBudget = { steps: Number.POSITIVE_INFINITY }

/** Matches values against one pattern. */
export type Matcher = (value: string, budget: MatchBudget) => boolean

// Preparing a value costs about as much as this share of a step for each of its characters.
const foldedPerStep = 8

type Sign = { kind: 'any' } | { kind: 'one' } | { kind: 'literal'; value: string }

/** Compiles a pattern: `*` is any run of characters, `?` one character, `\` makes the next one literal. */
export function compilePattern(pattern: string): Matcher {
  const signs = parseSigns(fold(pattern))
  return (value, budget) => {
    spend(budget, value.length / foldedPerStep)
    return matchSigns(signs, [...fold(value)], budget)
  }
}

/**
 * Compiles a pattern for paths: `*` and `?` stop at a slash, `**` as a whole segment is any number of segments, and
 * a pattern also matches everything below what it matches.
 */
export function compilePathPattern(pattern: string): Matcher {
  const names = fold(pattern)
    .split('/')
    .filter((name) => name !== '' && name !== '.')
  // Everything below is matched anyway.
  while (names.at(-1) === '**') names.pop()
  const segments = names.map((name) => (name === '**' ? null : parseSigns(name)))
  return (value, budget) => {
    spend(budget, value.length / foldedPerStep)
    return matchSegments(segments, fold(value).split('/'), budget)
  }
}

/** Returns a text in the form in which it is compared: NFC, in small letters. */
function fold(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

function parseSigns(pattern: string): Sign[] {
  const signs: Sign[] = []
  const characters = [...pattern]
  for (let index = 0; index < characters.length; index += 1) {
    const character = characters[index]!
    if (character === '*') {
      if (signs.at(-1)?.kind !== 'any') signs.push({ kind: 'any' })
    } else if (character === '?') signs.push({ kind: 'one' })
    else if (character === '\\' && index + 1 < characters.length) {
      index += 1
      signs.push({ kind: 'literal', value: characters[index]! })
    } else signs.push({ kind: 'literal', value: character })
  }
  return signs
}

/** Matches a whole value with two pointers: only the last `*` is ever tried again. */
function matchSigns(signs: Sign[], value: string[], budget: MatchBudget): boolean {
  let at = 0
  let position = 0
  let starAt = -1
  let starPosition = 0
  while (position < value.length) {
    spend(budget)
    const sign = signs[at]
    if (sign?.kind === 'any') {
      starAt = at
      starPosition = position
      at += 1
    } else if (sign && (sign.kind === 'one' || sign.value === value[position])) {
      at += 1
      position += 1
    } else if (starAt !== -1) {
      starPosition += 1
      position = starPosition
      at = starAt + 1
    } else return false
  }
  while (signs[at]?.kind === 'any') at += 1
  return at === signs.length
}

/** Matches the beginning of a path, segment by segment; null is `**`. */
function matchSegments(segments: (Sign[] | null)[], path: string[], budget: MatchBudget): boolean {
  let at = 0
  let position = 0
  let starAt = -1
  let starPosition = 0
  while (at < segments.length) {
    spend(budget)
    const segment = segments[at]
    if (segment === null) {
      starAt = at
      starPosition = position
      at += 1
    } else if (position < path.length && matchSigns(segment!, [...path[position]!], budget)) {
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

function spend(budget: MatchBudget, steps = 1): void {
  budget.steps -= steps
  if (budget.steps < 0) {
    throw new Problem(
      'config_too_costly',
      `Matching the patterns of the configuration takes more than ${maxMatchSteps.toLocaleString('en')} steps. Use fewer patterns, or patterns with fewer asterisks, or a smaller range.`,
    )
  }
}

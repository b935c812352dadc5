import { type Category, categories } from '../../types.ts'
import { type Quiet, userTypes } from '../find-quiet.ts'
import type { Unit } from '../find-units.ts'
import { isImportant, type MustTell } from '../must-tell.ts'
import { traitsOf } from './features.ts'
import type { HouseStyle } from './house-style.ts'
import { inWords } from './in-words.ts'
import { chanceOf, hashOf, type Model, rowsOf, scaleOf, scoreCategories, scoreNotable } from './model.ts'

/** What was learned from many projects, and from this one's past, says about a unit. */
export interface Opinion {
  /** Whether it should be told, where no rule stands above it. */
  told: boolean
  /** How likely a maintainer would tell it, from 0 to 1. */
  chance: number
  category: Category
  /** Whether the type is more than a guess. */
  sure: boolean
  /** Whether the repository's own past has spoken. */
  inHouse: boolean
  /** Whether the type that the author wrote decided, and nothing learned. */
  byType: boolean
  /** What spoke most for the decision, in words. */
  sayWhy: () => string
}

const leastScore = -0.7
const leastScoreOfQuiet = -0.2
const importantChance = 0.8
const leastCut = 0.1
const nearlyAll = 0.87
const recallFirst = 0.03
const mostReasons = 3
const mostTries = 8
const smallRelease = 8
const leastScoreInSmall = -1.5
const leastChance = 0.4
const leastWords = 4
const mostTitle = 300
const plainWord = /^[\p{L}'’-]{1,40}$/u

/** A unit and what the rules found out about it. */
export interface Judged {
  unit: Unit
  must: MustTell
  /** Why it changes nothing itself. */
  idle: Quiet | null
  /** What the plain rules hold against it. */
  quiet: Quiet | null
}

/** What was learned: from many projects, and from this one's past where there is one. */
export interface Learned {
  model: Model
  style: HouseStyle | null
}

interface Scored extends Judged {
  names: string[]
  hashes: number[]
  rows: number[]
  score: number
}

/** Forms an opinion on each unit of a release, also by what the others are like. */
export function formOpinions(units: Judged[], learned: Learned): Opinion[] {
  const scored = units.map((each) => scoreUnit(each, units.length, learned))
  const least = leastScoreOf(scored, learned.style)
  return scored.map((each) => asOpinion(each, least(each), learned))
}

function scoreUnit(judged: Judged, mates: number, { model, style }: Learned): Scored {
  const { common, local } = traitsOf(judged.unit, { ...judged, quiet: judged.quiet?.reason ?? null, mates })
  const names = style === null ? common : common.concat(local)
  const hashes = names.map(hashOf)
  const rows = rowsOf(model, hashes)
  const shift = style === null ? 0 : houseShift(style, hashes) + seenShift(style, judged.unit)
  return { ...judged, names, hashes, rows, score: scoreNotable(model, rows) + shift }
}

/** What an earlier release had and left out is not news; what it listed may be told again by a back-port. */
function seenShift({ seen }: HouseStyle, { pullRequest }: Unit): number {
  const before = pullRequest === null ? undefined : seen.get(pullRequest)
  return before === undefined ? 0 : before ? 2 : -3
}

function asOpinion(scored: Scored, least: number, { model, style }: Learned): Opinion {
  const { unit, names, hashes, rows, score } = scored
  const filed = scoreCategories(model, rows)
  const told = score > least
  return {
    told,
    chance: chanceOf(score),
    category: highest(style === null ? filed : filedInHouse(style, filed, hashes)),
    sure: style !== null || isSure(filed, unit),
    inHouse: style !== null,
    byType: least === Number.NEGATIVE_INFINITY && style === null,
    sayWhy: () => {
      const weights = hashes.map((hash) => weightOf(hash, { model, style }) * (told ? 1 : -1))
      return heaviest(weights, (at) => inWords(names[at]!, unit))
    },
  }
}

function weightOf(hash: number, { model, style }: Learned): number {
  const row = model.rows.get(hash)
  return (row === undefined ? 0 : model.notable[row]!) + (style?.notable.get(hash) ?? 0)
}

/** The score from which units are told. */
function leastScoreOf(units: Scored[], style: HouseStyle | null): (unit: Scored) => number {
  const small = units.length <= smallRelease
  if (style !== null) {
    // A house that has listed nearly everything goes on to do so.
    const least = style.listed > nearlyAll * style.units ? Number.NEGATIVE_INFINITY : bestCut(units)
    return () => least
  }
  return ({ unit, quiet }) => {
    if (quiet !== null) return leastScoreOfQuiet
    // Whoever writes `fix:` says that users will notice; only the house's own habit may know better.
    if (userTypes.has(unit.header.type ?? '')) return Number.NEGATIVE_INFINITY
    // Small releases have room: their maintainers list most of what is in them.
    return small ? leastScoreInSmall : leastScore
  }
}

/** The score above which the balance of precision and recall is expected to be best, a little below for recall. */
function bestCut(units: Scored[]): number {
  const chances = units
    .filter(({ idle }) => idle === null)
    .map(({ must, score }) => (isImportant(must) ? importantChance : chanceOf(score)))
    .sort((a, b) => b - a)
  const expected = chances.reduce((sum, chance) => sum + chance, 0)
  let taken = 0
  let best = 0
  for (const [index, chance] of chances.entries()) {
    taken += chance
    best = Math.max(best, (2 * taken) / (index + 1 + expected))
  }
  // Where F1 is best, the last one taken has half of it for a chance.
  const cut = Math.max(leastCut, best / 2 - recallFirst)
  return Math.log(cut / (1 - cut))
}

/** Whether the best type is likely enough, and the title has words enough to speak for it. */
function isSure(scores: number[], { header }: Unit): boolean {
  const best = Math.max(...scores)
  const chance = 1 / scores.reduce((sum, score) => sum + Math.exp(score - best), 0)
  const words = header.description.slice(0, mostTitle).split(' ')
  return chance > leastChance && words.filter((word) => plainWord.test(word)).length >= leastWords
}

function houseShift(style: HouseStyle, hashes: number[]): number {
  let sum = 0
  for (const hash of hashes) sum += style.notable.get(hash) ?? 0
  return style.bias + sum * scaleOf(hashes.length)
}

function filedInHouse(style: HouseStyle, filed: number[], hashes: number[]): number[] {
  const scale = scaleOf(hashes.length)
  const own = hashes.map((hash) => style.category.get(hash))
  return filed.map((score, type) => {
    let sum = 0
    for (const weights of own) sum += weights?.[type] ?? 0
    return score + style.categoryBias[type]! + sum * scale
  })
}

function highest(scores: number[]): Category {
  return categories[scores.indexOf(Math.max(...scores))]!
}

/** The traits that weighed most, in words. */
function heaviest(weights: number[], inWords: (at: number) => string | null): string {
  const said = new Set<string>()
  for (let tries = 0; tries < mostTries && said.size < mostReasons; tries += 1) {
    const at = weights.indexOf(Math.max(...weights))
    if (at === -1 || weights[at]! <= 0) break
    const words = inWords(at)
    if (words !== null) said.add(words)
    weights[at] = 0
  }
  return said.size === 0 ? 'nothing in particular' : [...said].join(', ')
}

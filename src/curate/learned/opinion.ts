import { type Category, categories } from '../../types/category.ts'
import { type Quiet, userTypes } from '../find-quiet.ts'
import type { Unit } from '../find-units.ts'
import { isImportant, type MustTell } from '../must-tell.ts'
import { traitsOf } from './features.ts'
import type { HouseStyle } from './house-style.ts'
import { inWords } from './in-words.ts'
import { chanceOf, type Model, scoreTraits } from './model.ts'
import { TraitList } from './trait-list.ts'

const leastScore = -0.55
const leastScoreOfQuiet = -0.2
const leastScoreOfGrave = -0.7
const importantChance = 0.8
const leastImportant = -3
const leastCut = 0.1
const shiftOfListed = 2
const recallFirst = 0.02
const mostReasons = 3
const mostTries = 8
const smallRelease = 8
const leastScoreInSmall = -1.5
const leastWords = 4
const chanceOfShort = 0.85
const farLikelier = 0.7
const mostTitle = 300
const workTypes = new Set(['test', 'ci', 'style'])
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
  /** What many projects say of it; `score` is what this one makes of that. */
  elsewhere: number
  score: number
  /** How strongly it speaks for something that nobody may miss. */
  important: number
  /** How strongly it speaks for each type, elsewhere and here. */
  filedElsewhere: number[]
  filed: number[]
  /** The traits that weigh most for telling it and against. */
  pro: string[]
  con: string[]
}

/**
 * Forms an opinion on each unit of a release; with a house's past also what the others are like counts. One
 * after the other, so that what was found out about a unit is let go of before the next: a history may be long.
 */
export function* formOpinions<Found extends Judged>(
  units: Unit[],
  look: (unit: Unit) => Found,
  learned: Learned,
): Generator<Found & { opinion: Opinion }> {
  const { style } = learned
  const score = scorerOf(units.length, learned)
  if (style === null) {
    const isSmall = units.length <= smallRelease
    for (const unit of units) {
      const found = look(unit)
      yield {
        ...found,
        opinion: new Opinion(() => score(found), { unit, least: leastCold(found, isSmall), style }),
      }
    }
    return
  }
  const all = units.map((unit) => {
    const found = look(unit)
    return { found, scored: score(found) }
  })
  // A house that has listed nearly everything goes on to do so.
  const least = style.listsNearlyAll ? Number.NEGATIVE_INFINITY : bestCut(all.map(({ scored }) => scored))
  for (const { found, scored } of all)
    yield { ...found, opinion: new Opinion(() => scored, { unit: found.unit, least, style }) }
}

// Of the many traits of a unit only the heaviest are kept: a long history has millions.
function scorerOf(mates: number, { model, style }: Learned): (judged: Judged) => Scored {
  const list = new TraitList()
  return (judged) => {
    const { common } = traitsOf(judged.unit, { ...judged, quiet: judged.quiet?.reason ?? null, mates }, list)
    const { hashes } = list
    if (style === null) list.cut(common)
    const { notable: elsewhere, important, categories: filedElsewhere, weights } = scoreTraits(model, hashes)
    const own = style === null ? [] : style.rowsOf(hashes)
    const shift = style === null ? 0 : style.notableShift(own, hashes.length) + seenShift(style, judged.unit)
    const shifts = style?.filingShifts(own, hashes.length)
    if (style !== null) for (const [at, hash] of hashes.entries()) weights[at]! += style.weightOf(hash)
    return {
      ...judged,
      elsewhere,
      score: elsewhere + shift,
      important,
      filedElsewhere,
      filed: shifts ? filedElsewhere.map((each, type) => each + shifts[type]!) : filedElsewhere,
      pro: heaviest(weights, 1).map((at) => list.nameAt(at)),
      con: heaviest(weights, -1).map((at) => list.nameAt(at)),
    }
  }
}

/** What an earlier release had and left out is not news; what it listed may be told again by a back-port. */
function seenShift({ seen }: HouseStyle, { pullRequest }: Unit): number {
  const before = pullRequest === null ? undefined : seen.get(pullRequest)
  return before === undefined ? 0 : before ? shiftOfListed : Number.NEGATIVE_INFINITY
}

/**
 * What was learned from many projects, and from this one's past, says about a unit; worked out when somebody
 * asks: where the author's type decides, nobody does.
 */
export class Opinion {
  readonly #unit: Unit
  readonly #least: number
  readonly #score: () => Scored
  #known: Scored | null = null
  /** Whether the repository's own past has spoken about the type. */
  readonly inHouse: boolean
  /** Whether the type that the author wrote decided, and nothing learned. */
  readonly byType: boolean

  constructor(
    score: () => Scored,
    { unit, least, style }: { unit: Unit; least: number; style: HouseStyle | null },
  ) {
    this.#unit = unit
    this.#least = least
    this.#score = score
    this.inHouse = style !== null && style.filed > 0
    this.byType = least === Number.NEGATIVE_INFINITY && style === null
  }

  /** Whether it should be told, where no rule stands above it. */
  get told(): boolean {
    return this.byType || this.#scored().score > this.#least || isGrave(this.#scored())
  }

  /** How likely a maintainer would tell it, from 0 to 1. */
  get chance(): number {
    return chanceOf(this.#scored().score)
  }

  get category(): Category {
    return highest(this.#scored().filed)
  }

  /** Whether the type is more than a guess. */
  get sure(): boolean {
    return this.inHouse || isSure(this.#scored().filedElsewhere, this.#unit)
  }

  /** Whether the type is far likelier than another one. */
  beats(other: Category): boolean {
    const { filed } = this.#scored()
    return Math.max(...filed) > filed[categories.indexOf(other)]! + farLikelier
  }

  /** What spoke most for the decision, in words. */
  sayWhy(): string {
    const { pro, con } = this.#scored()
    return sayTraits(this.told ? pro : con, this.#unit)
  }

  #scored(): Scored {
    this.#known ??= this.#score()
    return this.#known
  }
}

/** Whether it may well break or take away something, so that neither thrift nor a house's habit may hide it. */
function isGrave({ important, elsewhere, score, quiet }: Scored): boolean {
  if (score === Number.NEGATIVE_INFINITY) return false
  return quiet === null && elsewhere > leastScoreOfGrave && important > leastImportant
}

/** The score from which a unit is told where nothing is known of the house. */
function leastCold({ unit, quiet }: Judged, isSmall: boolean): number {
  // Nor does anything learned elsewhere know better than whoever writes `test:`.
  if (quiet !== null && workTypes.has(unit.header.type ?? '')) return Number.POSITIVE_INFINITY
  if (quiet !== null) return leastScoreOfQuiet
  // Whoever writes `fix:` says that users will notice; only the house's own habit may know better.
  if (userTypes.has(unit.header.type ?? '')) return Number.NEGATIVE_INFINITY
  // Small releases have room: their maintainers list most of what is in them.
  return isSmall ? leastScoreInSmall : leastScore
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

/** Whether a title speaks for its type. Most changes are fixes: a short title needs more to be one. */
function isSure(scores: number[], { header }: Unit): boolean {
  const words = header.description.slice(0, mostTitle).split(' ')
  if (words.filter((word) => plainWord.test(word)).length >= leastWords) return true
  const best = Math.max(...scores)
  const chance = 1 / scores.reduce((sum, score) => sum + Math.exp(score - best), 0)
  return highest(scores) !== 'Fixed' || chance > chanceOfShort
}

function highest(scores: number[]): Category {
  return categories[scores.indexOf(Math.max(...scores))]!
}

/** Where the traits are that weigh most for or against, the heaviest first. */
function heaviest(weights: number[], sign: 1 | -1): number[] {
  const top: number[] = []
  for (let at = 0; at < weights.length; at += 1) {
    const weight = sign * weights[at]!
    const isFull = top.length === mostTries
    if (weight <= 0 || (isFull && weight <= sign * weights[top[mostTries - 1]!]!)) continue
    let place = isFull ? mostTries - 1 : top.length
    for (; place > 0 && sign * weights[top[place - 1]!]! < weight; place -= 1) top[place] = top[place - 1]!
    top[place] = at
  }
  return top
}

function sayTraits(names: string[], unit: Unit): string {
  const said = new Set<string>()
  for (const name of names) {
    const words = said.size < mostReasons ? inWords(name, unit) : null
    if (words !== null) said.add(words)
  }
  return said.size === 0 ? 'nothing in particular' : [...said].join(', ')
}

import { type Category, categories } from '../../core/category.ts'
import type { ChangeUnit } from '../group/group-into-units.ts'
import { userFacingTypes } from '../rules/exclusion-rules.ts'
import { isImportant } from '../rules/must-include.ts'
import { describeFeature } from './describe-feature.ts'
import type { HouseStyle } from './house-style.ts'
import { probabilityOf } from './model.ts'
import { createUnitScorer, type LearnedModels, type RuleFindings, type ScoredUnit } from './score-units.ts'

const leastScore = -0.55
const leastScoreOfQuiet = -0.2
const leastScoreOfGrave = -0.7
const importantChance = 0.8
const leastImportant = -3
const leastCut = 0.1
const recallFirst = 0.02
const mostReasons = 3
const smallRelease = 8
const leastScoreInSmall = -1.5
const leastWords = 4
const chanceOfShort = 0.85
const farLikelier = 0.7
const mostTitle = 300
const workTypes = new Set(['test', 'ci', 'style'])
const plainWord = /^[\p{L}'’-]{1,40}$/u

/**
 * Forms an opinion on each unit of a release; with a house's past also what the others are like counts. One
 * after the other, so that what was found out about a unit is let go of before the next: a history may be long.
 */
export function* predictUnits<Found extends RuleFindings>(
  units: ChangeUnit[],
  look: (unit: ChangeUnit) => Found,
  learned: LearnedModels,
): Generator<Found & { opinion: Prediction }> {
  const { style } = learned
  const score = createUnitScorer(units.length, learned)
  if (style === null) {
    const isSmall = units.length <= smallRelease
    for (const unit of units) {
      const found = look(unit)
      yield {
        ...found,
        opinion: new Prediction(() => score(found), { unit, least: leastCold(found, isSmall), style }),
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
    yield { ...found, opinion: new Prediction(() => scored, { unit: found.unit, least, style }) }
}

/**
 * What was learned from many projects, and from this one's past, says about a unit; worked out when somebody
 * asks: where the author's type decides, nobody does.
 */
export class Prediction {
  readonly #unit: ChangeUnit
  readonly #least: number
  readonly #score: () => ScoredUnit
  #known: ScoredUnit | null = null
  /** Whether the repository's own past has spoken about the category. */
  readonly inHouse: boolean
  /** Whether the type that the author wrote decided, and nothing learned. */
  readonly byType: boolean

  constructor(
    score: () => ScoredUnit,
    { unit, least, style }: { unit: ChangeUnit; least: number; style: HouseStyle | null },
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
    return probabilityOf(this.#scored().score)
  }

  get category(): Category {
    return highest(this.#scored().filed)
  }

  /** Whether the category is more than a guess. */
  get sure(): boolean {
    return this.inHouse || isSure(this.#scored().filedElsewhere, this.#unit)
  }

  /** Whether the category is far likelier than another one. */
  beats(other: Category): boolean {
    const { filed } = this.#scored()
    return Math.max(...filed) > filed[categories.indexOf(other)]! + farLikelier
  }

  /** What spoke most for the decision, in words. */
  sayWhy(): string {
    const { pro, con } = this.#scored()
    return sayTraits(this.told ? pro : con, this.#unit)
  }

  #scored(): ScoredUnit {
    this.#known ??= this.#score()
    return this.#known
  }
}

/** Whether it may well break or take away something, so that neither thrift nor a house's habit may hide it. */
function isGrave({ important, elsewhere, score, quiet }: ScoredUnit): boolean {
  if (score === Number.NEGATIVE_INFINITY) return false
  return quiet === null && elsewhere > leastScoreOfGrave && important > leastImportant
}

/** The score from which a unit is told where nothing is known of the house. */
function leastCold({ unit, quiet }: RuleFindings, isSmall: boolean): number {
  // Nor does anything learned elsewhere know better than whoever writes `test:`.
  if (quiet !== null && workTypes.has(unit.header.type ?? '')) return Number.POSITIVE_INFINITY
  if (quiet !== null) return leastScoreOfQuiet
  // Whoever writes `fix:` says that users will notice; only the house's own habit may know better.
  if (userFacingTypes.has(unit.header.type ?? '')) return Number.NEGATIVE_INFINITY
  // Small releases have room: their maintainers list most of what is in them.
  return isSmall ? leastScoreInSmall : leastScore
}

/** The score above which the balance of precision and recall is expected to be best, a little below for recall. */
function bestCut(units: ScoredUnit[]): number {
  const chances = units
    .filter(({ idle }) => idle === null)
    .map(({ must, score }) => (isImportant(must) ? importantChance : probabilityOf(score)))
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

/** Whether a title speaks for its category. Most changes are fixes: a short title needs more to be one. */
function isSure(scores: number[], { header }: ChangeUnit): boolean {
  const words = header.description.slice(0, mostTitle).split(' ')
  if (words.filter((word) => plainWord.test(word)).length >= leastWords) return true
  const best = Math.max(...scores)
  const chance = 1 / scores.reduce((sum, score) => sum + Math.exp(score - best), 0)
  return highest(scores) !== 'Fixed' || chance > chanceOfShort
}

function highest(scores: number[]): Category {
  return categories[scores.indexOf(Math.max(...scores))]!
}

function sayTraits(names: string[], unit: ChangeUnit): string {
  const said = new Set<string>()
  for (const name of names) {
    const words = said.size < mostReasons ? describeFeature(name, unit) : null
    if (words !== null) said.add(words)
  }
  return said.size === 0 ? 'nothing in particular' : [...said].join(', ')
}

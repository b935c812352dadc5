import { type Category, categories, headingClasses } from '../../core/category.ts'
import type { ChangeUnit } from '../group/group-into-units.ts'
import { userFacingTypes } from '../parse/commit-types.ts'
import { isMustInclude } from '../rules/must-include.ts'
import { describeFeature } from './describe-feature.ts'
import type { HouseStyle } from './house-style.ts'
import { probabilityOf } from './model.ts'
import { createUnitScorer, type LearnedModels, type RuleFindings, type ScoredUnit } from './score-units.ts'

const minScore = -0.55
const minScoreOfExcluded = -0.2
const minScoreOfImportant = -0.7
const minShareOfExcluded = 0.6
const mustIncludeProbability = 0.8
const minImportantScore = -3
const minThreshold = 0.1
const recallMargin = 0.02
const maxReasons = 3
const smallRelease = 8
const minScoreInSmallRelease = -1.5
const minPlainWords = 4
const minProbabilityOfShortFix = 0.85
const clearMargin = 0.7
const maxTitleLength = 300
const neverPredictedTypes = new Set(['test', 'ci', 'style'])
const plainWord = /^[\p{L}'’-]{1,40}$/u

/**
 * Predicts for each unit of a release whether maintainers would list it, and in which category. Yields one unit
 * at a time, so that the findings of a unit can be freed before the next: a history may be long. With a house
 * style, the threshold depends on all units of the release.
 */
export function* predictUnits<Findings extends RuleFindings>(
  units: ChangeUnit[],
  applyRules: (unit: ChangeUnit) => Findings,
  learned: LearnedModels,
): Generator<Findings & { prediction: Prediction }> {
  const { style } = learned
  const score = createUnitScorer(units.length, learned)
  if (style === null) {
    const isSmall = units.length <= smallRelease
    for (const unit of units) {
      const findings = applyRules(unit)
      const threshold = thresholdWithoutStyle(findings, isSmall)
      yield { ...findings, prediction: new Prediction(() => score(findings), { unit, threshold, style }) }
    }
    return
  }
  const all = units.map((unit) => {
    const findings = applyRules(unit)
    return { findings, scored: score(findings) }
  })
  // A project that listed nearly everything will continue to do so.
  const threshold = style.listsNearlyAll
    ? Number.NEGATIVE_INFINITY
    : findBestThreshold(all.map(({ scored }) => scored))
  for (const { findings, scored } of all) {
    const { unit } = findings
    const own = isBelowFloor(scored, style) ? Number.POSITIVE_INFINITY : threshold
    yield { ...findings, prediction: new Prediction(() => scored, { unit, threshold: own, style }) }
  }
}

/**
 * What the shipped model and the house style predict about a unit. The score is computed on first use, because
 * it is not needed when the commit type decides.
 */
export class Prediction {
  readonly #unit: ChangeUnit
  readonly #threshold: number
  readonly #score: () => ScoredUnit
  #cached: ScoredUnit | null = null
  readonly #hasHeadings: boolean
  /** Whether the category comes from the house style of this project. */
  readonly isFromHouseStyle: boolean
  /** Whether the commit type alone decides that the unit is included. */
  readonly isByType: boolean

  constructor(
    score: () => ScoredUnit,
    { unit, threshold, style }: { unit: ChangeUnit; threshold: number; style: HouseStyle | null },
  ) {
    this.#unit = unit
    this.#threshold = threshold
    this.#score = score
    this.#hasHeadings = style !== null && style.categorised > 0
    this.isFromHouseStyle = style?.knowsCategories === true
    this.isByType = threshold === Number.NEGATIVE_INFINITY && style === null
  }

  /** Whether maintainers would list the unit. */
  get isIncluded(): boolean {
    return this.isByType || this.#scored().score > this.#threshold || isPossiblyImportant(this.#scored())
  }

  /** By how much the score exceeds what is needed to include the unit; negative if it does not. */
  get margin(): number {
    return this.#scored().score - this.#threshold
  }

  /** How likely maintainers would list the unit, from 0 to 1. */
  get probability(): number {
    return probabilityOf(this.#scored().score)
  }

  get category(): Category {
    return findHighest(this.#scored().categoryScores)
  }

  /** Whether this project lists such changes under a heading that is none of the six categories. */
  get isUnderOtherHeading(): boolean {
    if (!this.#hasHeadings) return false
    const { headingScores } = this.#scored()
    const other = headingScores[headingClasses.indexOf('Other')]!
    return other > Math.max(...headingScores.slice(0, categories.length))
  }

  /** Whether the category is more than a guess. */
  get isCategoryConfident(): boolean {
    return this.isFromHouseStyle || isConfident(this.#scored().modelCategoryScores, this.#unit)
  }

  /** Whether the category is clearly more likely than another one. */
  outweighs(other: Category): boolean {
    const { categoryScores } = this.#scored()
    return (
      Math.max(...categoryScores.slice(0, categories.length)) >
      categoryScores[categories.indexOf(other)]! + clearMargin
    )
  }

  /** Describes the features that weighed most for the prediction. */
  describeReasons(): string {
    const { strongestFor, strongestAgainst } = this.#scored()
    return describeFeatures(this.isIncluded ? strongestFor : strongestAgainst, this.#unit)
  }

  #scored(): ScoredUnit {
    this.#cached ??= this.#score()
    return this.#cached
  }
}

/** Whether a unit may break or remove something, so that a low notability score does not exclude it. */
function isPossiblyImportant({ importantScore, modelScore, score, exclusion }: ScoredUnit): boolean {
  if (score === Number.NEGATIVE_INFINITY) return false
  return exclusion === null && modelScore > minScoreOfImportant && importantScore > minImportantScore
}

/** Whether a unit is excluded without a house style, by a rule about work that this project does not list either. */
function isBelowFloor(scored: ScoredUnit, style: HouseStyle): boolean {
  const { exclusion, modelScore, score } = scored
  if (exclusion === null || style.listsKind(exclusion.kind)) return false
  // The style may know the listed part of a kind, such as updates of one dependency, but never of tests.
  const isTest = exclusion.reason === 'test' || neverPredictedTypes.has(scored.unit.header.type ?? '')
  const isPredictable = !exclusion.isHousekeeping && (style.listsNearlyAll || !isTest)
  if (isPredictable && probabilityOf(score) >= minShareOfExcluded) return false
  return modelScore <= thresholdWithoutStyle(scored, false)
}

/** The score above which a unit is included when the project has no house style. */
function thresholdWithoutStyle({ unit, exclusion }: RuleFindings, isSmall: boolean): number {
  const type = unit.header.type ?? ''
  // The author of `test:` knows better than the model that users do not notice it.
  if (exclusion !== null && neverPredictedTypes.has(type)) return Number.POSITIVE_INFINITY
  if (exclusion !== null) return minScoreOfExcluded
  // The author of `fix:` knows better than the model that users notice it; only a house style overrides that.
  if (userFacingTypes.has(type)) return Number.NEGATIVE_INFINITY
  // Maintainers list most changes of a small release.
  return isSmall ? minScoreInSmallRelease : minScore
}

/** The score above which the expected F1 is best, a little lower to favour recall. */
function findBestThreshold(units: ScoredUnit[]): number {
  const probabilities = units
    .filter(({ noOp }) => noOp === null)
    .map(({ mustInclude, score }) =>
      isMustInclude(mustInclude) ? mustIncludeProbability : probabilityOf(score),
    )
    .sort((a, b) => b - a)
  const expected = probabilities.reduce((sum, probability) => sum + probability, 0)
  let included = 0
  let best = 0
  for (const [index, probability] of probabilities.entries()) {
    included += probability
    best = Math.max(best, (2 * included) / (index + 1 + expected))
  }
  // At the best F1, the probability of the last included unit is half of that F1.
  const threshold = Math.max(minThreshold, best / 2 - recallMargin)
  return Math.log(threshold / (1 - threshold))
}

/** Whether a category can be trusted. Most changes are fixes, so a short title needs a higher probability for one. */
function isConfident(allScores: number[], { header }: ChangeUnit): boolean {
  const words = header.description.slice(0, maxTitleLength).split(' ')
  if (words.filter((word) => plainWord.test(word)).length >= minPlainWords) return true
  const scores = allScores.slice(0, categories.length)
  const best = Math.max(...scores)
  const probability = 1 / scores.reduce((sum, score) => sum + Math.exp(score - best), 0)
  return findHighest(scores) !== 'Fixed' || probability > minProbabilityOfShortFix
}

function findHighest(scores: number[]): Category {
  const ofCategories = scores.slice(0, categories.length)
  return categories[ofCategories.indexOf(Math.max(...ofCategories))]!
}

function describeFeatures(names: string[], unit: ChangeUnit): string {
  const descriptions = new Set<string>()
  for (const name of names) {
    const description = descriptions.size < maxReasons ? describeFeature(name, unit) : null
    if (description !== null) descriptions.add(description)
  }
  return descriptions.size === 0 ? 'no specific reason' : [...descriptions].join(', ')
}

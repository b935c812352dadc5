import type { ChangeUnit } from '../group/group-into-units.ts'
import type { Exclusion } from '../rules/exclusion-rules.ts'
import type { MustInclude } from '../rules/must-include.ts'
import { FeatureList } from './feature-list.ts'
import { extractCommonFeatures, extractFeatures } from './features.ts'
import type { HouseStyle } from './house-style.ts'
import { type NotabilityModel, scoreFeatures } from './model.ts'

const shiftOfListed = 2
const maxReasonCandidates = 8

/** A unit and what the rules found out about it. */
export interface RuleFindings {
  unit: ChangeUnit
  mustInclude: MustInclude
  /** Why it changes nothing itself, such as a merge or a release commit. */
  noOp: Exclusion | null
  /** Why the exclusion rules exclude it. */
  exclusion: Exclusion | null
}

/** The shipped model, and the house style of this project where its past is known. */
export interface LearnedModels {
  model: NotabilityModel
  style: HouseStyle | null
}

/** A unit with its scores. */
export interface ScoredUnit extends RuleFindings {
  /** The notability score by the shipped model alone. */
  modelScore: number
  /** The notability score corrected by the house style. */
  score: number
  /** The score for being breaking, a removal, a deprecation or a security fix. */
  importantScore: number
  /** The score of each category by the shipped model alone. */
  modelCategoryScores: number[]
  /** The score of each category, corrected by the house style if it tells categories apart. */
  categoryScores: number[]
  /** The score of each category corrected by the house style, to compare the headings outside of the six with them. */
  headingScores: number[]
  /** The names of the features that weigh most for including it, and against. */
  strongestFor: string[]
  strongestAgainst: string[]
}

/** Creates a function that scores the units of a release; it keeps only the heaviest features to save memory. */
export function createUnitScorer(
  releaseSize: number,
  { model, style }: LearnedModels,
): (findings: RuleFindings) => ScoredUnit {
  const list = new FeatureList()
  return (findings) => {
    const { unit, mustInclude, exclusion } = findings
    const extract = style === null ? extractCommonFeatures : extractFeatures
    extract(unit, { mustInclude, exclusion: exclusion?.reason ?? null, releaseSize }, list)
    const { hashes } = list
    const { notable, important, categories, weights } = scoreFeatures(model, hashes)
    const rows = style === null ? [] : style.findRows(hashes)
    const shift =
      style === null ? 0 : style.computeNotabilityShift(rows, hashes.length) + shiftOfPast(style, unit)
    const categoryShifts = style?.computeCategoryShifts(rows, hashes.length)
    if (style !== null) for (const [at, hash] of hashes.entries()) weights[at]! += style.weightOf(hash)
    const headingScores = categoryShifts
      ? categories.map((each, type) => each + categoryShifts[type]!)
      : categories
    return {
      ...findings,
      modelScore: notable,
      score: notable + shift,
      importantScore: important,
      modelCategoryScores: categories,
      categoryScores: style?.knowsCategories ? headingScores : categories,
      headingScores,
      strongestFor: findHeaviest(weights, 1).map((at) => list.nameAt(at)),
      strongestAgainst: findHeaviest(weights, -1).map((at) => list.nameAt(at)),
    }
  }
}

/** A pull request that a past release did not list is not listed now; a listed one may be a back-port. */
function shiftOfPast({ pastPullRequests }: HouseStyle, { pullRequest }: ChangeUnit): number {
  const wasListed = pullRequest === null ? undefined : pastPullRequests.get(pullRequest)
  return wasListed === undefined ? 0 : wasListed ? shiftOfListed : Number.NEGATIVE_INFINITY
}

/** The indexes of the weights with the given sign, the heaviest first. */
function findHeaviest(weights: number[], sign: 1 | -1): number[] {
  const top: number[] = []
  for (let at = 0; at < weights.length; at += 1) {
    const weight = sign * weights[at]!
    const isFull = top.length === maxReasonCandidates
    if (weight <= 0 || (isFull && weight <= sign * weights[top[maxReasonCandidates - 1]!]!)) continue
    let rank = isFull ? maxReasonCandidates - 1 : top.length
    for (; rank > 0 && sign * weights[top[rank - 1]!]! < weight; rank -= 1) top[rank] = top[rank - 1]!
    top[rank] = at
  }
  return top
}

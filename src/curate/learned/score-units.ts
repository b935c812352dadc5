import type { ChangeUnit } from '../group/group-into-units.ts'
import type { Exclusion } from '../rules/exclusion-rules.ts'
import type { MustInclude } from '../rules/must-include.ts'
import { FeatureList } from './feature-list.ts'
import { extractCommonFeatures, extractFeatures } from './features.ts'
import type { HouseStyle } from './house-style.ts'
import { type Model, scoreFeatures } from './model.ts'

const shiftOfListed = 2
const mostTries = 8

/** A unit and what the rules found out about it. */
export interface RuleFindings {
  unit: ChangeUnit
  must: MustInclude
  /** Why it changes nothing itself. */
  idle: Exclusion | null
  /** What the plain rules hold against it. */
  quiet: Exclusion | null
}

/** What was learned: from many projects, and from this one's past where there is one. */
export interface LearnedModels {
  model: Model
  style: HouseStyle | null
}

/** What was learned of a unit, in numbers. */
export interface ScoredUnit extends RuleFindings {
  /** What many projects say of it; `score` is what this one makes of that. */
  elsewhere: number
  score: number
  /** How strongly it speaks for something that nobody may miss. */
  important: number
  /** How strongly it speaks for each category, elsewhere and here. */
  filedElsewhere: number[]
  filed: number[]
  /** The traits that weigh most for telling it and against. */
  pro: string[]
  con: string[]
}

/** Scores units of a release; of the many traits of each only the heaviest are kept: a long history has millions. */
export function createUnitScorer(
  mates: number,
  { model, style }: LearnedModels,
): (judged: RuleFindings) => ScoredUnit {
  const list = new FeatureList()
  return (judged) => {
    const read = style === null ? extractCommonFeatures : extractFeatures
    read(judged.unit, { ...judged, quiet: judged.quiet?.reason ?? null, mates }, list)
    const { hashes } = list
    const {
      notable: elsewhere,
      important,
      categories: filedElsewhere,
      weights,
    } = scoreFeatures(model, hashes)
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
function seenShift({ seen }: HouseStyle, { pullRequest }: ChangeUnit): number {
  const before = pullRequest === null ? undefined : seen.get(pullRequest)
  return before === undefined ? 0 : before ? shiftOfListed : Number.NEGATIVE_INFINITY
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

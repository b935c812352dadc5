import type { PastRelease } from '../../core/history.ts'
import type { ListingPatterns } from '../../core/house-style.ts'
import { findRemainingUnits } from '../group/find-remaining-units.ts'
import type { ChangeUnit } from '../group/group-into-units.ts'
import { findExclusion } from '../rules/exclusion-rules.ts'
import { findMustInclude } from '../rules/must-include.ts'
import { describeFeature } from './describe-feature.ts'
import { extractFeatures } from './features.ts'
import { hashFeatureName } from './hash.ts'
import type { HouseStyle } from './house-style.ts'

const maxKinds = 12
const maxPatterns = 8
const minChanges = 5
/** Features that explain nothing to a reader: authors, words of bodies, and very short words. */
const unexplaining = /^(?:author:|body-word:|word:.{0,3}$)/
/** How far the share of listed changes must be from the average to be a pattern. */
const minDifference = 0.15

interface PatternCounts {
  words: string
  weight: number
  changes: number
  listed: number
}

/** A unit of a past release, and the number of units in that release. */
interface UnitOfRelease {
  unit: ChangeUnit
  releaseSize: number
}

/** Describes which changes a project lists, by what was learned from its past releases. */
export function describeListingPatterns(past: PastRelease[], style: HouseStyle): ListingPatterns {
  const kinds = new Map<string | null, { changes: number; listed: number }>()
  const patterns = new Map<string, PatternCounts>()
  const known = new Map(past.flatMap(({ history }) => findLearnedUnits(history, style)))
  for (const { unit, releaseSize } of known.values()) {
    const isListed = style.pastPullRequests.get(unit.pullRequest!) === true
    const { type } = unit.header
    kinds.set(type, addCount(kinds.get(type) ?? { changes: 0, listed: 0 }, isListed))
    for (const [name, words] of describeUnitFeatures(unit, releaseSize)) {
      const weight = style.weightOf(hashFeatureName(name))
      const counts = patterns.get(words) ?? { words, weight, changes: 0, listed: 0 }
      patterns.set(words, addCount(counts, isListed))
    }
  }
  const average = style.listed / style.units
  const frequent = [...patterns.values()].filter(({ changes }) => changes >= minChanges)
  return {
    kinds: [...kinds]
      .map(([kind, counts]) => ({ kind, ...counts }))
      .sort((one, other) => other.changes - one.changes)
      .slice(0, maxKinds),
    more: findStrongest(frequent, (each) => each.weight > 0 && listedShare(each) > average + minDifference),
    less: findStrongest(frequent, (each) => each.weight < 0 && listedShare(each) < average - minDifference),
  }
}

/** The units that the house style was learned from, by their pull request. */
function findLearnedUnits(
  history: PastRelease['history'],
  { pastPullRequests }: HouseStyle,
): [number, UnitOfRelease][] {
  const units = findRemainingUnits(history)
  return units
    .filter(({ pullRequest }) => pullRequest !== null && pastPullRequests.has(pullRequest))
    .map((unit) => [unit.pullRequest!, { unit, releaseSize: units.length }])
}

/** Describes the features of a unit that explain something, by feature name. */
function describeUnitFeatures(unit: ChangeUnit, releaseSize: number): Map<string, string> {
  const mustInclude = findMustInclude(unit)
  const exclusion = findExclusion(unit)?.reason ?? null
  const { list } = extractFeatures(unit, { mustInclude, exclusion, releaseSize })
  const descriptions = new Map<string, string>()
  const taken = new Set<string>()
  for (const name of list.names()) {
    const words = unexplaining.test(name) ? null : describeFeature(name, unit)
    if (words === null || taken.has(words)) continue
    taken.add(words)
    descriptions.set(name, words)
  }
  return descriptions
}

function addCount<Counts extends { changes: number; listed: number }>(
  before: Counts,
  isListed: boolean,
): Counts {
  return { ...before, changes: before.changes + 1, listed: before.listed + (isListed ? 1 : 0) }
}

function listedShare({ changes, listed }: PatternCounts): number {
  return listed / changes
}

function findStrongest(
  patterns: PatternCounts[],
  isPattern: (counts: PatternCounts) => boolean,
): ListingPatterns['more'] {
  return patterns
    .filter(isPattern)
    .sort((one, other) => Math.abs(other.weight) - Math.abs(one.weight))
    .slice(0, maxPatterns)
    .map(({ words, changes, listed }) => ({ words, changes, listed }))
}

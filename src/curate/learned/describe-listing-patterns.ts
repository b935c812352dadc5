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

const mostKinds = 12
const mostSigns = 8
const leastChanges = 5
/** Who made it is nobody's reason, and little words and those of descriptions explain nothing on their own. */
const silent = /^(?:author:|body-word:|word:.{0,3}$)/
/** How far from the whole a sign must be before it says something. */
const leastDifference = 0.15

interface Tally {
  words: string
  weight: number
  changes: number
  listed: number
}

/** Says in words which changes a project lists, by what was learned from its past. */
export function describeListingPatterns(past: PastRelease[], style: HouseStyle): ListingPatterns {
  const kinds = new Map<string | null, { changes: number; listed: number }>()
  const signs = new Map<string, Tally>()
  const known = new Map(past.flatMap(({ history }) => unitsOf(history, style)))
  for (const { unit, mates } of known.values()) {
    const isListed = style.seen.get(unit.pullRequest!) === true
    const { type } = unit.header
    kinds.set(type, counted(kinds.get(type) ?? { changes: 0, listed: 0 }, isListed))
    for (const [name, words] of wordsOf(unit, mates)) {
      const weight = style.weightOf(hashFeatureName(name))
      const sign = signs.get(words) ?? { words, weight, changes: 0, listed: 0 }
      signs.set(words, counted(sign, isListed))
    }
  }
  const usual = style.listed / style.units
  const telling = [...signs.values()].filter(({ changes }) => changes >= leastChanges)
  return {
    kinds: [...kinds]
      .map(([kind, counts]) => ({ kind, ...counts }))
      .sort((one, other) => other.changes - one.changes)
      .slice(0, mostKinds),
    more: strongest(telling, (sign) => sign.weight > 0 && shareOf(sign) > usual + leastDifference),
    less: strongest(telling, (sign) => sign.weight < 0 && shareOf(sign) < usual - leastDifference),
  }
}

/** The units that were learned from, each by its pull request. */
function unitsOf(history: PastRelease['history'], { seen }: HouseStyle) {
  const units = findRemainingUnits(history)
  return units
    .filter(({ pullRequest }) => pullRequest !== null && seen.has(pullRequest))
    .map((unit): [number, { unit: ChangeUnit; mates: number }] => [
      unit.pullRequest!,
      { unit, mates: units.length },
    ])
}

/** The traits of a unit that can be said in words and explain something. */
function wordsOf(unit: ChangeUnit, mates: number): Map<string, string> {
  const must = findMustInclude(unit)
  const { list } = extractFeatures(unit, { must, quiet: findExclusion(unit)?.reason ?? null, mates })
  const said = new Map<string, string>()
  const taken = new Set<string>()
  for (const name of list.names()) {
    const words = silent.test(name) ? null : describeFeature(name, unit)
    if (words === null || taken.has(words)) continue
    taken.add(words)
    said.set(name, words)
  }
  return said
}

function counted<Counts extends { changes: number; listed: number }>(
  before: Counts,
  isListed: boolean,
): Counts {
  return { ...before, changes: before.changes + 1, listed: before.listed + (isListed ? 1 : 0) }
}

function shareOf({ changes, listed }: Tally): number {
  return listed / changes
}

function strongest(signs: Tally[], counts: (sign: Tally) => boolean): ListingPatterns['more'] {
  return signs
    .filter(counts)
    .sort((one, other) => Math.abs(other.weight) - Math.abs(one.weight))
    .slice(0, mostSigns)
    .map(({ words, changes, listed }) => ({ words, changes, listed }))
}

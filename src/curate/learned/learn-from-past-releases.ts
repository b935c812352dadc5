import type { PastRelease } from '../../core/history.ts'
import { findRemainingUnits } from '../group/find-remaining-units.ts'
import { extractPastUnits, type HouseStyle, learnHouseStyle } from './house-style.ts'
import { shippedModel } from './model.ts'

/** A house style, and how many releases it was learned from. */
export interface LearnedHouseStyle {
  style: HouseStyle
  releases: number
}

const minKnownShare = 0.5

/** Learns the house style from releases whose notes cite their own pull requests; null when there are too few. */
export function learnFromPastReleases(past: PastRelease[]): LearnedHouseStyle | null {
  const usable = past.filter(citesOwnChanges)
  const style = learnHouseStyle(usable.map((release) => extractPastUnits(release, shippedModel)))
  return style && { style, releases: usable.length }
}

/** Whether the notes cite changes of their release; notes that cite issues do not show what was excluded. */
function citesOwnChanges({ history, listed }: PastRelease): boolean {
  const numbers = new Set(findRemainingUnits(history).map(({ pullRequest }) => pullRequest))
  const citing = listed.filter(({ pullRequests, commits }) => pullRequests.length + commits.length > 0)
  const known = citing.filter(
    ({ pullRequests, commits }) => commits.length > 0 || pullRequests.some((number) => numbers.has(number)),
  )
  return known.length > 0 && known.length >= minKnownShare * citing.length
}

import type { PastRelease } from '../../core/history.ts'
import { findRemainingUnits } from '../group/find-remaining-units.ts'
import { extractPastUnits, type HouseStyle, learnHouseStyle } from './house-style.ts'
import { shippedModel } from './model.ts'

/** A project's habit, and how much of its past it was learned from. */
export interface LearnedHouseStyle {
  style: HouseStyle
  releases: number
}

const leastKnown = 0.5

/** Learns from the releases whose notes cite pull requests that are in them; null when they tell too little. */
export function learnFromPastReleases(past: PastRelease[]): LearnedHouseStyle | null {
  const telling = past.filter(citesItsOwn)
  const style = learnHouseStyle(telling.map((release) => extractPastUnits(release, shippedModel)))
  return style && { style, releases: telling.length }
}

/** Whether the notes cite what we see: where they cite issues, nothing can be said of what they left out. */
function citesItsOwn({ history, listed }: PastRelease): boolean {
  const numbers = new Set(findRemainingUnits(history).map(({ pullRequest }) => pullRequest))
  const citing = listed.filter(({ pullRequests, commits }) => pullRequests.length + commits.length > 0)
  const known = citing.filter(
    ({ pullRequests, commits }) => commits.length > 0 || pullRequests.some((number) => numbers.has(number)),
  )
  return known.length > 0 && known.length >= leastKnown * citing.length
}

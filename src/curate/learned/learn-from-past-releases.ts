import type { PastRelease } from '../../core/history.ts'
import { findRemainingUnits } from '../group/find-remaining-units.ts'
import { extractPastUnits, type HouseStyle, learnHouseStyle } from './house-style.ts'
import { matchPastUnits } from './match-past-units.ts'
import { shippedModel } from './model.ts'

/** A house style, and how many releases it was learned from. */
export interface LearnedHouseStyle {
  style: HouseStyle
  releases: number
}

const minKnownShare = 0.5

/** Learns the house style from releases whose notes cite their own changes; null when there are too few. */
export function learnFromPastReleases(past: PastRelease[]): LearnedHouseStyle | null {
  const usable = past.filter(citesOwnChanges)
  const style = learnHouseStyle(usable.map((release) => extractPastUnits(release, shippedModel)))
  return style && { style, releases: usable.length }
}

/** Whether the notes cite changes of their release: by pull request, by SHA, or by an issue that they close. */
function citesOwnChanges({ history, listed }: PastRelease): boolean {
  const { citing, matched } = matchPastUnits(findRemainingUnits(history), listed)
  return matched > 0 && matched >= minKnownShare * citing
}

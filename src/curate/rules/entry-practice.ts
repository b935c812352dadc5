import type { ChangeUnit } from '../group/group-into-units.ts'
import type { Prediction } from '../learned/predict-units.ts'
import type { Exclusion } from './exclusion-rules.ts'

interface PredictedUnit {
  unit: ChangeUnit
  noOp: Exclusion | null
  exclusion: Exclusion | null
  prediction: Prediction
}

const minChanges = 6
const minShare = 0.75

/**
 * Finds whether the authors of a range write an entry for nearly every change that matters, and says so; null if they
 * do not. In such a project a change without an entry was not meant for the notes.
 */
export function findEntryPractice(
  predicted: PredictedUnit[],
  hasOwnLines: (unit: ChangeUnit) => boolean,
): string | null {
  let all = 0
  let written = 0
  for (const { unit, noOp, exclusion, prediction } of predicted) {
    if (hasOwnLines(unit)) written += 1
    else if (noOp !== null || exclusion !== null || !prediction.isIncluded) continue
    all += 1
  }
  if (all < minChanges || written < minShare * all) return null
  return `Its authors wrote no entry for the changelog, unlike those of ${written} of ${all} changes.`
}

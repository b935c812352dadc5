import type { Category } from '../../core/category.ts'
import type { Evidence, OmissionReason } from '../../core/change.ts'
import type { Audience } from '../../core/request.ts'
import type { ChangeUnit } from '../group/group-into-units.ts'
import type { Prediction } from '../learned/predict-units.ts'
import type { Exclusion } from './exclusion-rules.ts'
import { isMustInclude, type MustInclude } from './must-include.ts'
import type { ProjectOverride } from './project-overrides.ts'

/** Whether a unit is included, how notable it is, and why. */
export type InclusionDecision =
  | { included: true; notability: number; evidence: Evidence[] }
  | { included: false; reason: OmissionReason; detail: string }

/** Everything that decides whether a unit is included. */
interface InclusionInput {
  unit: ChangeUnit
  mustInclude: MustInclude
  category: Category
  /** Why it changes nothing itself, such as a merge or a release commit. */
  noOp: Exclusion | null
  /** Why the exclusion rules exclude it. */
  exclusion: Exclusion | null
  /** What the project itself declares about it. */
  override: ProjectOverride | null
  prediction: Prediction
  /** Whether its authors edited the project's changelog together with its code. */
  hasOwnEntry: boolean
  /** How the authors of nearly all other changes wrote an entry, if the authors of this one did not. */
  unwritten?: string | null
  audience: Audience
}

const notabilityOfCategory: Record<Category, number> = {
  Security: 0.9,
  Removed: 0.8,
  Deprecated: 0.75,
  Added: 0.7,
  Fixed: 0.6,
  Changed: 0.5,
}

/** The notability of a unit that the rules exclude for users. */
export const lowNotability = 0.2

/** Decides whether a unit is included: no-ops never, must-include always, then the rules, then the prediction. */
export function decideInclusion(input: InclusionInput): InclusionDecision {
  const { unit, mustInclude, category, noOp, exclusion, override, prediction, audience } = input
  if (noOp !== null) return excluded(noOp)
  const isForced = isMustInclude(mustInclude)
  const objection = isForced ? null : findObjection(input)
  if (objection !== null) {
    if (audience !== 'developers' || !isProjectWork(objection, exclusion)) return excluded(objection)
    const detail = `Included for developers only: ${objection.detail}`
    return { included: true, notability: lowNotability, evidence: [{ kind: 'audience', detail }] }
  }
  const isPredicted = !isForced && !override && !prediction.isByType && prediction.isIncluded
  return {
    included: true,
    notability: notabilityOf(unit, mustInclude, category),
    evidence: [
      ...(override ? [{ kind: override.kind, detail: override.detail }] : []),
      ...(isPredicted ? [describePrediction(prediction)] : []),
    ],
  }
}

/** Finds the reason to exclude a unit that need not be included; null when there is none. */
function findObjection({
  exclusion,
  override,
  prediction,
  hasOwnEntry,
  unwritten = null,
  unit,
}: InclusionInput): Pick<Exclusion, 'reason' | 'detail'> | null {
  if (exclusion?.isFinal) return exclusion
  if (override?.included) return null
  if (override) return { reason: 'not-notable', detail: override.detail }
  // A change that its author calls a feature may have been forgotten.
  if (unwritten !== null && !hasOwnEntry && unit.header.type !== 'feat')
    return exclusion ?? { reason: 'not-notable', detail: unwritten }
  // Authors who describe a change in the changelog consider it notable, whatever the prediction is.
  if (prediction.isIncluded || (hasOwnEntry && exclusion === null)) return null
  const detail = `Similar changes are rarely listed: ${prediction.describeReasons()}.`
  return exclusion ?? { reason: 'not-notable', detail }
}

/** Whether developers see what users do not: work on the project itself. */
function isProjectWork(objection: Pick<Exclusion, 'reason'>, exclusion: Exclusion | null): boolean {
  return exclusion === null || ['internal', 'docs', 'test'].includes(objection.reason)
}

function notabilityOf(unit: ChangeUnit, mustInclude: MustInclude, category: Category): number {
  if (mustInclude.breaking) return 1
  return notabilityOfCategory[category] + (unit.header.type === null ? -0.05 : 0)
}

function describePrediction(prediction: Prediction): Evidence {
  const probability = prediction.probability.toFixed(2)
  const detail = `Probability of being listed: ${probability} (${prediction.describeReasons()}).`
  return { kind: 'notability', detail }
}

function excluded({ reason, detail }: Pick<Exclusion, 'reason' | 'detail'>): InclusionDecision {
  return { included: false, reason, detail }
}

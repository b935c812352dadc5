import type { Category } from '../../core/category.ts'
import type { Evidence, OmissionReason } from '../../core/change.ts'
import type { Audience } from '../../core/request.ts'
import type { ChangeUnit } from '../group/group-into-units.ts'
import type { Prediction } from '../learned/predict-units.ts'
import type { Exclusion } from './exclusion-rules.ts'
import type { ProjectOverride } from './find-fragment.ts'
import { isImportant, type MustInclude } from './must-include.ts'

/** Whether a unit is told, how much it matters, and why. */
export type Decision =
  | { told: true; notability: number; evidence: Evidence[] }
  | { told: false; reason: OmissionReason; detail: string }

/** What a judgement is made from. */
export interface DecisionInput {
  unit: ChangeUnit
  must: MustInclude
  category: Category
  /** Why it changes nothing itself. */
  idle: Exclusion | null
  /** What the plain rules hold against it. */
  quiet: Exclusion | null
  /** What the project itself says of it. */
  outright: ProjectOverride | null
  opinion: Prediction
  /** Whether its authors wrote about it in the project's changelog themselves. */
  ownEntry: boolean
  audience: Audience
}

const weight: Record<Category, number> = {
  Security: 0.9,
  Removed: 0.8,
  Deprecated: 0.75,
  Added: 0.7,
  Fixed: 0.6,
  Changed: 0.5,
}

/** Decides what a unit deserves; what must be told stands above every other rule, and rules above what was learned. */
export function decideInclusion(given: DecisionInput): Decision {
  const { unit, must, category, idle, quiet, outright, opinion, audience } = given
  if (idle !== null) return leftOut(idle.reason, idle.detail)
  const important = isImportant(must)
  const against = important ? null : whyNot(given)
  const forDevelopers = audience === 'developers' && against !== null && isWork(against, quiet)
  if (against !== null && !forDevelopers) return leftOut(against.reason, against.detail)
  if (against !== null) {
    const evidence: Evidence[] = [{ kind: 'audience', detail: `Told to developers only: ${against.detail}` }]
    return { told: true, notability: 0.2, evidence }
  }
  return {
    told: true,
    notability: notabilityOf(unit, must, category),
    evidence: [
      ...(outright ? [{ kind: outright.kind, detail: outright.detail }] : []),
      ...(important || outright || opinion.byType || !opinion.told ? [] : [sayLikely(opinion)]),
    ],
  }
}

/** What keeps a unit out that need not be told; null when nothing does. */
function whyNot({
  quiet,
  outright,
  opinion,
  ownEntry,
}: DecisionInput): Pick<Exclusion, 'reason' | 'detail'> | null {
  if (quiet?.isFinal) return quiet
  if (outright?.told) return null
  if (outright) return { reason: 'not-notable', detail: outright.detail }
  // Who wrote about it beside its code found it worth telling, whatever was learned of its like.
  if (opinion.told || (ownEntry && quiet === null)) return null
  return quiet ?? { reason: 'not-notable', detail: `Maintainers seldom tell its like: ${opinion.sayWhy()}.` }
}

/** Whether developers are told what users are not: work on the project itself. */
function isWork(against: Pick<Exclusion, 'reason'>, quiet: Exclusion | null): boolean {
  return quiet === null || ['internal', 'docs', 'test'].includes(against.reason)
}

function notabilityOf(unit: ChangeUnit, must: MustInclude, category: Category): number {
  return must.breaking ? 1 : weight[category] + (unit.header.type === null ? -0.05 : 0)
}

function sayLikely(opinion: Prediction): Evidence {
  const chance = opinion.chance.toFixed(2)
  return { kind: 'notability', detail: `Worth telling with a chance of ${chance}: ${opinion.sayWhy()}.` }
}

function leftOut(reason: OmissionReason, detail: string) {
  return { told: false as const, reason, detail }
}

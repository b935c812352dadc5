import type { Category } from '../../core/category.ts'
import type { Evidence } from '../../core/change.ts'
import type { ChangeUnit } from '../group/group-into-units.ts'
import type { Prediction } from '../learned/predict-units.ts'
import type { Action } from '../parse/find-action.ts'
import type { ProjectOverride } from './find-fragment.ts'
import { isHousekeeping, type MustInclude } from './must-include.ts'

const byType = new Map<string, Category>([
  ['feat', 'Added'],
  ['fix', 'Fixed'],
  ['security', 'Security'],
  ['deprecate', 'Deprecated'],
  ['remove', 'Removed'],
])

const byAction: Record<Action, Category> = {
  add: 'Added',
  change: 'Changed',
  deprecate: 'Deprecated',
  remove: 'Removed',
  fix: 'Fixed',
  revert: 'Changed',
}

/** Actions whose verbs leave nothing to guess; another verb gives way where much speaks against it. */
const plainSpoken = new Set<Action>(['fix', 'deprecate', 'remove', 'revert'])

const aboutFaults =
  /\b(?:bugs?|crash(?:es|ed|ing)?|regressions?|leaks?|deadlocks?|race conditions?|panics?|broken|incorrect(?:ly)?|wrong(?:ly)?|exceptions?|segfaults?|hangs?|off-by-one)\b/i

const canNow = /\b(?:can now|now (?:supports?|allows?))\b/i

/** Whether a title only mentions in passing that something goes. */
function isAside({ action, header }: ChangeUnit): boolean {
  return action?.action !== 'remove' && header.type !== 'remove'
}

/** Files a change under one of the six categories, purpose before object, and says what decided it. */
export function categorise(
  unit: ChangeUnit,
  { must, opinion, outright }: { must: MustInclude; opinion: Prediction; outright: ProjectOverride | null },
): { category: Category; evidence: Evidence } {
  const decided = (category: Category, detail: string): { category: Category; evidence: Evidence } => ({
    category,
    evidence: { kind: 'category', detail },
  })
  if (must.security) return decided('Security', 'Security comes before every other category.')
  if (outright?.category && outright.kind === 'fragment') return decided(outright.category, outright.detail)
  if (must.deprecated) return decided('Deprecated', 'It deprecates something.')
  if (outright?.category && !must.removed) return decided(outright.category, outright.detail)
  // A house that files otherwise than its words say is surer than they are.
  if (opinion.inHouse) return decided(opinion.category, 'Changes of such words and paths are filed so here.')
  if (must.removed && !isAside(unit)) return decided('Removed', 'It takes something away.')
  const { type, description } = unit.header
  const found = unit.action
  if (type === 'feat' && found?.action === 'change') {
    return decided('Changed', `The type is feat, and "${found.verb}" speaks of something that was there.`)
  }
  if (type !== null) return decided(byType.get(type) ?? 'Changed', `The type is ${type}.`)
  const able = canNow.exec(description)
  if (able) return decided('Added', `The title says "${able[0]}".`)
  if (found?.action === 'remove' && !must.removed && isHousekeeping(description))
    return decided('Changed', `The title begins with "${found.verb}", and only tidies up.`)
  if (found && (plainSpoken.has(found.action) || !opinion.beats(byAction[found.action])))
    return decided(byAction[found.action], `The title begins with "${found.verb}".`)
  if (opinion.sure)
    return decided(opinion.category, 'Changes of such words and paths are filed so in most projects.')
  const fault = aboutFaults.exec(description)
  if (fault) return decided('Fixed', `The title speaks of "${fault[0]}".`)
  return decided('Changed', 'Nothing says otherwise.')
}

import type { Category, Evidence } from '../types.ts'
import type { Action } from './find-action.ts'
import type { Unit } from './find-units.ts'
import type { MustTell } from './must-tell.ts'

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

const aboutFaults =
  /\b(?:bugs?|crash(?:es|ed|ing)?|regressions?|leaks?|deadlocks?|race conditions?|panics?|broken|incorrect(?:ly)?|wrong(?:ly)?|exceptions?|segfaults?|hangs?|off-by-one)\b/i

/** Files a change under one of the six types, purpose before object, and says what decided it. */
export function classify(unit: Unit, must: MustTell): { category: Category; evidence: Evidence } {
  const decided = (category: Category, detail: string) => ({
    category,
    evidence: { kind: 'category', detail },
  })
  if (must.security) return decided('Security', 'Security comes before every other type.')
  if (must.deprecated) return decided('Deprecated', 'It deprecates something.')
  if (must.removed) return decided('Removed', 'It takes something away.')
  const { type, description } = unit.header
  const found = unit.action
  if (type === 'feat' && found?.action === 'change') {
    return decided('Changed', `The type is feat, and "${found.verb}" speaks of something that was there.`)
  }
  if (type !== null) return decided(byType.get(type) ?? 'Changed', `The type is ${type}.`)
  if (found) return decided(byAction[found.action], `The title begins with "${found.verb}".`)
  const fault = aboutFaults.exec(description)
  if (fault) return decided('Fixed', `The title speaks of "${fault[0]}".`)
  return decided('Changed', 'Nothing says otherwise.')
}

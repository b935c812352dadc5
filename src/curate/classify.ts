import type { Category, Evidence } from '../types.ts'
import type { Action } from './find-action.ts'
import type { Fragment } from './find-fragment.ts'
import type { Unit } from './find-units.ts'
import type { Opinion } from './learned/opinion.ts'
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

/** Verbs of change that serve fixes and features alike. */
const vague =
  /^(?:us(?:e|es|ed|ing)|mak(?:e|es|ing)|made|set(?:s|ting)?|return\w{0,3}|reduc\w{1,3}|requir\w{1,3}|convert\w{0,3}|merg\w{1,3})$/

const aboutFaults =
  /\b(?:bugs?|crash(?:es|ed|ing)?|regressions?|leaks?|deadlocks?|race conditions?|panics?|broken|incorrect(?:ly)?|wrong(?:ly)?|exceptions?|segfaults?|hangs?|off-by-one)\b/i

const canNow = /\b(?:can now|now (?:supports?|allows?))\b/i

/** Files a change under one of the six types, purpose before object, and says what decided it. */
export function classify(
  unit: Unit,
  must: MustTell,
  opinion: Opinion,
  fragment: Fragment | null,
): { category: Category; evidence: Evidence } {
  const decided = (category: Category, detail: string) => ({
    category,
    evidence: { kind: 'category', detail },
  })
  if (must.security) return decided('Security', 'Security comes before every other type.')
  if (must.deprecated) return decided('Deprecated', 'It deprecates something.')
  if (must.removed) return decided('Removed', 'It takes something away.')
  if (fragment?.category) return decided(fragment.category, `Its own note says so: ${fragment.path}.`)
  const { type, description } = unit.header
  const found = unit.action
  if (type === 'feat' && found?.action === 'change') {
    return decided('Changed', `The type is feat, and "${found.verb}" speaks of something that was there.`)
  }
  if (type !== null) return decided(byType.get(type) ?? 'Changed', `The type is ${type}.`)
  // A house that files otherwise than its verbs say is surer than they are.
  if (found && !opinion.inHouse && (!opinion.sure || !vague.test(found.verb)))
    return decided(byAction[found.action], `The title begins with "${found.verb}".`)
  const able = canNow.exec(description)
  if (able && !opinion.inHouse) return decided('Added', `The title says "${able[0]}".`)
  if (opinion.sure) {
    const where = opinion.inHouse ? 'here' : 'in most projects'
    return decided(opinion.category, `Changes of such words and paths are filed so ${where}.`)
  }
  const fault = aboutFaults.exec(description)
  if (fault) return decided('Fixed', `The title speaks of "${fault[0]}".`)
  return decided('Changed', 'Nothing says otherwise.')
}

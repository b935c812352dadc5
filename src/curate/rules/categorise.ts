import type { Category } from '../../core/category.ts'
import type { Evidence } from '../../core/change.ts'
import type { ChangeUnit } from '../group/group-into-units.ts'
import type { Prediction } from '../learned/predict-units.ts'
import type { ChangeAction } from '../parse/find-action.ts'
import { correctByWords } from './correct-by-words.ts'
import { detectOptimisation } from './detect-optimisation.ts'
import { isHousekeeping } from './detect-removal.ts'
import type { MustInclude } from './must-include.ts'
import type { ProjectOverride } from './project-overrides.ts'

const categoryOfType = new Map<string, Category>([
  ['feat', 'Added'],
  ['fix', 'Fixed'],
  ['security', 'Security'],
  ['deprecate', 'Deprecated'],
  ['remove', 'Removed'],
])

const categoryOfAction: Record<ChangeAction, Category> = {
  add: 'Added',
  change: 'Changed',
  deprecate: 'Deprecated',
  remove: 'Removed',
  fix: 'Fixed',
  revert: 'Changed',
}

/** Actions whose verb is unambiguous; a confident prediction may override the others. */
const unambiguousActions = new Set<ChangeAction>(['fix', 'deprecate', 'remove', 'revert'])

const mentionsFault =
  /\b(?:bugs?|crash(?:es|ed|ing)?|regressions?|leaks?|deadlocks?|race conditions?|panics?|broken|incorrect(?:ly)?|wrong(?:ly)?|exceptions?|segfaults?|hangs?|off-by-one)\b/i

const mentionsAbility = /\b(?:can now|now (?:supports?|allows?))\b/i

/** The reason for the category of a change that the project lists under a heading such as "Documentation". */
export const otherHeadingDetail = 'This project lists similar changes under none of the six categories.'

/** The reason for a category that nothing about the change itself names. */
export const usualCategoryDetail = 'Most projects list similar changes in this category.'

/** The reason for the category of a change about which nothing is known. */
export const noCategoryDetail = 'Nothing points to another category.'

/** What the rules and the learned model found out about a unit. */
interface CategoryInput {
  mustInclude: MustInclude
  prediction: Prediction
  override: ProjectOverride | null
}

/** A category and the reason for it. */
interface CategoryDecision {
  category: Category
  evidence: Evidence
}

/** Chooses one of the six categories: first by what must be included, then by type, by verb and by prediction. */
export function categorise(unit: ChangeUnit, input: CategoryInput): CategoryDecision {
  const { mustInclude, prediction, override } = input
  if (mustInclude.security) return decided('Security', 'It fixes a security issue.')
  if (override?.category && override.kind === 'fragment') return decided(override.category, override.detail)
  if (mustInclude.deprecated) return decided('Deprecated', 'It deprecates something.')
  if (override?.category && !mustInclude.removed) return decided(override.category, override.detail)
  // The project's own past outranks the words of the title.
  if (prediction.isUnderOtherHeading) return decided('Changed', otherHeadingDetail)
  if (prediction.isFromHouseStyle)
    return decided(prediction.category, 'This project lists similar changes in this category.')
  if (mustInclude.removed && isMainlyRemoval(unit)) return decided('Removed', 'It removes something.')
  const { type } = unit.header
  const found = unit.action
  if (type === 'feat' && found?.action === 'change') {
    return decided('Changed', `The type is feat, but "${found.verb}" changes something that already existed.`)
  }
  if (type !== null) return decided(categoryOfType.get(type) ?? 'Changed', `The type is ${type}.`)
  const byTitle = categoriseByTitle(unit, input)
  const speedUp = byTitle.category === 'Fixed' ? detectOptimisation(unit) : null
  return speedUp === null ? byTitle : decided('Changed', speedUp)
}

/** Chooses a category by the words of a title without a type, and by what most projects do. */
function categoriseByTitle(unit: ChangeUnit, { mustInclude, prediction }: CategoryInput): CategoryDecision {
  const { description } = unit.header
  const found = unit.action
  const ability = mentionsAbility.exec(description)
  if (ability) return decided('Added', `The title contains "${ability[0]}".`)
  if (found?.action === 'remove' && !mustInclude.removed && isHousekeeping(description))
    return decided('Changed', `The title starts with "${found.verb}", but the change is only housekeeping.`)
  if (
    found &&
    (unambiguousActions.has(found.action) || !prediction.outweighs(categoryOfAction[found.action]))
  )
    return decided(categoryOfAction[found.action], `The title starts with "${found.verb}".`)
  if (mustInclude.breaking && prediction.category === 'Fixed')
    return decided('Changed', 'It is a breaking change, and nothing in the title is a fix.')
  const usual = prediction.isCategoryConfident ? prediction.category : 'Changed'
  const corrected = correctByWords(usual, description)
  if (corrected) return decided(corrected.category, `The title contains "${corrected.words}".`)
  if (prediction.isCategoryConfident) return decided(prediction.category, usualCategoryDetail)
  const fault = mentionsFault.exec(description)
  if (fault) return decided('Fixed', `The title mentions "${fault[0]}".`)
  const fixed = findFixedIssue(unit)
  if (fixed !== null) return decided('Fixed', `Its message says "${fixed}".`)
  return decided('Changed', noCategoryDetail)
}

const fixesIssue = /\bfix(?:e[sd])?:? (?:[\w.-]{1,60}\/[\w.-]{1,60})?#\d{1,7}\b/i
const maxMessageLength = 5000

/** Finds the words of a message that name an issue as fixed; `Closes #12` may be a feature. */
function findFixedIssue({ commits }: ChangeUnit): string | null {
  for (const { commit } of commits) {
    const found = fixesIssue.exec(commit.message.slice(0, maxMessageLength))
    if (found) return found[0]
  }
  return null
}

function decided(category: Category, detail: string): CategoryDecision {
  return { category, evidence: { kind: 'category', detail } }
}

/** Whether the removal is the point of a title, not a remark at its end. */
function isMainlyRemoval({ action, header }: ChangeUnit): boolean {
  return action?.action === 'remove' || header.type === 'remove'
}

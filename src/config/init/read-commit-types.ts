import type { RuleConfig } from '../../core/repository-config.ts'
import { addToCategory, type CarriedOver, isType } from './carried-over.ts'
import { asList, asPattern, asRecord, asText } from './loose-values.ts'

/** A type with its section, as `.versionrc` and release-please have it. */
export interface TypeSection {
  type: string
  section?: string
  scope?: string
  hidden?: boolean
}

/** The sections of the conventional-changelog tools where a project names none. */
export const usualSections: TypeSection[] = [
  { type: 'feat', section: 'Features' },
  { type: 'fix', section: 'Bug Fixes' },
  { type: 'perf', section: 'Performance Improvements' },
  { type: 'revert', section: 'Reverts' },
]

/** Carries over a list of types with their sections; other changes are not listed by these tools. */
export function carryTypes(list: unknown, key: string, carried: CarriedOver): void {
  const hidden: string[] = []
  const scoped: RuleConfig[] = []
  const listed = new Set<string>()
  for (const each of asList(list).map(asRecord)) {
    const [type, section, scope] = [asText(each.type), asText(each.section), asText(each.scope)]
    const isHidden = each.hidden === true
    if (!isType(type)) {
      if (type !== '') carried.losses.push(`${key} "${type}": a type is one word`)
      continue
    }
    if (!isHidden && section !== '') listed.add(type)
    if (scope !== '') {
      const when = { type: [type], scope: [asPattern(scope)] }
      if (isHidden) scoped.push({ when, exclude: `hidden in ${carried.path}` })
      else if (section !== '') {
        addToCategory(carried.categories, section, {})
        scoped.push({ when, category: section })
      }
    } else if (isHidden) hidden.push(type)
    else if (section !== '') addToCategory(carried.categories, section, { types: [type] })
  }
  carried.rules.push(...scoped)
  if (hidden.length > 0) carried.rules.push({ when: { type: hidden }, exclude: `hidden in ${carried.path}` })
  if (listed.size > 0) carryConventions([...listed], carried)
}

const breakingTitle = '⚠ BREAKING CHANGES'

/** What the conventional-changelog tools do without being told: their section for breaking changes, and their line. */
function carryConventions(listed: string[], carried: CarriedOver): void {
  const hasBreaking = carried.categories.some(({ title }) => /\bbreaking\b/i.test(title))
  if (!hasBreaking) carried.categories.unshift({ title: breakingTitle, kinds: ['breaking'] })
  carried.lastRules = [
    { when: { title: ['*'] }, unless: { type: listed }, exclude: `no section in ${carried.path}` },
    // Updates of dependencies are listed by their type like everything else.
    { when: { title: ['*'] }, include: true },
  ]
  carried.printing = {
    text: 'title',
    line: '{**scope:** }{breaking }{text}{ (references)}{ (commit)}',
    order: 'title',
    links: 'inline',
  }
}

import type { RuleConfig } from '../../core/repository-config.ts'
import { addToCategory, type CarriedOver, isType } from './carried-over.ts'
import { asList, asPattern, asRecord, asText } from './loose-values.ts'

/** Carries over a list of types with their sections, as `.versionrc` and release-please have it. */
export function carryTypes(list: unknown, key: string, carried: CarriedOver): void {
  const hidden: string[] = []
  const scoped: RuleConfig[] = []
  for (const each of asList(list).map(asRecord)) {
    const [type, section, scope] = [asText(each.type), asText(each.section), asText(each.scope)]
    if (!isType(type)) {
      if (type !== '') carried.losses.push(`${key} "${type}": a type is one word`)
    } else if (scope !== '') {
      const when = { type: [type], scope: [asPattern(scope)] }
      if (each.hidden === true) scoped.push({ when, exclude: `hidden in ${carried.path}` })
      else if (section !== '') {
        addToCategory(carried.categories, section, {})
        scoped.push({ when, category: section })
      }
    } else if (each.hidden === true) hidden.push(type)
    else if (section !== '') addToCategory(carried.categories, section, { types: [type] })
  }
  carried.rules.push(...scoped)
  if (hidden.length > 0) carried.rules.push({ when: { type: hidden }, exclude: `hidden in ${carried.path}` })
}

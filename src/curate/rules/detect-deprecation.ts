import type { Evidence } from '../../core/change.ts'
import type { ChangeUnit } from '../group/group-into-units.ts'
import { internalOnlyTypes } from '../parse/commit-types.ts'

const marksDeprecated = /^mark(?:s|ed|ing)? .{1,80} (?:as )?deprecated\b/i
const aboutWarnings = /deprecat(?:ed|ion) (?:warning|message|notice|usage|call|api|function|method)/i

/** Detects a deprecation by its type or title; null when it is none. */
export function detectDeprecation({ header, action }: ChangeUnit): Evidence | null {
  const { type, description } = header
  if (internalOnlyTypes.has(type ?? '') || (type === 'fix' && !/^deprecate\b/i.test(description))) return null
  const startsWithVerb =
    action?.action === 'deprecate' && !/^deprecated? (?:warning|message|notice)/i.test(description)
  if (type !== 'deprecate' && !startsWithVerb && !marksDeprecated.test(description)) return null
  if (aboutWarnings.test(description) && !startsWithVerb) return null
  return {
    kind: 'deprecated',
    detail: startsWithVerb ? `The title starts with "${action.verb}".` : 'The title announces a deprecation.',
  }
}

import type { Change } from '../core/change.ts'
import { isTypo } from './word-forms.ts'

/** The names of a whole range: those that exist at its end as far as they are known, and those that are gone. */
export interface RangeNames {
  /** Names that the range itself renamed or removed, with what replaced them; null if nothing did. */
  withdrawn: Map<string, string | null>
  /** Identifiers in the titles, paths and diff facts of all changes. */
  known: Set<string>
}

const identifier = /[A-Za-z_$][\w$]{4,}/g
const renaming =
  /\brenam(?:e[sd]?|ing)\s(?:the\s)?(?:\w{1,20}\s)?[`"']?([\w.$-]{3,60})[`"']?\s(?:to|into|as)\s[`"']?([\w.$-]{3,60})/gi

/** Collects the names of a range from its diff facts and from titles such as "Rename A to B". */
export function collectRangeNames(changes: Change[]): RangeNames {
  const withdrawn = new Map<string, string | null>()
  const added = new Set<string>()
  const known = new Set<string>()
  for (const { title, paths, facts = [] } of changes) {
    for (const name of [title, ...paths, ...facts.map((fact) => fact.name)].join(' ').match(identifier) ?? [])
      known.add(name)
    for (const [, from = '', to = ''] of title.matchAll(renaming)) if (isName(from)) withdrawn.set(from, to)
    for (const { action, name, from } of facts) {
      if (action === 'renamed' && typeof from === 'string') withdrawn.set(from, name)
      else if (action === 'removed') withdrawn.set(name, null)
      else added.add(name)
    }
  }
  for (const name of added) withdrawn.delete(name)
  return { withdrawn, known }
}

/** Plain words are renamed in sentences about other things. */
function isName(word: string): boolean {
  return /[_.$-]|\d|[a-z][A-Z]/.test(word)
}

/** Finds names in a text that are gone at the end of the range, although the change itself does not withdraw them. */
export function findWithdrawn(code: string[], cited: Change[], { withdrawn }: RangeNames): string[] {
  return code.flatMap((name) => {
    const replacement = withdrawn.get(name)
    if (replacement === undefined || cited.some((change) => withdraws(change, name))) return []
    return replacement === null
      ? [`says \`${name}\`, which the range removed again; leave it out`]
      : [`says \`${name}\`, which the range renamed to \`${replacement}\`; use the new name`]
  })
}

function withdraws({ title, facts = [] }: Change, name: string): boolean {
  const isGone = facts.some((fact) => (fact.action === 'removed' ? fact.name : fact.from) === name)
  return isGone || /\b(?:renam|remov|drop|delet|deprecat|replac|withdr)/i.test(title)
}

/** Returns the names of a text that correct a typo of the evidence: they exist in the range and differ by one letter. */
export function findCorrected(code: string[], evidence: string, { known }: RangeNames): string[] {
  const wanted = code.flatMap((name) => name.match(identifier) ?? []).filter((name) => known.has(name))
  if (wanted.length === 0) return []
  const given = evidence.match(identifier) ?? []
  return wanted.filter((name) => given.some((other) => other !== name && isTypo(other, name)))
}

import type { Change } from '../core/change.ts'
import type { EndNames } from '../core/end-names.ts'
import { collectWithdrawn, type WithdrawnNames, withdraws } from '../core/withdrawn-names.ts'
import { isTypo } from './word-forms.ts'

/** The names of a whole range. */
export interface RangeNames {
  withdrawn: WithdrawnNames
  /** Identifiers in the titles, paths and diff facts of all changes. */
  known: Set<string>
}

const identifier = /[A-Za-z_$][\w$]{4,}/g

/** Collects the names of a range from its titles, paths and diff facts. */
export function collectRangeNames(changes: Change[]): RangeNames {
  const known = new Set<string>()
  for (const { title, paths, facts = [] } of changes) {
    for (const name of [title, ...paths, ...facts.map((fact) => fact.name)].join(' ').match(identifier) ?? [])
      known.add(name)
  }
  return { withdrawn: collectWithdrawn(changes), known }
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

/** Returns the names of a text that correct a typo of the evidence: they exist in the range and differ by one letter. */
export function findCorrected(
  code: string[],
  evidence: string,
  { known }: RangeNames,
  { isInChangedFiles }: EndNames,
): string[] {
  const names = new Set(code.flatMap((name) => name.match(identifier) ?? []))
  const isGiven = (name: string) => evidence.includes(name)
  const wanted = [...names].filter((name) => !isGiven(name) && (known.has(name) || isInChangedFiles(name)))
  if (wanted.length === 0) return []
  const given = evidence.match(identifier) ?? []
  return wanted.filter((name) => given.some((other) => other !== name && isTypo(other, name)))
}

/** The fault of a name that only a commit message has. */
export function absentFault(name: string): string {
  return `says \`${name}\`, which no file at the end or at the start of the range contains; leave it out, or use the name at the end`
}

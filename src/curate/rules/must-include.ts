import type { Evidence } from '../../core/change.ts'
import type { ChangeUnit } from '../group/group-into-units.ts'
import { isDependencyTitle } from '../parse/dependency-title.ts'
import { detectBreaking } from './detect-breaking.ts'
import { detectDeprecation } from './detect-deprecation.ts'
import { detectBreakingRemoval, detectRemoval } from './detect-removal.ts'
import { detectSecurity } from './detect-security.ts'

/** The kinds of change that are never excluded, and the evidence for them. */
export interface MustInclude {
  breaking: boolean
  breakingNotes: string[]
  security: boolean
  advisories: string[]
  deprecated: boolean
  removed: boolean
  evidence: Evidence[]
}

/** Detects whether a unit is breaking, a security fix, a deprecation or a removal. */
export function findMustInclude(unit: ChangeUnit): MustInclude {
  const isDependencyUpdate = unit.commits.every(({ message }) => isDependencyTitle(message.title))
  const breaking = detectBreaking(unit, isDependencyUpdate)
  const security = detectSecurity(unit, isDependencyUpdate)
  const deprecation = detectDeprecation(unit)
  const removal = detectRemoval(unit)
  const breakingRemoval = removal && detectBreakingRemoval(unit)
  const breakingEvidence = [...breaking.evidence, ...(breakingRemoval ? [breakingRemoval] : [])]
  return {
    breaking: breakingEvidence.length > 0,
    breakingNotes: breaking.notes,
    security: security !== null,
    advisories: security?.advisories ?? [],
    deprecated: deprecation !== null,
    removed: removal !== null,
    evidence: [
      ...breakingEvidence,
      ...(security?.evidence ?? []),
      ...(deprecation ? [deprecation] : []),
      ...(removal ? [removal] : []),
    ],
  }
}

/** Whether a unit must be included, whatever the other rules say. */
export function isMustInclude({ breaking, security, deprecated, removed }: MustInclude): boolean {
  return breaking || security || deprecated || removed
}

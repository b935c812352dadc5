import type { Evidence } from '../../core/change.ts'
import { describeFact } from '../../core/describe-fact.ts'
import type { DiffFact, FactKind, FactsBySha } from '../../core/diff-fact.ts'
import type { ChangeUnit } from '../group/group-into-units.ts'
import { listPaths } from '../group/unit-paths.ts'
import { classifyPaths } from '../rules/classify-path.ts'

const maxFacts = 12
const maxExports = 6
const maxDocumentation = 3
// A page that was written or rewritten is not about one change.
const maxSentences = 6

// What a reader of release notes looks for first.
const order: FactKind[] = [
  'minimum-version',
  'flag',
  'command',
  'environment',
  'option',
  'route',
  'metric',
  'export',
  'documentation',
]

/** The facts of the commits of a unit, the most telling first, and each once. */
export function listUnitFacts(unit: ChangeUnit, bySha: FactsBySha | null): DiffFact[] {
  if (!bySha || bySha.size === 0) return []
  const found = unit.commits.flatMap(({ commit }) => bySha.get(commit.sha) ?? [])
  if (found.length === 0) return []
  // Documentation of something that the same change does; an edit of documentation alone says nothing new.
  const documented = found.filter(({ kind }) => kind === 'documentation').length
  const isDescribed = documented <= maxSentences && classifyPaths(listPaths(unit)) === 'shipped'
  const facts = isDescribed ? found : found.filter(({ kind }) => kind !== 'documentation')
  const unique = [...new Map(facts.toReversed().map((fact) => [keyOfFact(fact), fact])).values()].reverse()
  const limits = new Map<FactKind, number>([
    ['export', maxExports],
    ['documentation', maxDocumentation],
  ])
  return order
    .flatMap((kind) => unique.filter((fact) => fact.kind === kind).slice(0, limits.get(kind) ?? maxFacts))
    .slice(0, maxFacts)
}

/** What makes two facts the same: the packages of one repository often raise a minimum version together. */
function keyOfFact(fact: DiffFact): string {
  return describeFact(fact.kind === 'minimum-version' ? { ...fact, path: '' } : fact)
}

/** A fact as evidence. */
export function toDiffEvidence(fact: DiffFact): Evidence {
  return { kind: 'diff', detail: `${describeFact(fact)}.`, fact }
}

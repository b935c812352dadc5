import type { Evidence } from '../../core/change.ts'
import { describeFact } from '../../core/describe-fact.ts'
import type { DiffFact } from '../../core/diff-fact.ts'
import { bareName } from '../facts/compare-contents.ts'
import type { ChangeUnit } from '../group/group-into-units.ts'
import { internalOnlyTypes } from '../parse/commit-types.ts'
import type { MustInclude } from './must-include.ts'

const maxEvidence = 3

/** Adds the breaking changes that the diff of a unit shows. */
export function addBreakingFacts(found: MustInclude, unit: ChangeUnit, facts: DiffFact[]): MustInclude {
  const evidence = facts.flatMap((fact) => findBreak(unit, fact))
  if (evidence.length === 0) return found
  // The title and the diff agree that something is gone.
  const removal = evidence.find(({ fact }) => fact?.action === 'removed')
  const removed = found.removed || (removal !== undefined && unit.action?.action === 'remove')
  return {
    ...found,
    breaking: true,
    removed,
    evidence: [...evidence.slice(0, maxEvidence), ...found.evidence],
  }
}

const removes = /\b(?:remov|drop|delet|renam|replac|discontinu|retir)|\bno longer\b|\bget rid\b/i
const publicThing =
  /\b(?:flags?|options?|arguments?|switch(?:es)?|commands?|settings?|config\w*|env(?:ironment)?|variables?|endpoints?|routes?|apis?|metrics?)\b/i
const statesMinimum = /\b(?:msrv|minimum|min|requires?|drop|support)\b/i
// What is needed to run a program; the others are needed to build it, and their users may not notice.
const runtimes = new Set([
  'Node.js',
  'Python',
  'Ruby',
  'PHP',
  'Java',
  '.NET',
  'VS Code',
  'iOS',
  'macOS',
  'Android API level',
])

/**
 * A raised minimum version is a break, and a removed or renamed name if the authors write so: the title speaks of a
 * removal, and the message names what is gone or says what kind of thing it is.
 */
function findBreak({ header, commits }: ChangeUnit, fact: DiffFact): Evidence[] {
  const { kind, action, name, from } = fact
  if (internalOnlyTypes.has(header.type ?? '') || kind === 'documentation') return []
  const evidence: Evidence[] = [{ kind: 'breaking', detail: `${describeFact(fact)}.`, fact }]
  const title = header.description
  if (kind === 'minimum-version') return runtimes.has(name) || statesMinimum.test(title) ? evidence : []
  if ((action !== 'removed' && action !== 'renamed') || !removes.test(title)) return []
  const bare = bareName(from ?? name)
  if (kind === 'export') return title.includes(bare) ? evidence : []
  const isNamed = commits.some(({ commit }) => commit.message.includes(bare))
  return isNamed || publicThing.test(title) ? evidence : []
}

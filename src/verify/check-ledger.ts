import type { Omission } from '../core/change.ts'
import type { Commit } from '../core/commit.ts'
import type { Entry } from '../core/entry.ts'
import { Problem } from '../core/errors.ts'

/**
 * Throws unless every commit has exactly one outcome: it is part of one entry, or omitted for one reason. Entries in the
 * words of the authors may share commits, because authors describe a change in several lines.
 */
export function checkLedger(
  commits: Pick<Commit, 'sha'>[],
  entries: Pick<Entry, 'commits' | 'evidence'>[],
  omitted: Omission[],
): void {
  const isShared = ({ evidence }: Pick<Entry, 'evidence'>) =>
    evidence.some(({ kind }) => kind === 'own-entry')
  const shared = new Set(entries.filter(isShared).flatMap((entry) => entry.commits))
  const others = entries.filter((entry) => !isShared(entry)).flatMap((entry) => entry.commits)
  const included = [...shared, ...others]
  const outcomes = [...included, ...omitted.map(({ sha }) => sha)]
  const known = new Set(commits.map(({ sha }) => sha))
  const settled = new Set(outcomes)
  const faults = [
    ...findDuplicateShas(outcomes).map((sha) => `${sha} has two outcomes`),
    ...outcomes.filter((sha) => !known.has(sha)).map((sha) => `${sha} is not in the range`),
    ...commits.filter(({ sha }) => !settled.has(sha)).map(({ sha }) => `${sha} has no outcome`),
  ]
  if (faults.length === 0 && outcomes.length === commits.length) return
  throw new Problem(
    'internal',
    'The ledger does not list every commit exactly once, so the notes were not sent. Please report this error.',
    { cause: faults.slice(0, 20).join('; ') },
  )
}

function findDuplicateShas(shas: string[]): string[] {
  const seen = new Set<string>()
  return shas.filter((sha) => seen.size === seen.add(sha).size)
}

import type { Omission } from '../core/change.ts'
import type { Commit } from '../core/commit.ts'
import type { Entry } from '../core/entry.ts'
import { Problem } from '../core/errors.ts'

/** Makes sure that every commit has exactly one fate: told in one entry, or left out for one reason. */
export function checkLedger(commits: Commit[], entries: Pick<Entry, 'commits'>[], omitted: Omission[]): void {
  const fates = [...entries.flatMap((entry) => entry.commits), ...omitted.map(({ sha }) => sha)]
  const known = new Set(commits.map(({ sha }) => sha))
  const settled = new Set(fates)
  const faults = [
    ...duplicatesOf(fates).map((sha) => `${sha} has two fates`),
    ...fates.filter((sha) => !known.has(sha)).map((sha) => `${sha} is not in the range`),
    ...commits.filter(({ sha }) => !settled.has(sha)).map(({ sha }) => `${sha} has no fate`),
  ]
  if (faults.length === 0 && fates.length === commits.length) return
  throw new Problem(
    'internal',
    'The ledger of commits does not add up, so the notes were not sent; please report it.',
    { cause: faults.slice(0, 20).join('; ') },
  )
}

function duplicatesOf(shas: string[]): string[] {
  const seen = new Set<string>()
  return shas.filter((sha) => seen.size === seen.add(sha).size)
}

import type { ChangedPaths, Commit } from '../core/commit.ts'
import { type Warning, warn } from '../core/warnings.ts'

/** A change whose files nobody knows is judged by its words alone, and the caller is told. */
export function filesUnknown(commits: Commit[], known: ChangedPaths): Warning[] {
  const count = commits.filter(({ sha, parents }) => parents.length < 2 && !known.has(sha)).length
  return count === 0 ? [] : [warn('changed-files-unknown', { commits: count })]
}

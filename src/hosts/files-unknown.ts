import type { ChangedPaths, Commit } from '../core/commit.ts'
import type { Warning } from '../core/warnings.ts'

/** A change whose files nobody knows is judged by its words alone, and the caller is told. */
export function filesUnknown(commits: Commit[], known: ChangedPaths): Warning[] {
  const count = commits.filter(({ sha, parents }) => parents.length < 2 && !known.has(sha)).length
  if (count === 0) return []
  return [
    {
      code: 'changed-files-unknown',
      detail: `The host did not tell which files ${count === 1 ? 'one commit' : `${count} commits`} changed. They were judged by their words alone; some that touch only documentation or tests may be told.`,
    },
  ]
}

import type { ChangedPaths, Commit } from '../core/commit.ts'
import type { History } from '../core/history.ts'
import type { Repository } from '../core/repository.ts'

/** Lists the files that commits changed, with the ids of their contents; commits are missing if the host fails. */
export type ListFiles = (commits: Commit[]) => Promise<ChangedPaths>

/** Lists changed files and asks the host only for those that no one has listed before. */
export function createFileLister(repository: Repository, { changedFiles }: History): ListFiles {
  const known: ChangedPaths = new Map(
    [...(changedFiles ?? [])].filter(([, { contents }]) => contents !== undefined),
  )
  const asked = new Set<string>()
  return async (commits) => {
    const missing = commits.filter(({ sha }) => !known.has(sha) && !asked.has(sha))
    if (missing.length > 0) {
      for (const { sha } of missing) asked.add(sha)
      for (const [sha, files] of await repository.changedFiles(missing)) known.set(sha, files)
    }
    return known
  }
}

import type { ChangedPaths, Commit } from '../core/commit.ts'

/** Returns the commits with the files that the host listed afterwards. */
export function addPaths(commits: Commit[], changedPaths: ChangedPaths): Commit[] {
  if (changedPaths.size === 0) return commits
  return commits.map((commit) => {
    const changed = changedPaths.get(commit.sha)
    return changed ? { ...commit, paths: changed.paths, pathsCut: changed.cut } : commit
  })
}

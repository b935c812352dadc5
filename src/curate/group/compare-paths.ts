import { isMerge, type ParsedCommit } from '../parse/parse-commits.ts'

/** How the changed files of two sets of commits relate. */
export type PathRelation = 'same' | 'overlapping' | 'different' | 'unknown'

/** Compares the files that two sets of commits change; `unknown` where incomplete lists do not overlap. */
export function comparePaths(some: ParsedCommit[], others: ParsedCommit[]): PathRelation {
  const one = collectPaths(some)
  const other = collectPaths(others)
  let shared = 0
  for (const path of one.paths) if (other.paths.has(path)) shared += 1
  const areComplete = one.isComplete && other.isComplete
  if (shared === 0) return areComplete ? 'different' : 'unknown'
  return areComplete && shared === one.paths.size && shared === other.paths.size ? 'same' : 'overlapping'
}

interface CollectedPaths {
  paths: Set<string>
  isComplete: boolean
}

function collectPaths(commits: ParsedCommit[]): CollectedPaths {
  const paths = new Set<string>()
  // Git lists no files for a merge; the merged commits have them.
  const changing = commits.filter((parsed) => !isMerge(parsed) || parsed.commit.paths.length > 0)
  for (const { commit } of changing) for (const path of commit.paths) paths.add(path)
  return {
    paths,
    isComplete:
      changing.length > 0 && changing.every(({ commit }) => !commit.pathsCut && commit.paths.length > 0),
  }
}

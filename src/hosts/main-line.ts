import type { Commit } from '../core/commit.ts'

/** Returns the newest commit of a range: the one that is no other commit's parent. */
export function findTip(commits: Commit[]): string | undefined {
  const parents = new Set(commits.flatMap((commit) => commit.parents))
  return commits.find((commit) => !parents.has(commit.sha))?.sha
}

/** Returns when the main line of the range begins, in seconds: the first parents of its newest commit. */
export function mainLineStart(commits: Commit[]): number {
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]))
  let commit = bySha.get(findTip(commits) ?? '')
  let start = commit?.committedAt ?? 0
  while (commit) {
    start = Math.min(start, commit.committedAt)
    commit = bySha.get(commit.parents[0] ?? '')
  }
  return start
}

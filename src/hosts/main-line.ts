import type { Commit } from '../core/commit.ts'

/** The newest commit of a range: nobody's parent in it. */
export function tipOf(commits: Commit[]): string | undefined {
  const parents = new Set(commits.flatMap((commit) => commit.parents))
  return commits.find((commit) => !parents.has(commit.sha))?.sha
}

/** When the main line of the range begins, in seconds. */
export function beginningOf(commits: Commit[]): number {
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]))
  let commit = bySha.get(tipOf(commits) ?? '')
  let first = commit?.committedAt ?? 0
  while (commit) {
    first = Math.min(first, commit.committedAt)
    commit = bySha.get(commit.parents[0] ?? '')
  }
  return first
}

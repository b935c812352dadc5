import type { Commit } from '../core/commit.ts'
import { NewestFirst } from '../git/history-walk.ts'

/**
 * Sorts the commits of a range as `git log` does: from the end of the range, always the newest of those whose
 * children are listed. Hosts use orders of their own; sorted, all of them give the same answer.
 */
export function orderCommits(commits: Commit[], toSha: string): Commit[] {
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]))
  const ordered: Commit[] = []
  const waiting = new NewestFirst<Commit>()
  const meet = (sha: string) => {
    const commit = bySha.get(sha)
    if (!commit) return
    bySha.delete(sha)
    waiting.add(commit)
  }
  meet(toSha)
  for (let commit = waiting.take(); commit; commit = waiting.take()) {
    ordered.push(commit)
    for (const parent of commit.parents) meet(parent)
  }
  // What cannot be reached from the end is still part of what the host gave.
  return ordered.length === commits.length
    ? ordered
    : [...ordered, ...commits.filter(({ sha }) => bySha.has(sha))]
}

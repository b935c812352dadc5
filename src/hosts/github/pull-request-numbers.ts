import type { Commit } from '../../core/commit.ts'
import { findTip } from '../main-line.ts'

/** Returns the pull request number that a commit message gives as its own, which need not be right; null without one. */
export function pullRequestNumberIn(message: string, fullName: string): number | null {
  const [subject = ''] = message.split('\n', 1)
  const found =
    /\(#(\d{1,9})\)\s*$/.exec(subject)?.[1] ??
    /^Merge pull request #(\d{1,9})\b/.exec(subject)?.[1] ??
    /^Merge #(\d{1,9})\b/.exec(subject)?.[1] ??
    trailerNumber(message, fullName)
  const number = Number(found ?? 0)
  // GraphQL's Int has 31 bits.
  return number > 0 && number < 2 ** 31 ? number : null
}

function trailerNumber(message: string, fullName: string): string | undefined {
  const trailer = /^PR-URL:\s*\S*?\/([\w.-]+\/[\w.-]+)\/pull\/(\d{1,9})\s*$/im.exec(message)
  return trailer?.[1]?.toLowerCase() === fullName.toLowerCase() ? trailer[2] : undefined
}

/**
 * Returns the commits whose pull request only the host knows: no merges, no number in the message, and not merged by
 * a commit with a number.
 */
export function commitsWithoutNumber(commits: Commit[], fullName: string): Commit[] {
  return commitsNotCovered(commits, ({ message }) => pullRequestNumberIn(message, fullName) !== null)
}

/** Returns the commits, merges aside, that do not match and were not merged by a commit that does. */
function commitsNotCovered(commits: Commit[], matches: (commit: Commit) => boolean): Commit[] {
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]))
  const uncovered: Commit[] = []
  const seen = new Set<string>()
  const branches = [{ sha: findTip(commits), isCovered: false }]
  for (let branch = branches.pop(); branch; branch = branches.pop()) {
    let commit = bySha.get(branch.sha ?? '')
    while (commit && !seen.has(commit.sha)) {
      seen.add(commit.sha)
      const isMatch = matches(commit)
      if (!branch.isCovered && !isMatch && commit.parents.length < 2) uncovered.push(commit)
      for (const sha of commit.parents.slice(1))
        branches.push({ sha, isCovered: branch.isCovered || isMatch })
      commit = bySha.get(commit.parents[0] ?? '')
    }
  }
  return uncovered
}

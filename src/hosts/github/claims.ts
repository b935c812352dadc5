import type { Commit } from '../../core/commit.ts'
import type { PullRequest } from '../../core/pull-request.ts'
import { tipOf } from '../main-line.ts'

/** The number of the pull request that a message says it is; a claim, not a fact. */
export function claimedNumber(message: string, fullName: string): number | null {
  const [subject = ''] = message.split('\n', 1)
  const found =
    /\(#(\d{1,9})\)\s*$/.exec(subject)?.[1] ??
    /^Merge pull request #(\d{1,9})\b/.exec(subject)?.[1] ??
    /^Merge #(\d{1,9})\b/.exec(subject)?.[1] ??
    trailerNumber(message, fullName)
  const number = Number(found ?? 0)
  // GraphQL's numbers end at 31 bits.
  return number > 0 && number < 2 ** 31 ? number : null
}

function trailerNumber(message: string, fullName: string): string | undefined {
  const trailer = /^PR-URL:\s*\S*?\/([\w.-]+\/[\w.-]+)\/pull\/(\d{1,9})\s*$/im.exec(message)
  return trailer?.[1]?.toLowerCase() === fullName.toLowerCase() ? trailer[2] : undefined
}

/**
 * The commits that only the host can give a pull request: no merges, no number in the message, and not
 * brought by a merge whose message has one.
 */
export function leftOver(commits: Commit[], fullName: string): Commit[] {
  return broughtByNone(commits, ({ message }) => claimedNumber(message, fullName) !== null)
}

/** The commits, merges aside, for whose files no pull request stands that tells all of its own. */
export function withoutFiles(commits: Commit[], pulls: PullRequest[], fullName: string): Commit[] {
  const telling = pulls.filter(({ paths }) => paths.length > 0)
  const numbers = new Set(telling.map(({ number }) => number))
  const shas = new Set(telling.flatMap((pull) => pull.commits))
  return broughtByNone(
    commits.filter(({ pathsCut }) => pathsCut),
    ({ sha, message }) => shas.has(sha) || numbers.has(claimedNumber(message, fullName) ?? 0),
  )
}

/** The commits, merges aside, that are not of a kind, and that no merge of that kind brought. */
function broughtByNone(commits: Commit[], isSuch: (commit: Commit) => boolean): Commit[] {
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]))
  const left: Commit[] = []
  const seen = new Set<string>()
  const waiting = [{ sha: tipOf(commits), owned: false }]
  for (let line = waiting.pop(); line; line = waiting.pop()) {
    let commit = bySha.get(line.sha ?? '')
    while (commit && !seen.has(commit.sha)) {
      seen.add(commit.sha)
      const such = isSuch(commit)
      if (!line.owned && !such && commit.parents.length < 2) left.push(commit)
      for (const sha of commit.parents.slice(1)) waiting.push({ sha, owned: line.owned || such })
      commit = bySha.get(commit.parents[0] ?? '')
    }
  }
  return left
}

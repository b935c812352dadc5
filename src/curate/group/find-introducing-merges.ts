import { isMerge, type ParsedCommit } from '../parse/parse-commits.ts'

/**
 * For each commit that came in by a pull request's merge, that merge. Walks every first-parent line once,
 * oldest merge first, so that a commit belongs to the merge that brought it first.
 */
export function findIntroducingMerges(commits: ParsedCommit[]): Map<string, ParsedCommit> {
  const bySha = new Map(commits.map((read) => [read.commit.sha, read]))
  const introducedBy = new Map<string, ParsedCommit>()
  const seen = new Set<string>()
  const tip = commits[0]?.commit.sha
  const waiting: { sha: string; owner: ParsedCommit | null }[] =
    tip === undefined ? [] : [{ sha: tip, owner: null }]
  for (let line = waiting.pop(); line; line = waiting.pop()) {
    let read = bySha.get(line.sha)
    while (read && !seen.has(read.commit.sha)) {
      seen.add(read.commit.sha)
      if (line.owner) introducedBy.set(read.commit.sha, line.owner)
      const brings = isMerge(read) && read.pullRequest !== null ? read : line.owner
      // The last one put here is taken first: the oldest merge of this line.
      for (const sha of read.commit.parents.slice(1)) waiting.push({ sha, owner: brings })
      const [firstParent] = read.commit.parents
      read = firstParent === undefined ? undefined : bySha.get(firstParent)
    }
  }
  return introducedBy
}

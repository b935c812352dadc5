import { isChangeMerge, type ParsedCommit } from '../parse/parse-commits.ts'

/**
 * Maps each commit that the merge of a pull request introduced to that merge. Walks every first-parent line once,
 * oldest merge first, so that a commit belongs to the merge that introduced it first.
 */
export function findIntroducingMerges(commits: ParsedCommit[]): Map<string, ParsedCommit> {
  const bySha = new Map(commits.map((parsed) => [parsed.commit.sha, parsed]))
  const introducedBy = new Map<string, ParsedCommit>()
  const seen = new Set<string>()
  const tip = commits[0]?.commit.sha
  const waiting: { sha: string; merge: ParsedCommit | null }[] =
    tip === undefined ? [] : [{ sha: tip, merge: null }]
  for (let line = waiting.pop(); line; line = waiting.pop()) {
    let parsed = bySha.get(line.sha)
    while (parsed && !seen.has(parsed.commit.sha)) {
      seen.add(parsed.commit.sha)
      if (line.merge) introducedBy.set(parsed.commit.sha, line.merge)
      const merge = isChangeMerge(parsed) ? parsed : line.merge
      // The walk continues with the last pushed branch: that of the oldest merge of this line.
      for (const sha of parsed.commit.parents.slice(1)) waiting.push({ sha, merge })
      const [firstParent] = parsed.commit.parents
      parsed = firstParent === undefined ? undefined : bySha.get(firstParent)
    }
  }
  return introducedBy
}

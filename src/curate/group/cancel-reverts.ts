import { isMerge, type ParsedCommit } from '../parse/parse-commits.ts'

/** For each reverted commit of the range and its revert, by SHA, the reason why they cancel out. */
type Cancelled = Map<string, string>

interface RevertIndex {
  bySha: (sha: string) => ParsedCommit | undefined
  bySubject: Map<string, ParsedCommit[]>
  byPullRequest: Map<number, ParsedCommit[]>
  /** The commits that a merge introduced, by the SHA of the merge. */
  byMerge: Map<string, ParsedCommit[]>
}

/**
 * Cancels each revert together with the commits it reverts when both are in the range. Goes through the commits
 * newest first, so that a revert of a revert cancels only the revert and the original commit stays.
 */
export function cancelReverts(commits: ParsedCommit[], introducedBy: Map<string, ParsedCommit>): Cancelled {
  const cancelled: Cancelled = new Map()
  if (!commits.some(({ message }) => message.revert)) return cancelled
  const index = indexCommits(commits, introducedBy)
  for (const parsed of commits) {
    if (!parsed.message.revert || cancelled.has(parsed.commit.sha)) continue
    const { targets, outside } = findTargets(parsed, index, cancelled)
    for (const target of targets) {
      cancelled.set(target.commit.sha, `Reverted by ${shortSha(parsed)} in the same range.`)
    }
    // A revert that also reverts something outside the range stays, because users notice it.
    if (targets.length > 0 && !outside) {
      cancelled.set(parsed.commit.sha, `It reverts ${targets.map(shortSha).join(', ')} in the same range.`)
    }
  }
  for (const [merge, merged] of index.byMerge) {
    const areAllCancelled = merged.every((parsed) => cancelled.has(parsed.commit.sha))
    if (areAllCancelled && !cancelled.has(merge))
      cancelled.set(merge, 'Everything it merged is reverted in the same range.')
  }
  return cancelled
}

function indexCommits(commits: ParsedCommit[], introducedBy: Map<string, ParsedCommit>): RevertIndex {
  const bySubject = new Map<string, ParsedCommit[]>()
  const byPullRequest = new Map<number, ParsedCommit[]>()
  const byMerge = new Map<string, ParsedCommit[]>()
  for (const parsed of commits) {
    add(bySubject, (parsed.message.merge?.title ?? parsed.message.title).toLowerCase(), parsed)
    if (parsed.pullRequest !== null) add(byPullRequest, parsed.pullRequest, parsed)
    const merge = introducedBy.get(parsed.commit.sha)
    if (merge) add(byMerge, merge.commit.sha, parsed)
  }
  return { bySha: createShaLookup(commits), bySubject, byPullRequest, byMerge }
}

function add<Key>(map: Map<Key, ParsedCommit[]>, key: Key, parsed: ParsedCommit): void {
  const list = map.get(key)
  if (list) list.push(parsed)
  else map.set(key, [parsed])
}

function createShaLookup(commits: ParsedCommit[]): (sha: string) => ParsedCommit | undefined {
  // Authors abbreviate SHAs; fewer than seven digits are not taken for one.
  const byFirstSeven = new Map<string, ParsedCommit[]>()
  for (const parsed of commits) add(byFirstSeven, parsed.commit.sha.slice(0, 7), parsed)
  return (sha) => byFirstSeven.get(sha.slice(0, 7))?.find((parsed) => parsed.commit.sha.startsWith(sha))
}

/** The commits of the range that a revert cancels, and whether it also reverts some outside the range. */
interface RevertTargets {
  targets: ParsedCommit[]
  outside: boolean
}

function findTargets(parsed: ParsedCommit, index: RevertIndex, cancelled: Cancelled): RevertTargets {
  const { shas, pullRequests, subject } = parsed.message.revert!
  const older = (found: ParsedCommit | undefined) =>
    found && found.position < parsed.position && !cancelled.has(found.commit.sha)
  const direct = shas.map((sha) => index.bySha(sha))
  const targets = new Set(direct.filter((found) => older(found)) as ParsedCommit[])
  for (const number of pullRequests) {
    for (const found of index.byPullRequest.get(number) ?? []) if (older(found)) targets.add(found)
  }
  if (targets.size === 0 && subject !== null && shas.length === 0) {
    const found = index.bySubject.get(subject.toLowerCase())?.find(older)
    if (found) targets.add(found)
  }
  for (const target of [...targets].filter(isMerge)) {
    for (const merged of index.byMerge.get(target.commit.sha) ?? []) {
      if (!cancelled.has(merged.commit.sha)) targets.add(merged)
    }
  }
  return { targets: [...targets], outside: direct.some((found) => found === undefined) }
}

function shortSha({ commit }: ParsedCommit): string {
  return commit.sha.slice(0, 7)
}

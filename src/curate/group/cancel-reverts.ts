import { isMerge, type ParsedCommit } from '../parse/parse-commits.ts'

/** For each commit that a revert of the same range takes back, and for that revert, what cancelled it. */
export type Cancelled = Map<string, string>

interface Index {
  byPrefix: (sha: string) => ParsedCommit | undefined
  bySubject: Map<string, ParsedCommit[]>
  byPullRequest: Map<number, ParsedCommit[]>
  broughtBy: Map<string, ParsedCommit[]>
}

/**
 * A revert and what it reverts leave together when both are in the range. Newest first, so that a revert of a
 * revert takes away only the revert, and what was reverted stands again.
 */
export function cancelReverts(commits: ParsedCommit[], introducedBy: Map<string, ParsedCommit>): Cancelled {
  const cancelled: Cancelled = new Map()
  if (!commits.some(({ message }) => message.revert)) return cancelled
  const index = indexOf(commits, introducedBy)
  for (const read of commits) {
    if (!read.message.revert || cancelled.has(read.commit.sha)) continue
    const { targets, outside } = targetsOf(read, index, cancelled)
    for (const target of targets) {
      cancelled.set(target.commit.sha, `Reverted by ${shortSha(read)} in the same range.`)
    }
    // A revert that also takes back something released before stays: users will notice it.
    if (targets.length > 0 && !outside) {
      cancelled.set(read.commit.sha, `It reverts ${targets.map(shortSha).join(', ')} in the same range.`)
    }
  }
  for (const [merge, brought] of index.broughtBy) {
    const allGone = brought.every((read) => cancelled.has(read.commit.sha))
    if (allGone && !cancelled.has(merge))
      cancelled.set(merge, 'All that it brought is reverted in the same range.')
  }
  return cancelled
}

function indexOf(commits: ParsedCommit[], introducedBy: Map<string, ParsedCommit>): Index {
  const bySubject = new Map<string, ParsedCommit[]>()
  const byPullRequest = new Map<number, ParsedCommit[]>()
  const broughtBy = new Map<string, ParsedCommit[]>()
  for (const read of commits) {
    add(bySubject, (read.message.merge?.title ?? read.message.title).toLowerCase(), read)
    if (read.pullRequest !== null) add(byPullRequest, read.pullRequest, read)
    const owner = introducedBy.get(read.commit.sha)
    if (owner) add(broughtBy, owner.commit.sha, read)
  }
  return { byPrefix: prefixSearch(commits), bySubject, byPullRequest, broughtBy }
}

function add<Key>(map: Map<Key, ParsedCommit[]>, key: Key, read: ParsedCommit): void {
  const list = map.get(key)
  if (list) list.push(read)
  else map.set(key, [read])
}

function prefixSearch(commits: ParsedCommit[]): (sha: string) => ParsedCommit | undefined {
  // Authors abbreviate; seven digits are the least that is taken for a SHA.
  const bySeven = new Map<string, ParsedCommit[]>()
  for (const read of commits) add(bySeven, read.commit.sha.slice(0, 7), read)
  return (sha) => bySeven.get(sha.slice(0, 7))?.find((read) => read.commit.sha.startsWith(sha))
}

function targetsOf(read: ParsedCommit, index: Index, cancelled: Cancelled) {
  const { shas, pullRequests, subject } = read.message.revert!
  const older = (found: ParsedCommit | undefined) =>
    found && found.position < read.position && !cancelled.has(found.commit.sha)
  const direct = shas.map((sha) => index.byPrefix(sha))
  const targets = new Set(direct.filter((found) => older(found)) as ParsedCommit[])
  for (const number of pullRequests) {
    for (const found of index.byPullRequest.get(number) ?? []) if (older(found)) targets.add(found)
  }
  if (targets.size === 0 && subject !== null && shas.length === 0) {
    const found = index.bySubject.get(subject.toLowerCase())?.find(older)
    if (found) targets.add(found)
  }
  for (const target of [...targets].filter(isMerge)) {
    for (const brought of index.broughtBy.get(target.commit.sha) ?? []) {
      if (!cancelled.has(brought.commit.sha)) targets.add(brought)
    }
  }
  return { targets: [...targets], outside: direct.some((found) => found === undefined) }
}

function shortSha({ commit }: ParsedCommit): string {
  return commit.sha.slice(0, 7)
}

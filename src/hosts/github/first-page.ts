import type { Commit } from '../../core/commit.ts'
import type { CommitRange } from '../../core/range.ts'
import type { CommitNode, Page } from './schemas.ts'

/** Returns the commits of the range if the page certainly contains all of them; null if it may not. */
export function rangeInPage(page: Page, range: CommitRange): CommitNode[] | null {
  if (range.fromSha === range.toSha) return []
  if (page.oid !== range.toSha || page.history.nodes.some(hasHiddenParents)) return null
  const { nodes } = page.history
  if (range.fromSha === null) return page.history.pageInfo.hasNextPage ? null : nodes
  const bySha = new Map(nodes.map((node) => [node.oid, node]))
  if (!page.history.pageInfo.hasNextPage && bySha.has(range.fromSha)) {
    const before = ancestorsOf(range.fromSha, bySha)
    return nodes.filter((node) => !before.has(node.oid))
  }
  return rangeAbove(range.toSha, range.fromSha, bySha)
}

function hasHiddenParents({ parents }: CommitNode): boolean {
  return parents.totalCount > parents.nodes.length
}

function ancestorsOf(start: string, bySha: Map<string, CommitNode>): Set<string> {
  const seen = new Set([start])
  for (const sha of seen) for (const parent of bySha.get(sha)?.parents.nodes ?? []) seen.add(parent.oid)
  return seen
}

/**
 * If only a part of the history is known, the range is certain when every path from `to` back in history ends at
 * `from`: then each commit on it is newer than `from`, regardless of dates.
 */
function rangeAbove(toSha: string, fromSha: string, bySha: Map<string, CommitNode>): CommitNode[] | null {
  const seen = new Set([toSha])
  for (const sha of seen) {
    const node = bySha.get(sha)
    if (!node || node.parents.nodes.length === 0) return null
    for (const parent of node.parents.nodes) if (parent.oid !== fromSha) seen.add(parent.oid)
  }
  return [...bySha.values()].filter((node) => seen.has(node.oid))
}

/** Converts a commit of the page. */
export function toCommit(node: CommitNode, tags: Map<string, string[]>): Commit {
  return {
    sha: node.oid,
    parents: node.parents.nodes.map((parent) => parent.oid),
    author: {
      name: node.author?.name ?? '',
      email: node.author?.email ?? '',
      login: node.author?.user?.login ?? null,
    },
    // `authoredDate` is converted to UTC; `author.date` keeps the author's time zone.
    authoredAt: node.author?.date ?? node.authoredDate,
    committedAt: Date.parse(node.committedDate) / 1000,
    message: node.message,
    paths: [],
    pathsCut: true,
    tags: tags.get(node.oid) ?? [],
  }
}

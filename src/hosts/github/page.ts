import type { Commit } from '../../core/commit.ts'
import type { CommitRange } from '../../core/range.ts'
import type { CommitNode, Page } from './answers.ts'

/** The commits of the range when the page holds them all for certain; null when it may not. */
export function closeInPage(page: Page, range: CommitRange): CommitNode[] | null {
  if (range.fromSha === range.toSha) return []
  if (page.oid !== range.toSha || page.history.nodes.some(hasHiddenParents)) return null
  const { nodes } = page.history
  if (range.fromSha === null) return page.history.pageInfo.hasNextPage ? null : nodes
  const bySha = new Map(nodes.map((node) => [node.oid, node]))
  if (!page.history.pageInfo.hasNextPage && bySha.has(range.fromSha)) {
    const before = reach(range.fromSha, bySha)
    return nodes.filter((node) => !before.has(node.oid))
  }
  return closeAbove(range.toSha, range.fromSha, bySha)
}

function hasHiddenParents({ parents }: CommitNode): boolean {
  return parents.totalCount > parents.nodes.length
}

function reach(start: string, bySha: Map<string, CommitNode>): Set<string> {
  const seen = new Set([start])
  for (const sha of seen) for (const parent of bySha.get(sha)?.parents.nodes ?? []) seen.add(parent.oid)
  return seen
}

/**
 * Where only a part of the history is known, the range is certain when every way down from `to` ends at
 * `from`: then each commit on it comes after `from`, whatever the dates say.
 */
function closeAbove(toSha: string, fromSha: string, bySha: Map<string, CommitNode>): CommitNode[] | null {
  const seen = new Set([toSha])
  for (const sha of seen) {
    const node = bySha.get(sha)
    if (!node || node.parents.nodes.length === 0) return null
    for (const parent of node.parents.nodes) if (parent.oid !== fromSha) seen.add(parent.oid)
  }
  return [...bySha.values()].filter((node) => seen.has(node.oid))
}

/** A commit of the page as ours. */
export function asCommit(node: CommitNode, tags: Map<string, string[]>): Commit {
  return {
    sha: node.oid,
    parents: node.parents.nodes.map((parent) => parent.oid),
    author: {
      name: node.author?.name ?? '',
      email: node.author?.email ?? '',
      login: node.author?.user?.login ?? null,
    },
    // The author's own clock where it is told; the other field is converted to UTC.
    authoredAt: node.author?.date ?? node.authoredDate,
    committedAt: Date.parse(node.committedDate) / 1000,
    message: node.message,
    paths: [],
    pathsCut: true,
    tags: tags.get(node.oid) ?? [],
  }
}

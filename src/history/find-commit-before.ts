import type { CommitNode } from '../core/commit.ts'
import { incompleteHistory } from '../core/errors.ts'
import type { Repository } from '../core/repository.ts'

const mostCommits = 100_000

/**
 * Finds the newest commit of the main line that was committed before a time in seconds; null if there is none. Only first
 * parents count, because a merge brings old commits of its branch into the main line.
 */
export async function findCommitBefore(
  repository: Pick<Repository, 'ancestors' | 'shallow'>,
  toSha: string,
  seconds: number,
): Promise<CommitNode | null> {
  let next: string | undefined = toSha
  for await (const node of repository.ancestors(toSha, mostCommits)) {
    if (node.sha !== next) continue
    if (node.committedAt < seconds) return node
    next = node.parents[0]
    if (next === undefined) break
  }
  if (repository.shallow) throw incompleteHistory()
  return null
}

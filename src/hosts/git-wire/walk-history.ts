import type { Commit } from '../../core/commit.ts'
import { HistoryWalk } from '../../git/history-walk.ts'
import { readCommit } from './git-object.ts'
import { fetchObjects } from './read-history.ts'
import type { GitServer } from './server.ts'

const firstDepth = 50
const secondDepth = 1500

/**
 * Yields the commits up to this one in the order of `git log`, at most `limit`, with at most three requests. Each
 * response is read only as far as the walk needs it.
 */
export async function* walkHistory(server: GitServer, sha: string, limit: number): AsyncGenerator<Commit> {
  const walk = new HistoryWalk<Commit>(sha)
  let taken = 0
  let depth: number | null = firstDepth
  for (;;) {
    let received = 0
    const request = { wants: [sha], haves: [], done: true, ...(depth === null ? {} : { depth }) }
    for await (const item of fetchObjects(server, request)) {
      if (item.kind !== 'commit') continue
      received += 1
      walk.add(readCommit(item.id, item.data))
      for (let commit = walk.take(); commit; commit = walk.take()) {
        yield commit
        taken += 1
        if (taken === limit) return
      }
    }
    if (walk.isDone || depth === null) return
    // Git servers are slow to cut a history with many merges at a depth, and faster to send all of its commits.
    depth = depth === firstDepth && received <= 2 * firstDepth ? secondDepth : null
  }
}

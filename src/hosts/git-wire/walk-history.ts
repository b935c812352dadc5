import type { Commit } from '../../core/commit.ts'
import { HistoryWalk } from '../../git/history-walk.ts'
import { readCommit } from './git-object.ts'
import { fetchObjects } from './read-history.ts'
import type { GitServer } from './server.ts'

/** How many commits deep each request goes: most walks end early, so the first request is small. */
const depths = [300, 3000]

/**
 * Yields the commits up to this one in the order of `git log`, at most `limit`. It reads the responses only as far as
 * the walk needs them.
 */
export async function* walkHistory(server: GitServer, sha: string, limit: number): AsyncGenerator<Commit> {
  const walk = new HistoryWalk<Commit>(sha)
  let taken = 0
  // The n-th commit of a walk is less than n steps away from its start, so no request has to go deeper than that.
  for (const depth of [...depths.filter((each) => each < limit), limit]) {
    for await (const item of fetchObjects(server, { wants: [sha], haves: [], done: true, depth })) {
      if (item.kind !== 'commit') continue
      walk.add(readCommit(item.id, item.data))
      for (let commit = walk.take(); commit; commit = walk.take()) {
        yield commit
        taken += 1
        if (taken === limit) return
      }
    }
    if (walk.isDone) return
  }
}

import type { Commit } from '../../core/commit.ts'
import { pathsIn } from './changed-paths.ts'
import { fetchPack } from './fetch.ts'
import { readCommit } from './git-object.ts'
import { keepPack } from './pack.ts'
import type { GitServer } from './server.ts'

/** As deep as some years of most projects; with its trees it comes in a few megabytes. */
const depth = 800

/**
 * The commits up to this one, so many deep, with the files they changed, in one answer. None where the server
 * cannot leave out the files' contents.
 */
export async function readPast(server: GitServer, sha: string, most: number): Promise<Commit[]> {
  const { filter, objectFormat } = await server.capabilities()
  if (!filter) return []
  const { pack } = await fetchPack(server, { wants: [sha], haves: [], depth, beside: 'trees', done: true })
  if (!pack) return []
  const store = await keepPack(pack, objectFormat)
  const commits = new Map<string, Commit>()
  const waiting = [sha]
  for (let next = waiting.shift(); next !== undefined && commits.size < most; next = waiting.shift()) {
    const data = commits.has(next) ? null : store.get(next)
    if (data === null) continue
    const commit = readCommit(next, data)
    commits.set(next, commit)
    waiting.push(...commit.parents)
  }
  const paths = pathsIn(store, [...commits.values()], objectFormat)
  return [...commits.values()].map((commit) => {
    const changed = paths.get(commit.sha)
    return changed ? { ...commit, paths: changed.paths, pathsCut: changed.cut } : commit
  })
}

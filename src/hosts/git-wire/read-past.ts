import type { Commit } from '../../core/commit.ts'
import type { FetchRequest } from './fetch.ts'
import { discardPack, holdPack } from './hold-pack.ts'
import { walkTask } from './pack-tasks.ts'
import { requestPack } from './read-history.ts'
import type { GitServer } from './server.ts'

const firstDepth = 20
const maxRequests = 4
// More than this would be read for nothing; the header of a pack says how many objects follow.
const maxObjectsPerCommit = 3
// Estimates of how far back the commits go miss by less than this in most histories.
const margin = 1.4
const maxBackSeconds = 40 * 365 * 86_400

/** The most bytes that are read of the past. */
export const maxPastBytes = 4 * 1024 * 1024

/**
 * Returns the commits up to this one, without their files: the same commits, in the same order, as
 * `git log --max-count`. A depth would follow every merge and bring many times as many commits, so they are requested
 * by time: the newest ones show how far back to go. Null when they do not fit into the limits, none when the server
 * cannot exclude file contents.
 */
export async function readPast(server: GitServer, sha: string, most: number): Promise<Commit[] | null> {
  const { filter, objectFormat } = await server.capabilities()
  if (!filter) return []
  const packs: Uint8Array[] = []
  let left = maxPastBytes
  const request = async (limits: Pick<FetchRequest, 'depth' | 'since'>) => {
    const wanted: FetchRequest = {
      wants: [sha],
      haves: [],
      done: true,
      maxBytes: 2 * maxPastBytes,
      ...limits,
    }
    const { pack, isCut } = await requestPack(server, wanted)
    const held = await holdPack(pack, { maxBytes: left, maxObjects: maxObjectsPerCommit * most })
    if ('chunks' in held) {
      await discardPack(held)
      return { isCut, announced: held.count }
    }
    left -= held.bytes.length
    packs.push(held.bytes)
    return { isCut, announced: null }
  }
  const walk = async (since: number | null) => {
    const input = { packs, objectFormat, sha, most, since }
    return server.runElsewhere ? server.runElsewhere(walkTask, input) : (await walkTask.load())(input)
  }
  if ((await request({ depth: firstDepth })).announced !== null) return null
  // With a depth it is not known which commits are missing, so the walk ends at the first of them.
  let { commits, count, newest, oldest } = await walk(null)
  if (commits) return commits
  let back = estimateBack(newest - oldest, count, most)
  for (let requests = 1; requests < maxRequests; requests += 1) {
    const since = Math.max(1, newest - back)
    const { isCut, announced } = await request({ since })
    if (announced !== null) {
      back = announced > 0 ? Math.floor((back * margin * most) / announced) : Math.floor(back / 4)
      continue
    }
    ;({ commits, count, newest, oldest } = await walk(isCut ? since : null))
    if (commits) return commits
    back = Math.max(2 * back, estimateBack(newest - oldest, count, most))
  }
  return null
}

/** How many seconds before the newest commit the last one probably is. */
function estimateBack(seconds: number, count: number, most: number): number {
  return Math.min(maxBackSeconds, Math.ceil((Math.max(3_600, seconds) * margin * most) / Math.max(1, count)))
}

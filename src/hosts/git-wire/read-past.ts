import type { Commit } from '../../core/commit.ts'
import { sortTags } from '../../git/tag.ts'
import type { Walked } from './decode-pack.ts'
import { decodePack, discardPack, holdPack } from './hold-pack.ts'
import { commitsTask, walkTask } from './pack-tasks.ts'
import { requestPack } from './read-history.ts'
import type { GitServer } from './server.ts'

const maxTries = 3
const maxDatedTags = 100
const firstBackSeconds = 365 * 86_400
// More objects than this would be read for nothing; the header of a pack announces how many follow.
const maxObjectsPerCommit = 3
const margin = 1.4

/** The most bytes that are read of the past. */
export const maxPastBytes = 4 * 1024 * 1024

/** The names of the tags on each commit. */
export type TagsBySha = ReadonlyMap<string, string[]>

/** A commit from which on the past is requested. */
interface StartOfPast {
  sha: string
  committedAt: number
}

/**
 * Returns the commits up to this one, without their files: the same commits, in the same order, as
 * `git log --max-count`. A depth would follow every merge and bring many times as many commits, and servers cut off
 * more than they should by time, so the commits since an older release are requested. Null when they do not fit into
 * the limits, none when the server cannot exclude file contents.
 */
export async function readPast(
  server: GitServer,
  { sha, most, tags }: { sha: string; most: number; tags: TagsBySha },
): Promise<Commit[] | null> {
  const { filter } = await server.capabilities()
  if (!filter) return []
  const dated = await readDates(server, [sha, ...chooseTags(tags)])
  const newest = dated.get(sha)
  if (newest === undefined) return null
  const starts = [...dated]
    .flatMap(([each, committedAt]) => (committedAt < newest ? [{ sha: each, committedAt }] : []))
    .toSorted((one, other) => other.committedAt - one.committedAt)
  const open = { first: 0, last: starts.length }
  let back = firstBackSeconds
  for (let tries = 0; tries < maxTries && open.first <= open.last; tries += 1) {
    const wanted = starts.findIndex(({ committedAt }) => committedAt <= newest - back)
    const index = Math.min(Math.max(wanted === -1 ? starts.length : wanted, open.first), open.last)
    const start = starts[index] ?? null
    const span = newest - (start?.committedAt ?? newest - 2 * back)
    const walked = await walkSince(server, { sha, most, start })
    if ('commits' in walked) {
      if (walked.commits) return walked.commits
      open.first = index + 1
      back = Math.max(back, (margin * span * most) / Math.max(1, walked.count))
    } else {
      open.last = index - 1
      back = (margin * span * most) / walked.announced
    }
  }
  return null
}

/** The tags whose dates are requested: all of them, or a sample of their versions. */
function chooseTags(tags: TagsBySha): string[] {
  const shas = [
    ...new Set(
      sortTags(
        [...tags].map(([sha, [name = '']]) => ({ sha, name })),
        ({ name }) => name,
      ).map(({ sha }) => sha),
    ),
  ]
  const step = Math.ceil(shas.length / maxDatedTags)
  return shas.filter((_sha, index) => index % step === 0)
}

async function readDates(server: GitServer, shas: string[]): Promise<Map<string, number>> {
  const { objectFormat } = await server.capabilities()
  const wants = [...new Set(shas)]
  const { pack } = await requestPack(server, { wants, haves: [], done: true, depth: 1 })
  const commits = await decodePack(server, commitsTask, {
    pack,
    objectFormat,
    limit: Number.POSITIVE_INFINITY,
  })
  return new Map(commits.map(({ sha, committedAt }) => [sha, committedAt]))
}

/** Walks the commits since a start; if they are too many, only their number is returned. */
async function walkSince(
  server: GitServer,
  { sha, most, start }: { sha: string; most: number; start: StartOfPast | null },
): Promise<Walked | { announced: number }> {
  const { objectFormat } = await server.capabilities()
  const haves = start ? [start.sha] : []
  const { pack } = await requestPack(server, { wants: [sha], haves, done: true })
  const held = await holdPack(pack, { maxBytes: maxPastBytes, maxObjects: maxObjectsPerCommit * most })
  if ('chunks' in held) {
    await discardPack(held)
    return { announced: Math.max(held.count, maxObjectsPerCommit * most) }
  }
  const input = { pack: held.bytes, objectFormat, sha, most, since: start?.committedAt ?? null }
  return server.runElsewhere ? server.runElsewhere(walkTask, input) : (await walkTask.load())(input)
}

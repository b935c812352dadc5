import type { ChangedFiles, ChangedPaths, Commit } from '../../core/commit.ts'
import type { CommitRange } from '../../core/range.ts'
import { compareEnds, listChangedPaths, openTrees } from './decode-pack.ts'
import { type FetchRequest, fetchPack } from './fetch.ts'
import { decodePack, holdPack } from './hold-pack.ts'
import { changedBetweenTask, changedPathsTask } from './pack-tasks.ts'
import { protocolError } from './protocol-errors.ts'
import type { GitServer } from './server.ts'

const maxCommits = 5000
const maxTreeBytes = 32 * 1024 * 1024

/**
 * Returns the files that each commit of a range changed, by comparing trees. One request fetches the trees of the
 * range and of the commits just before it, whose own parents are cut off. Merges have no files, as in `git log`.
 * The result is empty when the server cannot exclude file contents, or when the range is too large.
 */
export async function readChangedPaths(
  server: GitServer,
  commits: Commit[],
  maxBytes = maxTreeBytes,
): Promise<ReadTrees> {
  const { filter, objectFormat } = await server.capabilities()
  if (!filter || commits.length === 0 || commits.length > maxCommits)
    return { changedPaths: new Map(), compare: async () => null }
  const { pack } = await fetchPack(server, { ...treesRequest(commits), maxBytes })
  if (!pack) throw protocolError('it contains no pack for the trees of the range')
  const { runElsewhere } = server
  const held = runElsewhere
    ? await holdPack(pack, { maxBytes, maxObjects: Number.POSITIVE_INFINITY })
    : { chunks: pack }
  if (runElsewhere && 'bytes' in held) {
    const input = { pack: held.bytes, objectFormat }
    const nodes = commits.map(({ sha, parents }) => ({ sha, parents }))
    return {
      changedPaths: await runElsewhere(changedPathsTask, { ...input, commits: nodes }),
      compare: (range) => runElsewhere(changedBetweenTask, { ...input, range }),
    }
  }
  const compare = await openTrees({ pack: 'bytes' in held ? held.bytes : held.chunks, objectFormat })
  return {
    changedPaths: listChangedPaths(commits, compare),
    compare: async (range) => compareEnds(compare, range),
  }
}

/** The files that commits changed, and how to compare two of those whose trees were read. */
export interface ReadTrees {
  changedPaths: ChangedPaths
  /** Returns the files in which two commits differ; null if their trees were not read. */
  compare(range: CommitRange): Promise<ChangedFiles | null>
}

/** Reads the trees of two commits and returns the files in which they differ; null if the server cannot filter. */
export async function readChangedBetween(
  server: GitServer,
  range: CommitRange,
): Promise<ChangedFiles | null> {
  const { filter, objectFormat } = await server.capabilities()
  if (!filter) return null
  const wants = [range.toSha, ...(range.fromSha === null ? [] : [range.fromSha])]
  const { pack } = await fetchPack(server, { wants, haves: [], depth: 1, include: 'trees', done: true })
  return pack && decodePack(server, changedBetweenTask, { pack, objectFormat, range })
}

function treesRequest(commits: Commit[]): FetchRequest {
  const inRange = new Set(commits.map(({ sha }) => sha))
  const parents = new Set(commits.flatMap((commit) => commit.parents))
  const tips = [...inRange].filter((sha) => !parents.has(sha))
  const before = [...parents].filter((sha) => !inRange.has(sha))
  return { wants: [...tips, ...before], haves: [], shallow: before, include: 'trees', done: true }
}

/** Returns the commits with the files that they changed; merges have none. */
export function addChangedPaths(commits: Commit[], changedPaths: ChangedPaths): Commit[] {
  return commits.map((commit) => {
    const isMerge = commit.parents.length > 1
    const changed = isMerge ? { paths: [], cut: false } : changedPaths.get(commit.sha)
    return changed ? { ...commit, paths: changed.paths, pathsCut: changed.cut } : commit
  })
}

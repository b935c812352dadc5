import type { ChangedFiles, ChangedPaths, Commit } from '../../core/commit.ts'
import type { CommitRange } from '../../core/range.ts'
import { decodeText } from '../text-encoding.ts'
import { type FetchRequest, fetchPack } from './fetch.ts'
import { treeOf } from './git-object.ts'
import { keepPack } from './pack.ts'
import type { PackStore } from './pack-store.ts'
import { protocolError } from './protocol-errors.ts'
import type { GitServer, ServerCapabilities } from './server.ts'
import { diffTrees } from './tree.ts'
import { walkHistory } from './walk-history.ts'

const maxCommits = 5000
const maxPaths = 2000
const maxPathsOfRange = 20_000
const emptyTree: Record<string, string> = {
  sha1: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  sha256: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
}

/**
 * Returns the files that each commit of a range changed, by comparing trees. One request fetches the trees of the
 * range and of the commits just before it, whose own parents are cut off. Merges have no files, as in `git log`.
 * The result is empty when the server cannot exclude file contents, or when the range is too large.
 */
export async function readChangedPaths(server: GitServer, commits: Commit[]): Promise<ReadTrees> {
  const { filter, objectFormat } = await server.capabilities()
  if (!filter || commits.length === 0 || commits.length > maxCommits)
    return { changedPaths: new Map(), compare: () => null }
  const { pack } = await fetchPack(server, treesRequest(commits))
  if (!pack) throw protocolError('it contains no pack for the trees of the range')
  const compare = compareIn(await keepPack(pack, objectFormat), objectFormat)
  const changedPaths: ChangedPaths = new Map()
  for (const { sha, parents } of commits) {
    const found = parents.length > 1 ? null : compare({ fromSha: parents[0] ?? null, toSha: sha }, maxPaths)
    if (found) changedPaths.set(sha, found)
  }
  return { changedPaths, compare: (range) => compare(range, maxPathsOfRange) }
}

/** The files that commits changed, and how to compare two of those whose trees were read. */
export interface ReadTrees {
  changedPaths: ChangedPaths
  /** Returns the files in which two commits differ; null if their trees were not read. */
  compare(range: CommitRange): ChangedFiles | null
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
  return pack && compareIn(await keepPack(pack, objectFormat), objectFormat)(range, maxPathsOfRange)
}

/** Compares commits whose trees are in a store. */
function compareIn(store: PackStore, objectFormat: ServerCapabilities['objectFormat']) {
  const treeOfCommit = (sha: string) => {
    const data = store.get(sha)
    return data && treeOf(data)
  }
  const idBytes = objectFormat === 'sha1' ? 20 : 32
  // Git never sends the empty tree.
  const read = (id: string) => store.get(id) ?? (id === emptyTree[objectFormat] ? Buffer.alloc(0) : null)
  return ({ fromSha, toSha }: CommitRange, most: number): ChangedFiles | null => {
    const after = treeOfCommit(toSha)
    const before = fromSha === null ? null : treeOfCommit(fromSha)
    if (after === null || (before === null && fromSha !== null)) return null
    const found = diffTrees(before, after, { read, most, idBytes })
    return found && { ...found, paths: found.paths.map(asText) }
  }
}

function treesRequest(commits: Commit[]): FetchRequest {
  const inRange = new Set(commits.map(({ sha }) => sha))
  const parents = new Set(commits.flatMap((commit) => commit.parents))
  const tips = [...inRange].filter((sha) => !parents.has(sha))
  const before = [...parents].filter((sha) => !inRange.has(sha))
  return { wants: [...tips, ...before], haves: [], shallow: before, include: 'trees', done: true }
}

function asText(bytes: string): string {
  return decodeText(Buffer.from(bytes, 'latin1'), null)
}

/**
 * Returns the commits up to this one, without their files: the same commits, in the same order, as
 * `git log --max-count`. None when the server cannot exclude file contents.
 */
export async function readPast(server: GitServer, sha: string, most: number): Promise<Commit[]> {
  const { filter } = await server.capabilities()
  const commits: Commit[] = []
  if (filter) for await (const commit of walkHistory(server, sha, most)) commits.push(commit)
  return commits
}

/** Returns the commits with the files that they changed; merges have none. */
export function addChangedPaths(commits: Commit[], changedPaths: ChangedPaths): Commit[] {
  return commits.map((commit) => {
    const isMerge = commit.parents.length > 1
    const changed = isMerge ? { paths: [], cut: false } : changedPaths.get(commit.sha)
    return changed ? { ...commit, paths: changed.paths, pathsCut: changed.cut } : commit
  })
}

import type { ChangedFiles, ChangedPaths, Commit } from '../../core/commit.ts'
import type { CommitRange } from '../../core/range.ts'
import { HistoryWalk } from '../../git/history-walk.ts'
import { maxMessageBytes, tooMuchText } from '../message-limits.ts'
import { decodeText } from '../text-encoding.ts'
import { messageOf, readCommit, treeOf } from './git-object.ts'
import { keepPack, readPack } from './pack.ts'
import type { PackStore } from './pack-store.ts'
import type { ServerCapabilities } from './server.ts'
import { diffTrees } from './tree.ts'

/** A pack while it arrives, or all of it. */
export type PackSource = AsyncIterable<Uint8Array> | Uint8Array

interface PackInput {
  pack: PackSource
  objectFormat: ServerCapabilities['objectFormat']
}

/** Reads at most `limit` commits of a pack. */
export async function decodeCommits({
  pack,
  objectFormat,
  limit,
}: PackInput & { limit: number }): Promise<Commit[]> {
  const commits = new Map<string, Commit>()
  let bytes = 0
  for await (const item of readPack(chunksOf(pack), objectFormat)) {
    if (item.kind !== 'commit') continue
    bytes += messageOf(item.data).length
    if (bytes > maxMessageBytes) throw tooMuchText()
    commits.set(item.id, readCommit(item.id, item.data))
    if (commits.size >= limit) break
  }
  return [...commits.values()]
}

/** A pack with the newest commits of a history. */
export interface WalkInput extends PackInput {
  sha: string
  most: number
  /** Only commits that are older than this are missing, in seconds since the epoch; null if nothing is missing. */
  since: number | null
}

/** How far a walk came. */
export interface Walked {
  /** The commits in the order of `git log`; null if some of them are missing. */
  commits: Commit[] | null
  count: number
}

/** Walks the commits of a pack up to `most` of them. */
export async function walkPack({ sha, most, since, ...input }: WalkInput): Promise<Walked> {
  const walk = new HistoryWalk<Commit>(sha)
  for (const commit of await decodeCommits({ ...input, limit: Number.POSITIVE_INFINITY })) walk.add(commit)
  const commits: Commit[] = []
  while (commits.length < most) {
    const next = since === null ? walk.take() : walk.takeSince(since)
    if (!next) break
    commits.push(next)
  }
  return {
    commits: commits.length === most || walk.isDone ? commits : null,
    count: commits.length,
  }
}

const maxPaths = 2000
const maxPathsOfRange = 20_000
const emptyTree: Record<string, string> = {
  sha1: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  sha256: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
}

/** Returns the files that commits changed, by comparing the trees of a pack; merges have none. */
export function listChangedPaths(
  commits: Pick<Commit, 'sha' | 'parents'>[],
  compare: CompareTrees,
): ChangedPaths {
  const changedPaths: ChangedPaths = new Map()
  for (const { sha, parents } of commits) {
    const found = parents.length > 1 ? null : compare({ fromSha: parents[0] ?? null, toSha: sha }, maxPaths)
    if (found) changedPaths.set(sha, found)
  }
  return changedPaths
}

/** A pack with the trees of some commits. */
export interface TreesInput extends PackInput {
  commits: Pick<Commit, 'sha' | 'parents'>[]
}

/** Returns the files that the commits of a pack changed. */
export async function decodeChangedPaths({ commits, ...input }: TreesInput): Promise<ChangedPaths> {
  return listChangedPaths(commits, await openTrees(input))
}

/** A pack with the trees of the ends of a range. */
export interface EndsInput extends PackInput {
  range: CommitRange
}

/** Returns the files in which two commits of a pack differ. */
export async function decodeChangedBetween({ range, ...input }: EndsInput): Promise<ChangedFiles | null> {
  return compareEnds(await openTrees(input), range)
}

/** Returns the files in which two commits differ; null if their trees were not read. */
export function compareEnds(compare: CompareTrees, range: CommitRange): ChangedFiles | null {
  return compare(range, maxPathsOfRange)
}

/** A pack with the contents of files. */
export interface ContentsInput extends PackInput {
  ids: string[]
  maxBytes: number
}

/** Returns the contents of a pack by id, up to a size in total. */
export async function decodeContents({
  pack,
  objectFormat,
  ids,
  maxBytes,
}: ContentsInput): Promise<Map<string, Uint8Array>> {
  const store = await keepPack(chunksOf(pack), objectFormat, ['blob'])
  const contents = new Map<string, Uint8Array>()
  let size = 0
  for (const id of ids) {
    const bytes = store.get(id)
    size += bytes?.length ?? 0
    if (size > maxBytes) break
    if (bytes) contents.set(id, bytes)
  }
  return contents
}

/** Compares two commits and returns at most `most` files; null if their trees were not read. */
export type CompareTrees = (range: CommitRange, most: number) => ChangedFiles | null

/** Reads the trees of a pack and returns what compares them. */
export async function openTrees({ pack, objectFormat }: PackInput): Promise<CompareTrees> {
  return compareIn(await keepPack(chunksOf(pack), objectFormat), objectFormat)
}

function compareIn(store: PackStore, objectFormat: PackInput['objectFormat']): CompareTrees {
  const treeOfCommit = (sha: string) => {
    const data = store.get(sha)
    return data && treeOf(data)
  }
  const idBytes = objectFormat === 'sha1' ? 20 : 32
  // Git never sends the empty tree.
  const read = (id: string) => store.get(id) ?? (id === emptyTree[objectFormat] ? Buffer.alloc(0) : null)
  return ({ fromSha, toSha }, most) => {
    const after = treeOfCommit(toSha)
    const before = fromSha === null ? null : treeOfCommit(fromSha)
    if (after === null || (before === null && fromSha !== null)) return null
    const found = diffTrees(before, after, { read, most, idBytes })
    return found && { ...found, paths: found.paths.map(asText) }
  }
}

function asText(bytes: string): string {
  return decodeText(Buffer.from(bytes, 'latin1'), null)
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

function chunksOf(pack: PackSource): AsyncIterable<Uint8Array> {
  return pack instanceof Uint8Array ? oneChunk(pack) : pack
}

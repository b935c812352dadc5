import type { ChangedPaths, Commit } from '../../core/commit.ts'
import { decodeText } from '../text-encoding.ts'
import { fetchPack } from './fetch.ts'
import { treeOf } from './git-object.ts'
import { keepPack } from './pack.ts'
import type { PackStore } from './pack-store.ts'
import { protocolError } from './protocol-errors.ts'
import type { GitServer, ServerCapabilities } from './server.ts'
import { diffTrees } from './tree.ts'

const mostCommits = 5000
const mostPaths = 2000
const emptyTree: Record<string, string> = {
  sha1: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  sha256: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
}

/**
 * The files that each commit of a range changed, by its trees. What git tells of them comes in one answer:
 * the range and the commits just before it, all of whose parents are left aside. Merges have none, as in
 * `git log`. Empty when the server cannot leave out the files' contents, or it would be too much.
 */
export async function readChangedPaths(server: GitServer, commits: Commit[]): Promise<ChangedPaths> {
  const { filter, objectFormat } = await server.capabilities()
  if (!filter || commits.length === 0 || commits.length > mostCommits) return new Map()
  const { pack } = await fetchPack(server, question(commits))
  if (!pack) throw protocolError('it holds no pack for the trees of the range')
  return pathsIn(await keepPack(pack, objectFormat), commits, objectFormat)
}

/** The files that commits changed, as far as the trees of both sides are at hand. */
export function pathsIn(
  store: PackStore,
  commits: Commit[],
  objectFormat: ServerCapabilities['objectFormat'],
): ChangedPaths {
  const changed: ChangedPaths = new Map()
  const treeOfCommit = (sha: string) => {
    const data = store.get(sha)
    return data && treeOf(data)
  }
  const idBytes = objectFormat === 'sha1' ? 20 : 32
  // The empty tree is in no pack.
  const read = (id: string) => store.get(id) ?? (id === emptyTree[objectFormat] ? Buffer.alloc(0) : null)
  for (const { sha, parents } of commits) {
    if (parents.length > 1) continue
    const after = treeOfCommit(sha)
    const before = parents[0] === undefined ? null : treeOfCommit(parents[0])
    if (after === null || (before === null && parents.length > 0)) continue
    const found = diffTrees(before, after, { read, most: mostPaths, idBytes })
    if (found) changed.set(sha, { ...found, paths: found.paths.map(asText) })
  }
  return changed
}

function question(commits: Commit[]) {
  const inRange = new Set(commits.map(({ sha }) => sha))
  const parents = new Set(commits.flatMap((commit) => commit.parents))
  const tips = [...inRange].filter((sha) => !parents.has(sha))
  const before = [...parents].filter((sha) => !inRange.has(sha))
  return { wants: [...tips, ...before], haves: [], shallow: before, beside: 'trees' as const, done: true }
}

function asText(bytes: string): string {
  return decodeText(Buffer.from(bytes, 'latin1'), null)
}

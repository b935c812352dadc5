import type { ContentLimits } from '../../core/repository.ts'
import { type FetchRequest, fetchPack } from './fetch.ts'
import { treeOf } from './git-object.ts'
import { decodePack } from './hold-pack.ts'
import { keepPack } from './pack.ts'
import { contentsTask } from './pack-tasks.ts'
import type { GitServer } from './server.ts'
import { readTree } from './tree.ts'

const maxContentBytes = 64 * 1024 * 1024

/** A file of a commit, with its bytes. */
export interface RootFile {
  path: string
  bytes: Buffer
}

/**
 * Reads, for each list of paths, the first file that exists in a commit; null when none does. Folders are read only if
 * a path alone in its list leads into one.
 */
export async function readFirstFiles(
  server: GitServer,
  sha: string,
  lists: string[][],
): Promise<(RootFile | null)[]> {
  const { objectFormat } = await server.capabilities()
  const { pack } = await fetchPack(server, {
    wants: [sha],
    haves: [],
    depth: 1,
    include: 'root-tree',
    done: true,
  })
  const store = pack && (await keepPack(pack, objectFormat))
  const commit = store?.get(sha) ?? null
  const tree = commit && store!.get(treeOf(commit) ?? '')
  const items = tree ? readTree(tree, objectFormat === 'sha1' ? 20 : 32) : []
  const files = new Map(items.filter(({ mode }) => mode.startsWith('100')).map(({ name, id }) => [name, id]))
  const folders = new Set(lists.flatMap((names) => (names.length === 1 ? (folderOf(names[0]!) ?? []) : [])))
  for (const { name, id } of items.filter(({ name }) => folders.has(name))) {
    const folder = store!.get(id) ?? (await fetchFolder(server, id))
    for (const item of folder ? readTree(folder, objectFormat === 'sha1' ? 20 : 32) : [])
      if (item.mode.startsWith('100')) files.set(`${name}/${item.name}`, item.id)
  }
  const paths = lists.map((names) => names.find((name) => files.has(name)) ?? null)
  const wants = [...new Set(paths.flatMap((path) => (path === null ? [] : [files.get(path)!])))]
  if (wants.length === 0) return lists.map(() => null)
  const contents = await readContents(server, wants)
  return paths.map((path) => {
    const bytes = path === null ? null : (contents.get(files.get(path)!) ?? null)
    return bytes && { path: path!, bytes }
  })
}

async function fetchFolder(server: GitServer, id: string): Promise<Buffer | null> {
  const { objectFormat } = await server.capabilities()
  const { pack } = await fetchPack(server, { wants: [id], haves: [], include: 'trees', done: true })
  return pack && ((await keepPack(pack, objectFormat)).get(id) ?? null)
}

/** Reads the contents of files by their ids, as a partial clone does. */
export async function readContents(
  server: GitServer,
  ids: string[],
  limits?: ContentLimits,
): Promise<Map<string, Buffer>> {
  const { objectFormat } = await server.capabilities()
  if (ids.length === 0) return new Map()
  const request: FetchRequest = { wants: ids, haves: [], include: 'contents', done: true }
  if (limits) request.maxBytes = limits.maxSentBytes
  const { pack } = await fetchPack(server, request)
  if (!pack) return new Map()
  const contents = await decodePack(server, contentsTask, {
    pack,
    objectFormat,
    ids,
    maxBytes: maxContentBytes,
  })
  return new Map(
    [...contents].map(([id, { buffer, byteOffset, length }]) => [
      id,
      Buffer.from(buffer, byteOffset, length),
    ]),
  )
}

/** The folder of a path with one slash; null for any other path. */
function folderOf(path: string): string | null {
  return /^([^/]+)\/[^/]+$/.exec(path)?.[1] ?? null
}

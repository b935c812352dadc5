import { askFetch } from './fetch.ts'
import { treeOf } from './git-object.ts'
import { keepPack } from './pack.ts'
import type { Server } from './server.ts'
import { readTree } from './tree.ts'

/** The first of some files that stands at the root of a commit, with its bytes; null when there is none. */
export async function readFirstFile(
  server: Server,
  sha: string,
  names: string[],
): Promise<{ path: string; bytes: Buffer } | null> {
  const { filter, objectFormat } = await server.capabilities()
  if (!filter) return null
  const { pack } = await askFetch(server, {
    wants: [sha],
    haves: [],
    depth: 1,
    beside: 'root-tree',
    done: true,
  })
  const store = pack && (await keepPack(pack, objectFormat))
  const commit = store?.get(sha) ?? null
  const tree = commit && store!.get(treeOf(commit) ?? '')
  const items = tree ? readTree(tree, objectFormat === 'sha1' ? 20 : 32) : []
  const path = names.find((name) => items.some((item) => item.name === name && item.mode.startsWith('100')))
  if (path === undefined) return null
  const { id } = items.find(({ name }) => name === path)!
  // As a partial clone asks for what it left out: by its own name.
  const answer = await askFetch(server, { wants: [id], haves: [], beside: 'contents', done: true })
  const bytes = answer.pack && (await keepPack(answer.pack, objectFormat, ['blob'])).get(id)
  return bytes ? { path, bytes } : null
}

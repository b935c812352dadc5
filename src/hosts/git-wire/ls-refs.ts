import type { RefName } from '../../core/listing.ts'
import { sortTags } from '../../git/tag.ts'
import { textOf } from './pkt-line.ts'
import { protocolError } from './protocol-errors.ts'
import { type GitServer, GitServerError } from './server.ts'

/** The object a ref points at, and the commit below it when that is an annotated tag. */
export interface RefTip {
  id: string
  peeled: string | null
}

const maxRefBytes = 64 * 1024 * 1024

/** Lists the refs whose names begin with one of the prefixes, in the server's order. */
export async function listRefs(server: GitServer, prefixes: string[]): Promise<Map<string, RefTip>> {
  const { unborn } = await server.capabilities()
  const lines = [
    'peel',
    'symrefs',
    ...(unborn ? ['unborn'] : []),
    ...[...new Set(prefixes)].map((prefix) => `ref-prefix ${prefix}`),
  ]
  const refs = new Map<string, RefTip>()
  try {
    for await (const line of server.command('ls-refs', lines, maxRefBytes)) {
      const ref = line instanceof Buffer ? readRef(textOf(line)) : null
      if (ref) refs.set(ref.name, ref.tip)
    }
  } catch (error) {
    throw error instanceof GitServerError
      ? protocolError('the server did not list its refs', error.message)
      : error
  }
  return refs
}

/** Parses one line of the list; null for a branch that has no commit yet. */
function readRef(line: string): { name: string; tip: RefTip } | null {
  const [id = '', name, ...attributes] = line.split(' ')
  if (id === 'unborn') return null
  if (!/^[0-9a-f]{40,64}$/.test(id) || name === undefined)
    throw protocolError('the list of refs contains an invalid line')
  const peeled = attributes.find((attribute) => attribute.startsWith('peeled:'))?.slice('peeled:'.length)
  return { name, tip: { id, peeled: peeled ?? null } }
}

/** The names of the tags on each commit, in the order in which `git log` shows them. */
export async function listTags(server: GitServer): Promise<Map<string, string[]>> {
  const refs = await listRefs(server, ['refs/tags/'])
  const tags = new Map<string, string[]>()
  for (const [name, { id, peeled }] of refs) {
    const sha = peeled ?? id
    tags.set(sha, [name.slice('refs/tags/'.length), ...(tags.get(sha) ?? [])])
  }
  return tags
}

/** Lists tags and branches for pickers; their dates would cost a fetch, so the highest version comes first. */
export async function listNames(server: GitServer): Promise<RefName[]> {
  const refs = await listRefs(server, ['refs/tags/', 'refs/heads/'])
  const namesBelow = (folder: string, kind: RefName['kind']) =>
    [...refs]
      .filter(([ref]) => ref.startsWith(folder))
      .map(([ref, { id, peeled }]) => ({
        name: ref.slice(folder.length),
        kind,
        sha: peeled ?? id,
        date: null,
      }))
  const tags = sortTags(namesBelow('refs/tags/', 'tag'), ({ name }) => name)
  return [...tags, ...namesBelow('refs/heads/', 'branch')]
}

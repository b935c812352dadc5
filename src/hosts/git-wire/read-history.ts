import { Problem } from '../../core/errors.ts'
import { type FetchRequest, fetchPack } from './fetch.ts'
import { type ObjectLinks, readLinks } from './git-object.ts'
import { type PackItem, readPack } from './pack.ts'
import { protocolError } from './protocol-errors.ts'
import { type GitServer, GitServerError } from './server.ts'

/** The links of objects by their ids. */
export type KnownObjects = Map<string, ObjectLinks>

/** Fetches objects; with `done` set, the server must have the haves. */
export async function* fetchObjects(server: GitServer, request: FetchRequest): AsyncGenerator<PackItem> {
  const { objectFormat } = await server.capabilities()
  const { pack } = await requestPack(server, request)
  yield* readPack(pack, objectFormat)
}

/** Requests a pack; with `done` set, the server must have the haves. */
export async function requestPack(
  server: GitServer,
  request: FetchRequest,
): Promise<{ pack: AsyncGenerator<Buffer> }> {
  const { wants, haves } = request
  let response = await fetchPack(server, request)
  // The server only acknowledges a start that is not an ancestor; since it has the start, the request is complete.
  if (!response.pack && haves.length > 0 && haves.every((id) => response.acknowledged.includes(id))) {
    response = await fetchPack(server, { ...request, done: true })
  } else if (!response.pack && haves.length > 0) {
    throw new Problem(
      'ref_not_found',
      `The host no longer has the commit ${haves[0]}. A force-push may have replaced it: resolve the refs again.`,
    )
  }
  if (!response.pack) throw protocolError(`it contains no pack for ${wants.join(' and ')}`)
  return { pack: response.pack }
}

/**
 * Reads the links of objects, some commits deep. Objects that the server does not have are missing from the
 * result. Once trees arrive, which a server without filters sends last, reading stops as soon as `isEnough` is true.
 */
export async function readHistory(
  server: GitServer,
  ids: string[],
  options: { depth: number; most?: number; isEnough?: (known: KnownObjects) => boolean },
): Promise<KnownObjects> {
  const { depth } = options
  const known: KnownObjects = new Map()
  const wants = [...new Set(ids)]
  if (wants.length === 0) return known
  try {
    for await (const item of fetchObjects(server, { wants, haves: [], done: true, depth })) {
      if (item.kind === 'commit' || item.kind === 'tag') known.set(item.id, readLinks(item.kind, item.data))
      else if (options.isEnough?.(known)) break
      if (known.size >= (options.most ?? Number.POSITIVE_INFINITY)) break
    }
    return known
  } catch (error) {
    if (!(error instanceof GitServerError)) throw error
    // The only error that can be handled: it names an object that the server does not have.
    const absent = wants.find((id) => error.message.includes(id))
    if (absent === undefined) throw protocolError('the server rejected the request', error.message)
    const others = wants.filter((id) => id !== absent)
    return readHistory(server, others, options)
  }
}

/** Follows tags to their commit; null when there is none. */
export function peel(known: KnownObjects, id: string | null): string | null {
  let current = id
  for (let links = known.get(current ?? ''); links?.kind === 'tag'; links = known.get(current!)) {
    current = links.targets[0] ?? ''
  }
  return current !== null && known.get(current)?.kind === 'commit' ? current : null
}

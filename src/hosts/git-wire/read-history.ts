import { Problem } from '../../core/errors.ts'
import { type FetchRequest, fetchPack } from './fetch.ts'
import { type ObjectLinks, readLinks } from './git-object.ts'
import { type PackItem, readPack } from './pack.ts'
import { protocolError } from './protocol-errors.ts'
import { type GitServer, GitServerError } from './server.ts'

/** What is known of some objects. */
export type KnownObjects = Map<string, ObjectLinks>

/** Asks for the objects of a pack; the haves must be the server's own when `done` is set. */
export async function* fetchObjects(server: GitServer, question: FetchRequest): AsyncGenerator<PackItem> {
  const { objectFormat } = await server.capabilities()
  const { wants, haves } = question
  let answer = await fetchPack(server, question)
  // A history that has left the start behind is acknowledged only; now that the start is known, all is said.
  if (!answer.pack && haves.length > 0 && haves.every((id) => answer.acknowledged.includes(id))) {
    answer = await fetchPack(server, { ...question, done: true })
  } else if (!answer.pack && haves.length > 0) {
    throw new Problem(
      'ref_not_found',
      `The host does not know the commit ${haves[0]} any more. It may have been pushed over; look up the refs again.`,
    )
  }
  if (!answer.pack) throw protocolError(`it holds no pack for ${wants.join(' and ')}`)
  yield* readPack(answer.pack, objectFormat)
}

/**
 * Reads where objects lead to, some commits deep. Objects that the server does not have are left out,
 * and so is what comes after `isEnough`, which is asked once trees begin: a server that cannot leave
 * them out sends them last.
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
    // The only complaint we can do something about: an object that it does not have, by its full name.
    const absent = wants.find((id) => error.message.includes(id))
    if (absent === undefined) throw protocolError('the server refused the request', error.message)
    const others = wants.filter((id) => id !== absent)
    return readHistory(server, others, options)
  }
}

/** The commit under an object, through any number of tags; null when it is none. */
export function peel(known: KnownObjects, id: string | null): string | null {
  let current = id
  for (let links = known.get(current ?? ''); links?.kind === 'tag'; links = known.get(current!)) {
    current = links.targets[0] ?? ''
  }
  return current !== null && known.get(current)?.kind === 'commit' ? current : null
}

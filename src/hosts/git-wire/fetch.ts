import { type PktLine, textOf } from './pkt-line.ts'
import { protocolError, truncatedResponse } from './protocol-errors.ts'
import { type GitServer, GitServerError } from './server.ts'

/** A `fetch` command: the commits reachable from `wants` and not from `haves`. */
export interface FetchRequest {
  wants: string[]
  haves: string[]
  /** Whether the server is known to have the haves; with an unknown one it would send the whole history. */
  done: boolean
  /** How many commits deep, counted from the wants. */
  depth?: number
  /** Commits that are treated as if they had no parents. */
  shallow?: string[]
  /** What to include besides the commits; by default nothing. */
  include?: 'trees' | 'root-tree' | 'contents'
  /** The size limit of the response, if it is smaller than the usual one. */
  maxBytes?: number
}

/** The server's response: the haves it knows, and the pack if it sends one. */
export interface FetchResponse {
  acknowledged: string[]
  pack: AsyncGenerator<Buffer> | null
}

const maxFilteredBytes = 256 * 1024 * 1024
const maxUnfilteredBytes = 64 * 1024 * 1024
const maxTreeBytes = 32 * 1024 * 1024

// The filters of each request, the best one first: a server may allow some filters only, or limit the depth of trees.
const filtersFor = {
  nothing: ['tree:0', 'blob:none', null],
  'root-tree': ['tree:1', 'blob:none', null],
  trees: ['blob:none'],
  contents: [null],
}

/**
 * Fetches commits, without trees unless they are requested. A filter that the server rejects is replaced by the next
 * one, and not sent again. A server that cannot filter gets a smaller size limit.
 */
export async function fetchPack(server: GitServer, request: FetchRequest): Promise<FetchResponse> {
  const { filter } = await server.capabilities()
  const all = filtersFor[request.include ?? 'nothing']
  const allowed = all.filter((each) => each === null || !server.rejectedFilters.has(each))
  const filters = filter ? allowed : [null]
  for (const [index, each] of filters.entries()) {
    try {
      return await fetchFiltered(server, request, each)
    } catch (error) {
      const isRejected = error instanceof GitServerError && /filter/i.test(error.message)
      if (each === null || !isRejected) throw error
      server.rejectedFilters.add(each)
      if (index === filters.length - 1) throw error
    }
  }
  throw new GitServerError('the server allows no filter for trees')
}

async function fetchFiltered(
  server: GitServer,
  request: FetchRequest,
  filter: string | null,
): Promise<FetchResponse> {
  const { include = 'nothing' } = request
  const lines = [
    'no-progress',
    'ofs-delta',
    ...(filter === null ? [] : [`filter ${filter}`]),
    ...(request.depth === undefined ? [] : [`deepen ${request.depth}`]),
    ...(request.shallow ?? []).map((id) => `shallow ${id}`),
    ...request.wants.map((id) => `want ${id}`),
    ...request.haves.map((id) => `have ${id}`),
    ...(request.done ? ['done'] : []),
  ]
  const maxCommitBytes = filter === null ? maxUnfilteredBytes : maxFilteredBytes
  const maxBytes = request.maxBytes ?? (include === 'nothing' ? maxCommitBytes : maxTreeBytes)
  return readFetchResponse(server.command('fetch', lines, maxBytes))
}

/** Reads the sections of the response up to the pack. */
async function readFetchResponse(lines: AsyncGenerator<PktLine>): Promise<FetchResponse> {
  const acknowledged: string[] = []
  let section: string | null = null
  for (;;) {
    const next = await lines.next()
    if (next.done) break
    const line: PktLine = next.value
    // A section ends with a delimiter packet, the response with a flush packet.
    if (line === 'delimiter') section = null
    else if (!(line instanceof Buffer)) break
    else if (section === null) {
      section = textOf(line)
      if (section === 'packfile') return { acknowledged, pack: readSideband(lines) }
    } else if (section === 'acknowledgments') {
      const id = /^ACK ([0-9a-f]+)/.exec(textOf(line))?.[1]
      if (id !== undefined) acknowledged.push(id)
    }
  }
  await finish(lines)
  return { acknowledged, pack: null }
}

/** Reads to the end of the stream, so that the connection can be reused. */
async function finish(lines: AsyncGenerator<PktLine>): Promise<void> {
  if (!(await lines.next()).done) await lines.return(undefined)
}

/** Unwraps the bytes of the pack from the side-band channels. */
async function* readSideband(lines: AsyncGenerator<PktLine>): AsyncGenerator<Buffer> {
  try {
    for await (const line of lines) {
      if (line === 'flush') return await finish(lines)
      if (!(line instanceof Buffer)) throw protocolError('the pack is interrupted by a special packet')
      const channel = line[0]
      if (channel === 1) yield line.subarray(1)
      else if (channel === 3)
        throw protocolError('the server stopped with an error', line.toString('utf8', 1))
      else if (channel !== 2) throw protocolError('the pack is sent on an unknown channel')
    }
    throw truncatedResponse('its flush packet is missing')
  } catch (error) {
    throw error instanceof GitServerError
      ? protocolError('the server stopped with an error', error.message)
      : error
  }
}

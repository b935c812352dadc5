import { type PktLine, textOf } from './pkt-line.ts'
import { protocolError, truncatedResponse } from './protocol-errors.ts'
import { type GitServer, GitServerError } from './server.ts'

/** What is asked of a server: the commits under `wants`, without those under `haves`. */
export interface FetchRequest {
  wants: string[]
  haves: string[]
  /** Whether the haves are known to be the server's too; an unknown one makes it send all history. */
  done: boolean
  /** How many commits deep from the wants. */
  depth?: number
  /** Commits whose parents are left aside, as if they had none. */
  shallow?: string[]
  /** What is wanted beside the commits; by default nothing. */
  beside?: 'trees' | 'root-tree' | 'contents'
}

/** What the server says before it sends a pack, and the pack if it sends one. */
export interface FetchResponse {
  acknowledged: string[]
  pack: AsyncGenerator<Buffer> | null
}

const mostFilteredBytes = 256 * 1024 * 1024
const mostUnfilteredBytes = 64 * 1024 * 1024
const mostTreeBytes = 32 * 1024 * 1024

const filterFor = { nothing: 'tree:0', 'root-tree': 'tree:1', trees: 'blob:none', contents: null }

/** Asks for commits, without their trees unless these are wanted; where the server cannot leave those out, within a smaller cap. */
export async function fetchPack(server: GitServer, question: FetchRequest): Promise<FetchResponse> {
  const { filter } = await server.capabilities()
  const { beside = 'nothing' } = question
  const lines = [
    'no-progress',
    'ofs-delta',
    ...(filter && filterFor[beside] !== null ? [`filter ${filterFor[beside]}`] : []),
    ...(question.depth === undefined ? [] : [`deepen ${question.depth}`]),
    ...(question.shallow ?? []).map((id) => `shallow ${id}`),
    ...question.wants.map((id) => `want ${id}`),
    ...question.haves.map((id) => `have ${id}`),
    ...(question.done ? ['done'] : []),
  ]
  const usual = filter ? mostFilteredBytes : mostUnfilteredBytes
  const most = beside === 'nothing' ? usual : mostTreeBytes
  const answer = server.command('fetch', lines, most)
  return readFetchAnswer(answer)
}

/** Reads the sections of an answer up to the pack. */
async function readFetchAnswer(lines: AsyncGenerator<PktLine>): Promise<FetchResponse> {
  const acknowledged: string[] = []
  let section: string | null = null
  for (;;) {
    const next = await lines.next()
    if (next.done) break
    const line: PktLine = next.value
    // A section ends with a delimiter, the answer with a flush.
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

/** Reads to the end, so that the connection can serve again; what stands after the end is not wanted. */
async function finish(lines: AsyncGenerator<PktLine>): Promise<void> {
  if (!(await lines.next()).done) await lines.return(undefined)
}

/** The pack's bytes, out of the channels in which they are wrapped. */
async function* readSideband(lines: AsyncGenerator<PktLine>): AsyncGenerator<Buffer> {
  try {
    for await (const line of lines) {
      if (line === 'flush') return await finish(lines)
      if (!(line instanceof Buffer)) throw protocolError('a mark stands within the pack')
      const channel = line[0]
      if (channel === 1) yield line.subarray(1)
      else if (channel === 3)
        throw protocolError('the server stopped with an error', line.toString('utf8', 1))
      else if (channel !== 2) throw protocolError('the pack is sent on an unknown channel')
    }
    throw truncatedResponse('its end mark is missing')
  } catch (error) {
    throw error instanceof GitServerError
      ? protocolError('the server stopped with an error', error.message)
      : error
  }
}

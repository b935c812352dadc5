import type { Deadline } from '../../core/deadline.ts'
import type { HeavyTask, RunHeavy } from '../../core/heavy-work.ts'
import { version } from '../../core/package.ts'
import type { HttpClient, HttpResponse } from '../../http-client/http-client.ts'
import { type PktLine, readPktLines, textOf, writeCommand } from './pkt-line.ts'
import { oldProtocol, protocolError, truncatedResponse } from './protocol-errors.ts'
import { errorOfStatus, type RejectedContext } from './status-error.ts'

/** A repository on a git server, and how to reach it. */
export interface GitServerContext extends RejectedContext, Deadline {
  httpClient: HttpClient
  user: string
  /** Runs heavy work in other threads; absent if there are none. */
  runHeavy?: RunHeavy | undefined
}

/** The capabilities of a git server that we use. */
export interface ServerCapabilities {
  filter: boolean
  unborn: boolean
  objectFormat: 'sha1' | 'sha256'
}

/** A git server that speaks protocol version 2. */
export interface GitServer {
  capabilities: () => Promise<ServerCapabilities>
  command: (name: string, args: string[], maxBytes: number) => AsyncGenerator<PktLine>
  /** The filters that the server has rejected. */
  rejectedFilters: Set<string>
  /** Runs heavy work in another thread; absent if there is none. */
  runElsewhere?: <Input, Output>(task: HeavyTask<Input, Output>, input: Input) => Promise<Output>
}

const maxAdvertisedBytes = 1024 * 1024
// Some servers serve git only to clients whose name starts like git's own.
const userAgent = `git/2.45.0 (notewright/${version})`

/** Opens a git server; its capabilities are requested once, unless they are known. */
export function openGitServer(
  context: GitServerContext,
  known: ServerCapabilities | null,
  rejectedFilters = new Set<string>(),
): GitServer {
  const { runHeavy } = context
  let requested: Promise<ServerCapabilities> | null = known && Promise.resolve(known)
  const capabilities = () => {
    requested ??= requestCapabilities(context)
    return requested
  }
  return {
    capabilities,
    rejectedFilters,
    command: (name, args, maxBytes) => runCommand(context, capabilities, { name, args, maxBytes }),
    ...(runHeavy && {
      runElsewhere: (task, input) => runHeavy(task, input, { signal: context.signal, caller: context.token }),
    }),
  }
}

async function* runCommand(
  context: GitServerContext,
  capabilities: () => Promise<ServerCapabilities>,
  command: { name: string; args: string[]; maxBytes: number },
): AsyncGenerator<PktLine> {
  const { objectFormat } = await capabilities()
  const header = [`command=${command.name}`, 'agent=notewright', `object-format=${objectFormat}`]
  const response = await sendRequest(context, 'git-upload-pack', {
    body: writeCommand(header, command.args),
    maxBytes: command.maxBytes,
  })
  let last: PktLine | null = null
  for await (const line of readPktLines(response.bytes())) {
    if (line instanceof Buffer && line.toString('latin1', 0, 4) === 'ERR ')
      throw new GitServerError(textOf(line))
    last = line
    yield line
  }
  // A server that crashes during a command has already sent status 200; an abbreviated SHA causes this.
  if (last === null) throw protocolError('it is empty')
  if (last instanceof Buffer || last === 'delimiter') throw truncatedResponse('its flush packet is missing')
}

/** An error message of the server, which may contain details that callers must not see. */
export class GitServerError extends Error {}

async function sendRequest(
  context: GitServerContext,
  path: string,
  more: { body?: Buffer<ArrayBuffer>; maxBytes: number },
): Promise<HttpResponse> {
  const { url, token, user, signal, deadlineAt } = context
  const credentials = Buffer.from(`${user}:${token}`).toString('base64')
  const response = await context.httpClient({
    method: more.body ? 'POST' : 'GET',
    url: `${url}/${path}`,
    headers: {
      'git-protocol': 'version=2',
      'user-agent': userAgent,
      ...(token === null ? {} : { authorization: `Basic ${credentials}` }),
      ...(more.body ? { 'content-type': 'application/x-git-upload-pack-request' } : {}),
    },
    signal,
    deadlineAt,
    ...more,
  })
  const problem = errorOfStatus(response, context)
  if (!problem) return response
  discardBody(response)
  throw problem
}

/** Cancels an unread body, so that the connection is released. */
function discardBody(response: HttpResponse): void {
  const body = response.bytes()
  const stop = () => void body.return(undefined)
  // A failure while reading does not matter: the status is enough.
  body.next().then(stop, stop)
}

async function requestCapabilities(context: GitServerContext): Promise<ServerCapabilities> {
  const response = await sendRequest(context, 'info/refs?service=git-upload-pack', {
    maxBytes: maxAdvertisedBytes,
  })
  const lines: string[] = []
  for await (const line of readPktLines(response.bytes())) {
    if (!(line instanceof Buffer)) continue
    lines.push(textOf(line))
    // A server of an older version lists all its refs here, which may be large.
    const old = lines.length <= 2 ? oldVersionOf(lines.at(-1)!) : null
    if (old !== null) throw oldProtocol(new URL(context.url).host, old)
  }
  return readCapabilities(lines)
}

/** Returns the version of git's protocol if a line of the advertisement shows an older one than 2. */
function oldVersionOf(line: string): 0 | 1 | null {
  if (line === 'version 1') return 1
  // The first ref, with the capabilities after a NUL.
  return /^[0-9a-f]{40,64} [^\0]{1,1000}\0/.test(line) ? 0 : null
}

/** Parses the capabilities that a server advertises. */
function readCapabilities(lines: string[]): ServerCapabilities {
  if (lines.length === 0) throw protocolError('it is empty')
  if (!lines.slice(0, 2).includes('version 2'))
    throw protocolError('the server does not speak protocol version 2')
  const valuesOf = (name: string) =>
    lines
      .find((line) => line === name || line.startsWith(`${name}=`))
      ?.slice(name.length + 1)
      .split(' ') ?? null
  const objectFormat = valuesOf('object-format')?.[0] ?? 'sha1'
  if (objectFormat !== 'sha1' && objectFormat !== 'sha256')
    throw protocolError('its object format is unknown')
  const features = valuesOf('fetch')
  if (!features || !valuesOf('ls-refs')) throw protocolError('the server does not offer ls-refs and fetch')
  return {
    filter: features.includes('filter'),
    unborn: valuesOf('ls-refs')!.includes('unborn'),
    objectFormat,
  }
}

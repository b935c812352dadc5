import type { Deadline } from '../../core/deadline.ts'
import type { HttpClient, HttpResponse } from '../../http-client/http-client.ts'
import { type PktLine, readPktLines, textOf, writeCommand } from './pkt-line.ts'
import { protocolError, truncatedResponse } from './protocol-errors.ts'
import { problemOfStatus, type RejectedContext } from './status-error.ts'

/** A repository on a git server, and how it is asked. */
export interface GitServerContext extends RejectedContext, Deadline {
  httpClient: HttpClient
  user: string
}

/** What a git server can do, as far as we use it. */
export interface ServerCapabilities {
  filter: boolean
  unborn: boolean
  objectFormat: 'sha1' | 'sha256'
}

/** A git server that can be told commands of protocol version 2. */
export interface GitServer {
  capabilities: () => Promise<ServerCapabilities>
  command: (name: string, lines: string[], maxBytes: number) => AsyncGenerator<PktLine>
}

const mostAdvertisedBytes = 1024 * 1024

/** Reaches a git server; what it can do is asked once, and only if it is not known. */
export function openGitServer(context: GitServerContext, known: ServerCapabilities | null): GitServer {
  let asked: Promise<ServerCapabilities> | null = known && Promise.resolve(known)
  const capabilities = () => {
    asked ??= askCapabilities(context)
    return asked
  }
  return {
    capabilities,
    command: (name, lines, maxBytes) => runCommand(context, capabilities, { name, lines, maxBytes }),
  }
}

async function* runCommand(
  context: GitServerContext,
  capabilities: () => Promise<ServerCapabilities>,
  command: { name: string; lines: string[]; maxBytes: number },
): AsyncGenerator<PktLine> {
  const { objectFormat } = await capabilities()
  const words = [`command=${command.name}`, 'agent=notewright', `object-format=${objectFormat}`]
  const reply = await ask(context, 'git-upload-pack', {
    body: writeCommand(words, command.lines),
    maxBytes: command.maxBytes,
  })
  let last: PktLine | null = null
  for await (const line of readPktLines(reply.bytes())) {
    if (line instanceof Buffer && line.toString('latin1', 0, 4) === 'ERR ')
      throw new GitServerError(textOf(line))
    last = line
    yield line
  }
  // A server that dies over a command has said 200 already: an abbreviated SHA ends so.
  if (last === null) throw protocolError('it is empty')
  if (last instanceof Buffer || last === 'delimiter') throw truncatedResponse('its end mark is missing')
}

/** A server's own complaint, which may name things that are not for the caller. */
export class GitServerError extends Error {}

async function ask(
  context: GitServerContext,
  path: string,
  more: { body?: Buffer<ArrayBuffer>; maxBytes: number },
): Promise<HttpResponse> {
  const { url, token, user, signal, deadlineAt } = context
  const credentials = Buffer.from(`${user}:${token}`).toString('base64')
  const reply = await context.httpClient({
    method: more.body ? 'POST' : 'GET',
    url: `${url}/${path}`,
    headers: {
      'git-protocol': 'version=2',
      ...(token === null ? {} : { authorization: `Basic ${credentials}` }),
      ...(more.body ? { 'content-type': 'application/x-git-upload-pack-request' } : {}),
    },
    signal,
    deadlineAt,
    ...more,
  })
  const problem = problemOfStatus(reply, context)
  if (!problem) return reply
  giveUp(reply)
  throw problem
}

/** Lets go of a body that nobody reads, so that the connection does not wait for it. */
function giveUp(reply: HttpResponse): void {
  const body = reply.bytes()
  const stop = () => void body.return(undefined)
  // Whether it breaks off by itself before does not matter: the status has said all.
  body.next().then(stop, stop)
}

async function askCapabilities(context: GitServerContext): Promise<ServerCapabilities> {
  const reply = await ask(context, 'info/refs?service=git-upload-pack', { maxBytes: mostAdvertisedBytes })
  const lines: string[] = []
  for await (const line of readPktLines(reply.bytes())) if (line instanceof Buffer) lines.push(textOf(line))
  return readCapabilities(lines)
}

/** Reads what a server says of itself when it is greeted. */
function readCapabilities(lines: string[]): ServerCapabilities {
  if (lines.length === 0) throw protocolError('it is empty')
  if (!lines.slice(0, 2).includes('version 2'))
    throw protocolError('the server does not speak protocol version 2')
  const wordsOf = (name: string) =>
    lines
      .find((line) => line === name || line.startsWith(`${name}=`))
      ?.slice(name.length + 1)
      .split(' ') ?? null
  const objectFormat = wordsOf('object-format')?.[0] ?? 'sha1'
  if (objectFormat !== 'sha1' && objectFormat !== 'sha256')
    throw protocolError('its object format is unknown')
  const features = wordsOf('fetch')
  if (!features || !wordsOf('ls-refs')) throw protocolError('the server does not offer ls-refs and fetch')
  return {
    filter: features.includes('filter'),
    unborn: wordsOf('ls-refs')!.includes('unborn'),
    objectFormat,
  }
}

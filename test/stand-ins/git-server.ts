import { existsSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { sendBomb, sendEndlessly, sendPartly } from './broken-responses.ts'
import { replay, runBackend, runToCompletion } from './git-backend.ts'
import { memoizeGit } from './memoize-git.ts'

/** A request that came in, as tests look at it. */
export interface GitCall {
  method: string
  path: string
  /** `ls-refs` or `fetch`; null for the greeting. */
  command: string | null
  /** The lines of the command. */
  lines: string[]
  authorization: string | null
  status: number
}

/** A fault to inject into requests that match. */
export interface GitFault {
  /** Requests whose path and command match; by default every one. */
  match?: RegExp
  /** How many requests it meets; by default all. */
  times?: number
  status?: number
  headers?: Record<string, string>
  /** Milliseconds before the answer begins. */
  slow?: number
  /** The answer ends well after this many bytes. */
  truncate?: number
  /** The connection breaks after this many bytes. */
  halfClose?: number
  /** The answer never ends. */
  endless?: 'lines' | 'silence' | 'noise'
  bomb?: boolean
  empty?: boolean
  noFilter?: boolean
  redirect?: string
  /** Bytes that are answered instead. */
  body?: Buffer
}

/** Which repositories each token can see; null makes all repositories public. */
export type Tokens = Readonly<Record<string, 'all' | ReadonlySet<string>>> | null

interface GitServerOptions {
  root: string
  tokens: Tokens
  /** Public repositories. */
  open?: string[]
  /** The names and passwords of accounts, as a web server checks them before git is asked. */
  users?: Record<string, string>
  /** Whether a repository has the path of its folder, as with a plain web server, and no `.git` is added or removed. */
  servesFolders?: boolean
  /** The settings of the repositories' configuration that a server may have. */
  settings?: Record<string, string>
}

interface GitServing extends GitServerOptions {
  calls: GitCall[]
  faults: GitFault[]
}

const route = /^\/(.+)\.git\/(info\/refs|git-upload-pack)$/
const folderRoute = /^\/(.+)\/(info\/refs|git-upload-pack)$/

/** A running git server. */
export interface GitServer {
  url: string
  calls: GitCall[]
  faults: GitFault[]
  close: () => Promise<void>
}

/** Serves the repositories below a folder as /owner/name.git, by git's own `http-backend`. */
export async function startGitServer(options: GitServerOptions): Promise<GitServer> {
  const { handle, calls, faults } = openGitHandler(options)
  const server = createServer((request, response) => {
    handle(request, response)
      .then((answered) => answered || response.writeHead(404).end())
      .catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    faults,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Serves repositories inside another server. */
export interface GitHandler {
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>
  calls: GitCall[]
  faults: GitFault[]
}

/** Opens a handler for another server; it returns whether the request was for a repository. */
export function openGitHandler(options: GitServerOptions): GitHandler {
  const serving: GitServing = { ...options, calls: [], faults: [] }
  const handle = (request: IncomingMessage, response: ServerResponse) => handleGit(serving, request, response)
  return { handle, calls: serving.calls, faults: serving.faults }
}

async function handleGit(
  serving: GitServing,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const url = new URL(request.url ?? '/', 'http://git')
  const found = (serving.servesFolders ? folderRoute : route).exec(decodeURIComponent(url.pathname))
  if (!found) return false
  const [, name = '', service = ''] = found
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  const call = { ...asCall(request, url, body), status: 0 }
  serving.calls.push(call)
  response.on('close', () => {
    call.status = response.statusCode
  })
  const fault = takeFault(serving.faults, `${url.pathname} ${call.command ?? ''}`)
  if (fault.slow !== undefined) await new Promise((resolve) => setTimeout(resolve, fault.slow).unref())
  if (sendFault(fault, response)) return true
  const rejection = rejectionOf(serving, name, call.authorization)
  if (rejection !== null) {
    response.writeHead(rejection, rejection === 401 ? { 'www-authenticate': 'Basic realm="git"' } : {}).end()
    return true
  }
  const folder = serving.servesFolders ? name : folderOf(serving.root, name)!
  const backendRequest = {
    root: serving.root,
    path: `${folder}/${service}`,
    request,
    query: url.search.slice(1),
    body,
    settings: {
      'uploadpack.allowFilter': String(fault.noFilter !== true),
      'uploadpack.allowAnySHA1InWant': 'true',
      'uploadpack.allowReachableSHA1InWant': 'true',
      ...serving.settings,
    },
  }
  // Five hosts send the same requests for one repository: without a fault, git runs once.
  const key = [
    JSON.stringify(backendRequest.settings),
    service,
    url.search,
    String(request.headers['git-protocol']),
    body.toString('latin1'),
  ]
  const answer =
    Object.keys(fault).length > 0
      ? runBackend(backendRequest)
      : replay(memoizeGit(join(serving.root, folder), key, () => runToCompletion(backendRequest)))
  await sendPartly(response, answer, fault)
  return true
}

function asCall(request: IncomingMessage, url: URL, body: Buffer): Omit<GitCall, 'status'> {
  const lines = body
    .toString('latin1')
    .split('\n')
    .map((line) => line.replace(/^(?:000[0-2])*[0-9a-f]{4}/, ''))
  return {
    method: request.method ?? '',
    path: url.pathname + url.search,
    command: /command=([a-z-]+)/.exec(lines[0] ?? '')?.[1] ?? null,
    lines,
    authorization: request.headers.authorization ?? null,
  }
}

function takeFault(faults: GitFault[], subject: string): GitFault {
  const fault = faults.find((each) => each.times !== 0 && (each.match?.test(subject) ?? true))
  if (fault?.times !== undefined) fault.times -= 1
  return fault ?? {}
}

function sendFault(fault: GitFault, response: ServerResponse): boolean {
  if (fault.redirect !== undefined) {
    response.writeHead(fault.status ?? 301, { location: fault.redirect }).end()
  } else if (fault.endless) {
    sendEndlessly(response, fault.endless)
  } else if (fault.bomb) {
    sendBomb(response)
  } else if (fault.status !== undefined) {
    response.writeHead(fault.status, fault.headers).end('The words of the server.')
  } else if (fault.empty || fault.body) {
    response.writeHead(200, fault.headers).end(fault.body)
  } else {
    return false
  }
  return true
}

/** Like real hosts: 401 without a valid token, and 404 for repositories that the token cannot see. */
function rejectionOf(serving: GitServing, name: string, authorization: string | null): number | null {
  const { root, tokens, open = [], users, servesFolders } = serving
  if (users) {
    const [user = '', password] = Buffer.from(authorization?.replace(/^Basic /i, '') ?? '', 'base64')
      .toString()
      .split(/:(.*)/s)
    if (!Object.hasOwn(users, user) || users[user] !== password) return 401
  }
  if (servesFolders) return existsSync(join(root, name, 'HEAD')) ? null : 404
  if (tokens && !(authorization === null && open.includes(name))) {
    const credentials = Buffer.from(authorization?.replace(/^Basic /i, '') ?? '', 'base64').toString()
    const token = credentials.slice(credentials.indexOf(':') + 1)
    if (!Object.hasOwn(tokens, token)) return 401
    const visible = tokens[token]!
    if (visible !== 'all' && !visible.has(name)) return 404
  }
  return folderOf(root, name) === null ? 404 : null
}

/** Where a repository is below the root: bare, or in a checkout. */
function folderOf(root: string, name: string): string | null {
  if (name.split('/').some((part) => part.startsWith('.'))) return null
  const candidates = [`${name}.git`, `${name}/.git`, name]
  return candidates.find((path) => existsSync(join(root, path, 'HEAD'))) ?? null
}

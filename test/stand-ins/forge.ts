import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type GitCall, type GitFault, openGitHandler } from './git-server.ts'

/** What a token may do, and which repositories its owner sees. */
export interface Account {
  scopes: string[]
  sees: 'all' | string[]
}

/** What a stand-in is started with. */
export interface ForgeOptions {
  /** The folder that holds the repositories, by their full names. */
  root: string
  tokens: Record<string, Account>
  /** Public repositories. */
  open?: string[]
  /** Pull requests that were closed without a merge, although messages have their numbers. */
  notMerged?: number[]
  /** Repositories that are archived; tests may change the list. */
  archived?: string[]
  /** Whether pull requests are switched off for all repositories. */
  withoutRequests?: boolean
  /** Pull requests that were merged by a rebase or a fast-forward, by the subjects of their commits. */
  rebased?: RebasedRequest[]
  /** The most items of a page, where an operator can set it. */
  maxItems?: number
}

/** A pull request whose commits are all on the main line. */
interface RebasedRequest {
  number: number
  title: string
  /** The subjects of its commits, the oldest first. */
  subjects: string[]
  /** Whether the commits have the SHAs that they had on the branch, as after a fast-forward. */
  keepsShas: boolean
}

/** A request that came in. */
interface ForgeCall {
  method: string
  path: string
  authorization: string | null
  /** The validator that came with it. */
  ifNoneMatch: string | null
  /** Whether the response was 304. */
  notModified: boolean
}

/** A fault to inject into requests that match. */
export interface ForgeFault {
  /** Requests whose path matches; by default every one. */
  match?: RegExp
  /** How many requests it meets; by default all. */
  times?: number
  status?: number
  headers?: Record<string, string>
  body?: unknown
  /** Milliseconds before the answer begins. */
  slow?: number
  /** The answer is whole for HTTP, but ends after this many bytes. */
  truncate?: number
  /** The connection breaks after this many bytes. */
  halfClose?: number
  endless?: 'noise' | 'silence'
  bomb?: boolean
  /** How many of a range's oldest commits are missing. */
  shortfall?: number
}

/** One request to a stand-in, with its token checked. */
export interface ForgeRequest {
  method: string
  /** What was sent along, as JSON. */
  body: Record<string, unknown>
  path: string
  search: URLSearchParams
  account: Account | null
  fault: ForgeFault
  /** The stand-in's own API address. */
  apiUrl: string
  /** The folder of a repository that this caller sees; null for any other. */
  folderOf: (name: string) => string | null
  /** The names of all repositories that this caller sees. */
  names: () => string[]
}

/** The response of a stand-in. */
export interface ForgeResponse {
  status?: number
  headers?: Record<string, string>
  /** Bytes are sent as they are, everything else as JSON. */
  body: unknown
}

/** What differs between the forges: the API path, how tokens are sent and rejected, and the routes. */
export interface ForgeKind {
  apiPath: string
  tokenIn: (authorization: string) => string | null
  /** Another header that carries a token. */
  tokenHeader?: string
  unknownToken: ForgeResponse
  /** Whether its responses have an ETag, made of the bytes alone and so the same for every token. */
  validates?: boolean
  respond: (request: ForgeRequest) => Promise<ForgeResponse>
}

/** A running stand-in. */
export interface Forge {
  url: string
  apiUrl: string
  calls: ForgeCall[]
  faults: ForgeFault[]
  /** The calls to its repositories over git, and the faults to inject there. */
  git: { calls: GitCall[]; faults: GitFault[] }
  close: () => Promise<void>
}

/** Starts a forge on this machine, over real repositories. */
export async function startForge(options: ForgeOptions, kind: ForgeKind): Promise<Forge> {
  const calls: ForgeCall[] = []
  const faults: ForgeFault[] = []
  const git = openGitHandler({ ...options, tokens: gitTokens(options) })
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const apiUrl = url + kind.apiPath

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (await git.handle(request, response)) return
    const [path = '', search = ''] = request.url!.split('?')
    const authorization = request.headers.authorization ?? null
    const ifNoneMatch = request.headers['if-none-match'] ?? null
    const call = {
      ...{ method: request.method!, path: request.url! },
      ...{ authorization, ifNoneMatch, notModified: false },
    }
    calls.push(call)
    const fault = takeFault(faults, request.url!)
    if (fault.slow !== undefined) await new Promise((resolve) => setTimeout(resolve, fault.slow))
    if (sendFault(fault, response)) return
    const other = kind.tokenHeader && request.headers[kind.tokenHeader]
    const token = authorization === null ? (other ? String(other) : null) : kind.tokenIn(authorization)
    const account = token === null ? null : options.tokens[token]
    if ((authorization !== null || other) && !account) return send(response, kind.unknownToken, fault)
    if (!path.startsWith(kind.apiPath)) return send(response, { status: 404, body: '' }, fault)
    const sent = await readBody(request)
    const { method = 'GET' } = request
    const forgeRequest = {
      method,
      body: sent,
      search: new URLSearchParams(search),
      account: account ?? null,
      fault,
      apiUrl,
    }
    const names = () => visibleNames(options, account ?? null)
    const folderOf = (name: string) =>
      isVisible(options, account ?? null, name) && isRepository(options.root, name)
        ? join(options.root, name)
        : null
    const below = path.slice(kind.apiPath.length)
    const full = await kind.respond({ ...forgeRequest, path: below, names, folderOf })
    const final = kind.validates && method === 'GET' ? revalidate(full, ifNoneMatch) : full
    call.notModified = final.status === 304
    send(response, final, fault)
  }

  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url, apiUrl, calls, faults, git, close }
}

/** As Rails does it: a weak ETag of the body, and 304 for a client that has it. */
function revalidate(full: ForgeResponse, ifNoneMatch: string | null): ForgeResponse {
  if ((full.status ?? 200) !== 200) return full
  const hash = createHash('sha256').update(bytesOf(full.body)).digest('hex')
  const etag = `W/"${hash.slice(0, 32)}"`
  const headers = { ...full.headers, etag, 'cache-control': 'max-age=0, private, must-revalidate' }
  return etag === ifNoneMatch ? { status: 304, headers, body: null } : { ...full, headers }
}

function bytesOf(body: unknown): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
}

/** The JSON body of a request; empty if there is none. */
export async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  const isForm = request.headers['content-type'] === 'application/x-www-form-urlencoded'
  if (isForm) return Object.fromEntries(new URLSearchParams(text))
  return text === '' ? {} : JSON.parse(text)
}

/** Accounts may be written with a user name, which git sends apart. */
function gitTokens({ tokens }: ForgeOptions): Record<string, 'all' | Set<string>> {
  return Object.fromEntries(
    Object.entries(tokens).map(([token, { sees }]) => [
      token.slice(token.indexOf(':') + 1),
      sees === 'all' ? sees : new Set(sees),
    ]),
  )
}

/** The repositories that a caller sees: public ones, and those that the token can read. */
function visibleNames(options: ForgeOptions, account: Account | null): string[] {
  return repositoriesBelow(options.root, '').filter((name) => isVisible(options, account, name))
}

function isVisible({ open = [] }: ForgeOptions, account: Account | null, name: string): boolean {
  return open.includes(name) || account?.sees === 'all' || account?.sees.includes(name) === true
}

/** Whether a repository has exactly this name. */
function isRepository(root: string, name: string): boolean {
  if (name.split('/').some((part) => ['', '.', '..', '.git'].includes(part))) return false
  return existsSync(join(root, name, '.git')) || existsSync(join(root, name, 'HEAD'))
}

function repositoriesBelow(root: string, name: string): string[] {
  if (isRepository(root, name)) return [name]
  return readdirSync(join(root, name), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap((entry) => repositoriesBelow(root, name === '' ? entry.name : `${name}/${entry.name}`))
}

function takeFault(faults: ForgeFault[], path: string): ForgeFault {
  const fault = faults.find((each) => each.times !== 0 && (each.match?.test(path) ?? true))
  if (fault?.times !== undefined) fault.times -= 1
  return fault ?? {}
}

// Made once, because compressing 64 MiB takes a while.
let bomb: Buffer | null = null

function sendFault(fault: ForgeFault, response: ServerResponse): boolean {
  if (fault.status !== undefined) {
    const body = typeof fault.body === 'string' ? fault.body : JSON.stringify(fault.body ?? {})
    response.writeHead(fault.status, fault.headers).end(body)
  } else if (fault.bomb) {
    bomb ??= gzipSync(Buffer.alloc(64 << 20, ' '))
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
  } else if (fault.endless) {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.flushHeaders()
    if (fault.endless === 'noise') void writeOn(response)
  } else {
    return false
  }
  return true
}

async function writeOn(response: ServerResponse): Promise<void> {
  const piece = Buffer.alloc(65_536, '[')
  let wake = () => {}
  for (const event of ['drain', 'close']) response.on(event, () => wake())
  while (!response.destroyed) {
    if (response.write(piece)) continue
    await new Promise<void>((resolve) => {
      wake = resolve
    })
  }
}

function send(
  response: ServerResponse,
  { status = 200, headers = {}, body }: ForgeResponse,
  fault: ForgeFault,
) {
  if (status === 304) return void response.writeHead(status, headers).end()
  const bytes = bytesOf(body)
  const most = fault.truncate ?? fault.halfClose
  const part = bytes.subarray(0, most)
  const length = { 'content-length': fault.halfClose === undefined ? part.length : bytes.length }
  const type = Buffer.isBuffer(body) ? 'text/plain' : 'application/json'
  response.writeHead(status, { 'content-type': type, ...length, ...headers })
  if (fault.halfClose === undefined) response.end(part)
  else response.write(part, () => setTimeout(() => response.destroy(), 20))
}

/** A page of a list by numbers, and whether there are more. */
export function pageOfList<T>(items: T[], page: number, size: number): { items: T[]; hasMore: boolean } {
  return { items: items.slice((page - 1) * size, page * size), hasMore: page * size < items.length }
}

/** The number in a query, within bounds. */
export function numberIn(search: URLSearchParams, name: string, otherwise: number, most: number): number {
  const number = Number(search.get(name) ?? otherwise)
  return Number.isInteger(number) && number > 0 ? Math.min(number, most) : otherwise
}

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
  /** Repositories that everybody sees. */
  open?: string[]
  /** Pull requests that were closed without a merge, whatever the messages say. */
  notMerged?: number[]
  /** The most items of a page, where an operator can set it. */
  mostItems?: number
}

/** A request that came in. */
interface ForgeCall {
  method: string
  path: string
  authorization: string | null
  /** The validator that came with it. */
  ifNoneMatch: string | null
  /** Whether it was told that nothing has changed. */
  notModified: boolean
}

/** What shall go wrong with requests that match. */
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
  /** How many of a range's oldest commits are left out. */
  shortfall?: number
}

/** One question to a stand-in, after its token was looked at. */
export interface ForgeQuestion {
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

/** What a stand-in says. */
export interface ForgeAnswer {
  status?: number
  headers?: Record<string, string>
  /** Bytes are sent as they are, everything else as JSON. */
  body: unknown
}

/** What differs between the forges: where their API is, how tokens are sent and refused, and the routes. */
export interface ForgeKind {
  apiPath: string
  tokenIn: (authorization: string) => string | null
  unknownToken: ForgeAnswer
  /** Whether its answers carry a validator: made of the bytes alone, the same for whoever asks. */
  validates?: boolean
  answer: (question: ForgeQuestion) => Promise<ForgeAnswer>
}

/** A running stand-in. */
export interface Forge {
  url: string
  apiUrl: string
  calls: ForgeCall[]
  faults: ForgeFault[]
  /** What came to its repositories over git, and what shall go wrong there. */
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
    if (answerInstead(fault, response)) return
    const token = authorization === null ? null : kind.tokenIn(authorization)
    const account = token === null ? null : options.tokens[token]
    if (authorization !== null && !account) return send(response, kind.unknownToken, fault)
    if (!path.startsWith(kind.apiPath)) return send(response, { status: 404, body: '' }, fault)
    const sent = await readBody(request)
    const { method = 'GET' } = request
    const question = {
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
    const said = await kind.answer({ ...question, path: below, names, folderOf })
    const told = kind.validates && method === 'GET' ? validated(said, ifNoneMatch) : said
    call.notModified = told.status === 304
    send(response, told, fault)
  }

  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url, apiUrl, calls, faults, git, close }
}

/** As Rails does it: a weak validator of the body, and no body for who has it already. */
function validated(said: ForgeAnswer, ifNoneMatch: string | null): ForgeAnswer {
  if ((said.status ?? 200) !== 200) return said
  const hash = createHash('sha256').update(bytesOf(said.body)).digest('hex')
  const etag = `W/"${hash.slice(0, 32)}"`
  const headers = { ...said.headers, etag, 'cache-control': 'max-age=0, private, must-revalidate' }
  return etag === ifNoneMatch ? { status: 304, headers, body: null } : { ...said, headers }
}

function bytesOf(body: unknown): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
}

/** The JSON that was sent along; nothing for a question without any. */
export async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  return text === '' ? {} : JSON.parse(text)
}

function gitTokens({ tokens }: ForgeOptions): Record<string, 'all' | Set<string>> {
  return Object.fromEntries(
    Object.entries(tokens).map(([token, { sees }]) => [token, sees === 'all' ? sees : new Set(sees)]),
  )
}

/** What a caller sees: what is open to everybody, and what the token's owner may read. */
function visibleNames(options: ForgeOptions, account: Account | null): string[] {
  return repositoriesBelow(options.root, '').filter((name) => isVisible(options, account, name))
}

function isVisible({ open = [] }: ForgeOptions, account: Account | null, name: string): boolean {
  return open.includes(name) || account?.sees === 'all' || account?.sees.includes(name) === true
}

/** Whether a repository has this name; one name for each, without ways around. */
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

// Made once: it takes a while to press sixty-four megabytes of nothing.
let bomb: Buffer | null = null

function answerInstead(fault: ForgeFault, response: ServerResponse): boolean {
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
  { status = 200, headers = {}, body }: ForgeAnswer,
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

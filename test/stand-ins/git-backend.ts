import { spawn } from 'node:child_process'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { runProgram, tryProgram } from '../support/run-program.ts'

interface BackendRequest {
  root: string
  /** Below the root. */
  path: string
  request: IncomingMessage
  query: string
  body: Buffer
  /** The settings of git, such as `uploadpack.allowFilter`. */
  settings: Record<string, string>
}

/** The response of a CGI program. */
export interface BackendResponse {
  head: Promise<{ status: number; headers: Record<string, string> }>
  body: AsyncIterable<Buffer>
  stop: () => void
}

const programs = runProgram('git', ['--exec-path']).toString().trim()

/** Runs `git http-backend` for one request, and takes the head off what it prints. */
export function runBackend(request: BackendRequest): BackendResponse {
  const child = spawn(join(programs, 'git-http-backend'), { env: environmentFor(request) })
  child.on('error', () => {})
  child.stdin.on('error', () => {})
  child.stdin.end(request.body)
  child.stderr.resume()
  const pieces = child.stdout[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  const head = readHead(pieces)
  head.catch(() => {})
  return {
    head: head.then(({ status, headers }) => ({ status, headers })),
    body: rest(head, pieces),
    stop: () => void child.kill(),
  }
}

/** A response that was read to its end. */
interface CompleteResponse {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/** Runs the backend to its end, and ignores its exit code: rejected requests have one too. */
export function runToCompletion(request: BackendRequest): CompleteResponse {
  const { stdout } = tryProgram(join(programs, 'git-http-backend'), [], {
    env: environmentFor(request),
    input: request.body,
  })
  const output = Buffer.from(stdout)
  const end = output.indexOf('\r\n\r\n')
  if (end === -1) throw new Error('git http-backend printed no head')
  return { ...asHead(output.toString('latin1', 0, end)), body: output.subarray(end + 4) }
}

/** Sends a complete response, as often as needed. */
export function replay({ status, headers, body }: CompleteResponse): BackendResponse {
  return {
    head: Promise.resolve({ status, headers }),
    body: (async function* () {
      yield body
    })(),
    stop: () => {},
  }
}

function environmentFor({ root, path, request, query, body, settings: given }: BackendRequest) {
  const settings = { ...given, 'safe.directory': '*' }
  const configuration = Object.entries(settings).flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ])
  return {
    PATH: process.env.PATH,
    LC_ALL: 'C',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_COUNT: String(Object.keys(settings).length),
    ...Object.fromEntries(configuration),
    GIT_PROJECT_ROOT: root,
    GIT_HTTP_EXPORT_ALL: '1',
    GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
    PATH_INFO: `/${path}`,
    QUERY_STRING: query,
    REQUEST_METHOD: request.method,
    CONTENT_TYPE: request.headers['content-type'] ?? '',
    CONTENT_LENGTH: String(body.length),
    REMOTE_ADDR: '127.0.0.1',
  }
}

async function readHead(pieces: AsyncIterator<Buffer>) {
  let bytes = Buffer.alloc(0)
  let end = -1
  while (end === -1) {
    const next = await pieces.next()
    if (next.done) throw new Error('git http-backend printed no head')
    bytes = Buffer.concat([bytes, next.value])
    end = bytes.indexOf('\r\n\r\n')
  }
  return { ...asHead(bytes.toString('latin1', 0, end)), left: bytes.subarray(end + 4) }
}

function asHead(text: string): { status: number; headers: Record<string, string> } {
  const headers: Record<string, string> = {}
  for (const line of text.split('\r\n')) {
    const colon = line.indexOf(':')
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim()
  }
  const { status = '200', ...others } = headers
  return { status: Number.parseInt(status, 10), headers: others }
}

async function* rest(head: ReturnType<typeof readHead>, pieces: AsyncIterator<Buffer>) {
  const { left } = await head
  if (left.length > 0) yield left
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value
}

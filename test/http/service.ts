import { type AddressInfo, connect, type Socket } from 'node:net'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { afterEach, expect } from 'vitest'
import { problemSchema } from '../../src/api/answer-schema.ts'
import type { Answer } from '../../src/core/answer.ts'
import type { ProblemCode } from '../../src/core/errors.ts'
import type { Host } from '../../src/core/host.ts'
import { localHost } from '../../src/hosts/local/local.ts'
import { buildService, type Service } from '../../src/server/server.ts'
import { type ContextSettings, serverContext } from '../support/server-context.ts'

/** The token of the local host in these tests; it must never be seen in an answer. */
export const token = 'canary-token-5f0c1d7e'

type Settings = ContextSettings & { editorFolder?: string; buildEditor?: () => Promise<void> }

/** Opens services that are closed after each test of a file. */
export function closedAfterEach(): typeof openService {
  const opened: Service[] = []
  afterEach(async () => {
    for (const { app } of opened.splice(0)) {
      // A client may have opened a connection on which it never asks; nothing waits for that here.
      app.server.closeAllConnections()
      await app.close()
    }
  })
  return async (...words) => {
    const service = await openService(...words)
    opened.push(service)
    return service
  }
}

/** A service that asks the given hosts, the first of them by default. */
export function openService(hosts: Host[], settings: Settings = {}, logLevel = 'silent'): Promise<Service> {
  const { editorFolder, buildEditor, ...rest } = settings
  return buildService(serverContext(hosts, rest), logLevel, editorFolder, buildEditor)
}

/** The host `local` over a folder of repositories. */
export function localFolder(root: string): Host {
  return localHost({ root, token, searchPath: process.env.PATH ?? '' })
}

/** Sends a body to POST /api/v1/generate; a text is sent as it is. */
export function ask(
  app: FastifyInstance,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  return app.inject({
    method: 'POST',
    url: '/api/v1/generate',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  })
}

/** The answer to a body that must be accepted. */
export async function answerTo(
  app: FastifyInstance,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answered = await ask(app, body, headers)
  expect(answered.json()).toMatchObject({ success: true })
  expect(answered.statusCode).toBe(200)
  return answered.json()
}

/** What a server answered, however it was asked. */
interface Answered {
  status: number
  headers: Record<string, unknown>
  text: string
}

/** Holds an answer to the error contract and gives its document back. */
export function expectProblem(
  answered: Answered | LightMyRequestResponse,
  status: number,
  code: ProblemCode,
) {
  const { headers, ...rest } = answered
  const text = 'text' in rest ? rest.text : rest.body
  expect(text).toMatch(/^\{/)
  const document = problemSchema.strict().parse(JSON.parse(text))
  expect(document).toMatchObject({ status, code })
  expect('status' in rest ? rest.status : rest.statusCode).toBe(status)
  expect(headers['content-type']).toMatch(/^application\/problem\+json(; charset=utf-8)?$/)
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['x-request-id']).toBe(document.requestId)
  expect(document.instance).toBe(`urn:request:${document.requestId}`)
  expect(document.type).toBe(`/problems/${code.replaceAll('_', '-')}`)
  if (document.retryAfter !== undefined) expect(headers['retry-after']).toBe(String(document.retryAfter))
  if (status === 401) expect(headers['www-authenticate']).toBe('Bearer realm="notewright"')
  expectNothingLeaked(text)
  return document
}

/** No answer shows a folder of the server, a stack or the token. */
function expectNothingLeaked(text: string): void {
  expect(text).not.toContain(token)
  expect(text).not.toMatch(/\/(?:tmp|home|root|work|usr)\/|node_modules|\.ts:\d|\bat .+:\d+:\d+/)
}

/** The codes of an answer's warnings, in their order. */
export function warningCodes(answer: Answer): string[] {
  return answer.warnings.map(({ code }) => code)
}

/** Lets a server listen on a free port and returns its origin. */
export async function listen(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
}

/** The head of a raw request to POST /api/v1/generate, without the empty line that ends it. */
export function rawHead(...lines: string[]): string {
  return [
    'POST /api/v1/generate HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${token}`,
    ...lines,
  ].join('\r\n')
}

/** A connection that sends bytes as they are, and what came back when the server closed it. */
export function openSocket(port: number, bytes: string): { socket: Socket; answered: Promise<Answered> } {
  const socket = connect(port, '127.0.0.1')
  socket.write(bytes, 'latin1')
  const answered = new Promise<Answered>((resolve, reject) => {
    let text = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    socket.on('error', reject).on('close', () => resolve(readAnswer(text)))
  })
  return { socket, answered }
}

function readAnswer(text: string): Answered {
  const end = text.indexOf('\r\n\r\n')
  const [first = '', ...lines] = text.slice(0, end).split('\r\n')
  const pairs = lines.map((line) => line.split(/: (.*)/s, 2) as [string, string])
  const headers = Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), value]))
  return { status: Number(first.split(' ')[1]), headers, text: text.slice(end + 4) }
}

/** Rows for a table of tests, each with a short form of its value as its name. */
export function named<Value>(values: Value[]): [name: string, value: Value][] {
  return values.map((value) => [JSON.stringify(value).slice(0, 40), value])
}

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** A question as it came in; what a behaviour does not look at is not described. */
export interface ChatRequest {
  model: string
  messages: { role: string; content: string }[]
  response_format?: { type: string; json_schema?: { name: string; strict: boolean; schema: unknown } }
  [parameter: string]: unknown
}

/** A request that came in. */
export interface GatewayCall {
  method: string
  path: string
  headers: IncomingMessage['headers']
  /** The body of a question; null for anything else. */
  body: ChatRequest | null
  /** Settled when the answer is over, by whichever side; true when the client left before its end. */
  left: Promise<boolean>
}

/** What is done, one after the other; after the last the answer ends well. */
export type Step =
  | { send: string | Uint8Array }
  | { waitMs: number }
  /** Sent again and again until the client leaves. */
  | { endless: string; everyMs?: number }
  /** Nothing more is sent, and the answer does not end. */
  | 'hang'
  /** The connection breaks. */
  | 'cut'

/** How one request is answered. */
export interface Script {
  /** By default 200. */
  status?: number
  headers?: Record<string, string>
  steps: Step[]
}

/** What a gateway says to a question; `body` is the question itself. */
export type Behaviour = (body: ChatRequest, call: GatewayCall) => Script

/** A model as the list of a gateway has it. */
export interface ListedModel {
  id: string
  pricing?: unknown
}

/** A gateway under a test's command. */
export interface StandInGateway {
  /** The base of its API, as it is configured. */
  url: string
  /** Every request so far, questions and others. */
  calls: GatewayCall[]
  /** From now on it behaves so. */
  become: (behaviour: Behaviour) => void
  /** Settled with the next request that comes in. */
  nextCall: () => Promise<GatewayCall>
  close: () => Promise<void>
}

/** Starts a gateway on the loopback address with the given behaviour, however bad. */
export async function startGateway(
  behaviour: Behaviour,
  options: { port?: number; models?: () => Script } = {},
): Promise<StandInGateway> {
  let current = behaviour
  const calls: GatewayCall[] = []
  const waiting: ((call: GatewayCall) => void)[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const call = await readCall(request, response)
    calls.push(call)
    for (const notify of waiting.splice(0)) notify(call)
    await perform(scriptFor(call, current, options.models ?? (() => listing([]))), response)
  }
  const server = createServer((request, response) => {
    // A client that leaves in the middle is what many tests are about.
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls,
    become: (next) => {
      current = next
    },
    nextCall: () => new Promise((resolve) => waiting.push(resolve)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The list of a gateway's models. */
export function listing(models: ListedModel[]): Script {
  return inJson({ object: 'list', data: models })
}

/** An answer in JSON. */
export function inJson(body: unknown, status = 200, headers: Record<string, string> = {}): Script {
  const type = { 'content-type': 'application/json' }
  return { status, headers: { ...type, ...headers }, steps: [{ send: JSON.stringify(body) }] }
}

async function readCall(request: IncomingMessage, response: ServerResponse): Promise<GatewayCall> {
  const chunks: Buffer[] = []
  const left = new Promise<boolean>((resolve) => {
    response.once('close', () => resolve(!response.writableFinished))
  })
  for await (const chunk of request) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    body: request.method === 'POST' ? (JSON.parse(text) as ChatRequest) : null,
    left,
  }
}

function scriptFor(call: GatewayCall, behaviour: Behaviour, models: () => Script): Script {
  if (call.method === 'POST' && call.path === '/v1/chat/completions') return behaviour(call.body!, call)
  if (call.method === 'GET' && call.path === '/v1/models') return models()
  return inJson({ error: { message: `There is nothing at ${call.path}.`, code: 404 } }, 404)
}

async function perform(
  { status = 200, headers = {}, steps }: Script,
  response: ServerResponse,
): Promise<void> {
  const begin = () => {
    if (!response.headersSent) response.writeHead(status, headers).flushHeaders()
  }
  for (const step of steps) {
    if (response.destroyed) return
    // A connection may break, or nothing happen, before there is so much as a status.
    if (step === 'cut') return void response.destroy()
    if (step === 'hang') return void (await once(response, 'close'))
    if ('waitMs' in step) await pass(step.waitMs, response)
    else {
      begin()
      if ('send' in step) response.write(step.send)
      else await sendEndlessly(response, step.endless, step.everyMs ?? 0)
    }
  }
  begin()
  response.end()
}

async function sendEndlessly(response: ServerResponse, piece: string, everyMs: number): Promise<void> {
  while (!response.destroyed) {
    // Drained, or left: either way it is looked at again.
    if (!response.write(piece)) await wake(response)
    else await pass(everyMs, response)
  }
}

/** Waits until the socket can be written to or is closed, and removes its listeners. */
async function wake(response: ServerResponse): Promise<void> {
  const over = new AbortController()
  const events = ['drain', 'close'].map((name) => once(response, name, { signal: over.signal }))
  // The one that is not waited for any more ends with an abortion.
  for (const event of events) event.catch(() => {})
  await Promise.race(events)
  over.abort()
}

/** Lets time pass, but not after the client left. */
async function pass(milliseconds: number, response: ServerResponse): Promise<void> {
  const left = new AbortController()
  const leave = () => left.abort()
  response.once('close', leave)
  // The wait ended early; the caller checks whether the client is still connected.
  await wait(milliseconds, undefined, { signal: left.signal }).catch(() => {})
  response.off('close', leave)
}

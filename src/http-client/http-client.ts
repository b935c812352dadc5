import type { Deadline } from '../core/deadline.ts'
import { Problem } from '../core/errors.ts'
import { currentObserver } from '../core/observe-requests.ts'
import { version } from '../core/package.ts'
import { Bulkhead, type BulkheadLimits } from './bulkhead.ts'
import { backoffMs, RetryBudget, retryAfterMs } from './retry.ts'

/** A request to a configured origin. */
export interface HttpRequest extends Deadline {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  headers: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
  /** The most bytes of the response body, after decompression. */
  maxBytes?: number
  /** How often the request may be sent; 1 if the caller handles failures itself. */
  attempts?: 1 | 2 | 3
  /** Which service is called, and so which error codes a failure gets; the host by default. */
  source?: 'host' | 'gateway'
  /** The time limit for the response headers; null if the caller's signal sets it. */
  responseTimeoutMs?: number | null
}

/** A response whose body can be read once, and only up to the size limit. */
export interface HttpResponse {
  status: number
  headers: Headers
  bytes: () => AsyncGenerator<Uint8Array>
  text: () => Promise<string>
  /** Releases the connection without reading the body. */
  discard: () => Promise<void>
}

/** Sends a request; all outgoing HTTP goes through one of these. */
export type HttpClient = (request: HttpRequest) => Promise<HttpResponse>

/** The dependencies of an HTTP client. */
export interface HttpClientContext {
  fetch: typeof fetch
  now: () => number
  random: () => number
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** Called after every attempt, with its status and the time until the response headers arrived. */
  onCall?: (call: HttpCall) => void
  /** The limits on concurrent requests of one client. */
  bulkhead?: BulkheadLimits
}

/** One attempt, without anything private: no path, headers or body. */
export interface HttpCall {
  source: 'host' | 'gateway'
  method: string
  origin: string
  /** Null if there was no response. */
  status: number | null
  seconds: number
}

const defaultMaxBytes = 10 * 1024 * 1024
const defaultResponseTimeoutMs = 20_000
const defaultBulkhead: BulkheadLimits = { maxRunning: 512, maxWaiting: 2048, maxWaitMs: 10_000 }
const longestBodyMs = 120_000

/** Opens a client for some origins; it rejects requests to any other origin and never follows redirects. */
export function openHttpClient(origins: string[], context: HttpClientContext): HttpClient {
  const allowed = new Set(origins.map((origin) => new URL(origin).origin))
  const bulkhead = new Bulkhead(context.bulkhead ?? defaultBulkhead)
  const budget = new RetryBudget()
  return async (request) => {
    if (!allowed.has(new URL(request.url).origin)) throw originNotAllowed(request)
    budget.earn()
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt >= (request.attempts ?? 3)
      const response = await sendInBulkhead(request, context, bulkhead).catch((error: unknown) => {
        request.signal.throwIfAborted()
        if (error instanceof Problem) throw error
        if (isLast) throw unreachable(request, error)
        return null
      })
      if (response && (isLast || !isTransient(response.status))) return response
      const delay =
        (response && retryAfterMs(response.headers, context.now())) ?? backoffMs(attempt, context.random)
      // The caller gets the failure at once if the next attempt would start after the deadline.
      const noRetry =
        context.now() + delay >= request.deadlineAt
          ? 'the deadline is too close'
          : budget.spend()
            ? null
            : 'the retry budget is used up'
      if (noRetry !== null) {
        if (response) return response
        throw unreachable(request, new Error(`no retry: ${noRetry}`))
      }
      await response?.discard()
      await context.sleep(delay, request.signal)
    }
  }
}

/** Sends a request as soon as the bulkhead has a slot, and holds the slot until the body is read or discarded. */
async function sendInBulkhead(
  request: HttpRequest,
  context: HttpClientContext,
  bulkhead: Bulkhead,
): Promise<HttpResponse> {
  const release = await bulkhead.acquire(request.signal)
  if (!release) throw tooBusy(request)
  // A body that is never read to its end must not hold the slot for ever.
  const timeLeft = Math.max(0, request.deadlineAt - context.now())
  const timer = setTimeout(release, Math.min(timeLeft, longestBodyMs)).unref()
  const end = () => {
    clearTimeout(timer)
    release()
  }
  try {
    return await send(request, context, end)
  } catch (error) {
    end()
    throw error
  }
}

async function send(
  request: HttpRequest,
  context: HttpClientContext,
  onEnd: () => void,
): Promise<HttpResponse> {
  // This timeout covers the response headers only; the deadline limits the time for the body.
  const { responseTimeoutMs = defaultResponseTimeoutMs } = request
  const timeout = new AbortController()
  const expire = () => timeout.abort(new Error('no response headers in time'))
  const timer = responseTimeoutMs === null ? undefined : setTimeout(expire, responseTimeoutMs)
  const startedAt = performance.now()
  const observe = observerOf(request, startedAt)
  const reportCall = (status: number | null) =>
    context.onCall?.({
      source: request.source ?? 'host',
      method: request.method,
      origin: new URL(request.url).origin,
      status,
      seconds: (performance.now() - startedAt) / 1000,
    })
  const response = await context
    .fetch(request.url, {
      method: request.method,
      headers: { 'user-agent': `notewright/${version}`, ...request.headers },
      ...(request.body === undefined ? {} : { body: request.body }),
      redirect: 'manual',
      signal: AbortSignal.any([request.signal, timeout.signal]),
    })
    .catch((error: unknown) => {
      reportCall(null)
      observe(null, 0)
      throw error
    })
    .finally(() => clearTimeout(timer))
  reportCall(response.status)
  const bytes = () =>
    readLimited(response, request, (size) => {
      observe(response.status, size)
      onEnd()
    })
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    text: () => readText(bytes()),
    discard: async () => {
      observe(response.status, 0)
      onEnd()
      await response.body?.cancel()
    },
  }
}

/** Returns what reports a request to the observer of the work that sends it, once it has ended. */
function observerOf({ method, url }: HttpRequest, startedAt: number) {
  const observer = currentObserver()
  const { pathname, search } = new URL(url)
  return (status: number | null, bytes: number) =>
    observer?.({
      method,
      path: pathname + search,
      status,
      milliseconds: Math.round(performance.now() - startedAt),
      bytes,
    })
}

/** Whether a retry may succeed. */
function isTransient(status: number): boolean {
  return status === 429 || status === 502 || status === 503 || status === 504
}

async function* readLimited(
  response: Response,
  request: HttpRequest,
  onEnd: (size: number) => void,
): AsyncGenerator<Uint8Array> {
  const maxBytes = request.maxBytes ?? defaultMaxBytes
  let size = 0
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.length
      if (size > maxBytes) throw tooLarge(request, maxBytes)
      yield chunk
    }
  } catch (error) {
    request.signal.throwIfAborted()
    throw error instanceof Problem ? error : unreachable(request, error)
  } finally {
    onEnd(size)
  }
}

/** Decodes a body as UTF-8 text. */
export async function readText(bytes: AsyncGenerator<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of bytes) text += decoder.decode(chunk, { stream: true })
  return text + decoder.decode()
}

function unreachable({ url, source = 'host' }: HttpRequest, cause: unknown): Problem {
  return new Problem(
    `${source}_unreachable`,
    `${new URL(url).host} did not return a complete response. The server or the connection to it may be down; try again later.`,
    { cause },
  )
}

function tooBusy({ url, source = 'host' }: HttpRequest): Problem {
  return new Problem(
    `${source}_busy`,
    `${new URL(url).host} responds so slowly that too many requests are already waiting for it. Try again in a few seconds.`,
    { retryAfter: 5 },
  )
}

function tooLarge({ source = 'host' }: HttpRequest, maxBytes: number): Problem {
  return new Problem(
    `${source}_unusable`,
    `The response from the ${source} is larger than ${maxBytes} bytes. Request a smaller range.`,
  )
}

function originNotAllowed({ url }: HttpRequest): Problem {
  return new Problem(
    'internal',
    'A request to a host that is not configured was blocked. This is an internal error; please report it.',
    { cause: new URL(url).origin },
  )
}

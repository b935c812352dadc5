import type { ErrorInfo, RetryWait, Session } from '../state/app-state.ts'
import { ApiError, parseProblem } from './api-error.ts'
import { withRetry } from './retry.ts'

/** A request to the server. */
export interface ApiRequest {
  path: string
  /** By default POST with a body, and GET without one. */
  method?: 'DELETE'
  body?: unknown
  accept?: 'application/json' | 'text/event-stream'
  session?: Session | null
  signal?: AbortSignal
  /** Called when a wait before a retry begins, and with null when it ends. */
  onWait?: (wait: RetryWait | null) => void
}

/** Sends a request to the server that served this page. All network access of the page goes through here. */
export async function sendRequest({
  path,
  method,
  body,
  accept,
  session,
  signal,
}: ApiRequest): Promise<Response> {
  const headers = new Headers({ accept: accept ?? 'application/json' })
  if (session) headers.set('authorization', `Bearer ${session.token}`)
  if (session?.modelKey) headers.set('x-api-key', session.modelKey)
  if (body !== undefined) headers.set('content-type', 'application/json')
  const response = await fetch(path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers,
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new ApiError(unreachable)
  })
  if (!response.ok) throw new ApiError(await readProblem(response))
  return response
}

/** Sends a request and parses the JSON response; retries when the server names a waiting time. */
export async function requestJson<Result>(request: ApiRequest): Promise<Result> {
  return withRetry(async () => (await (await sendRequest(request)).json()) as Result, request)
}

const unreachable: ErrorInfo = {
  code: 'unreachable',
  title: 'Notewright isn’t responding',
  detail: 'Check that it’s running and that you’re online. Your draft is saved in this browser.',
  retryAfter: null,
}

async function readProblem(response: Response): Promise<ErrorInfo> {
  // A proxy may return a page of its own.
  const document: unknown = await response.json().catch(() => null)
  const problem = parseProblem(document) ?? {
    code: `http_${response.status}`,
    title: `Unexpected response (${response.status})`,
    detail: 'It didn’t come from Notewright. Check the address and any proxy.',
    retryAfter: null,
  }
  const header = response.headers.get('retry-after') ?? ''
  return {
    ...problem,
    retryAfter: problem.retryAfter ?? (/^\d{1,6}$/.test(header) ? Number(header) : null),
  }
}

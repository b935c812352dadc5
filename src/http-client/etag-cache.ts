import { createHmac } from 'node:crypto'
import { type HttpClient, type HttpRequest, type HttpResponse, readText } from './http-client.ts'

/** Where responses are stored; an entry may disappear at any time. */
export interface ResponseCache {
  /** The operator's secret, which keys are hashed with so that they reveal nothing about the request. */
  secret: string
  get: (key: string) => Promise<string | null>
  set: (key: string, value: string, milliseconds: number) => Promise<void>
}

interface CachedResponse {
  etag: string
  headers: [string, string][]
  /** In base64. */
  body: string
}

const lifetimeMs = 60 * 60 * 1000
const maxBytes = 512 * 1024
/** Headers that describe one transfer, not the resource. */
const transferHeaders = new Set([
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'connection',
  'etag',
])

/**
 * Returns a client that revalidates cached responses with `If-None-Match`. It still calls the host for every request,
 * with the caller's own token, and uses a cached response only for the same request with the same token.
 */
export function withEtagCache(httpClient: HttpClient, cache: ResponseCache): HttpClient {
  return async (request) => {
    if (request.method !== 'GET') return httpClient(request)
    const key = keyOf(request, cache.secret)
    const cached = await readCache(cache, key)
    const headers = cached ? { ...request.headers, 'if-none-match': cached.etag } : request.headers
    const response = await httpClient({ ...request, headers })
    if (response.status === 304 && cached) {
      await response.discard()
      return replay(cached, response.headers)
    }
    if (!isCacheable(response)) return response
    return withBodyCopy(response, (body) => cache.set(key, serialise(response, body), lifetimeMs))
  }
}

/** The key covers every header: another token or another media type is another request. */
function keyOf({ url, headers }: HttpRequest, secret: string): string {
  const parts = [url, ...Object.entries(headers).toSorted(([one], [other]) => (one < other ? -1 : 1))]
  return `host:${createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url')}`
}

async function readCache(cache: ResponseCache, key: string): Promise<CachedResponse | null> {
  const text = await cache.get(key)
  return text === null ? null : (JSON.parse(text) as CachedResponse)
}

function isCacheable({ status, headers }: HttpResponse): boolean {
  if (status !== 200 || !headers.get('etag') || headers.get('vary')?.includes('*')) return false
  if (/\bno-store\b/i.test(headers.get('cache-control') ?? '')) return false
  return Number(headers.get('content-length') ?? 0) <= maxBytes
}

/** Returns the same response, and passes on a copy of its body once it has been read to the end. */
function withBodyCopy(response: HttpResponse, onBody: (body: Buffer) => Promise<void>): HttpResponse {
  const bytes = async function* () {
    let chunks: Uint8Array[] | null = []
    let size = 0
    for await (const chunk of response.bytes()) {
      size += chunk.length
      if (size > maxBytes) chunks = null
      chunks?.push(chunk)
      yield chunk
    }
    if (chunks) await onBody(Buffer.concat(chunks))
  }
  return { ...response, bytes, text: () => readText(bytes()) }
}

function serialise({ headers }: HttpResponse, body: Buffer): string {
  const stored = [...headers].filter(([name]) => !transferHeaders.has(name))
  const cached: CachedResponse = {
    etag: headers.get('etag')!,
    headers: stored,
    body: body.toString('base64'),
  }
  return JSON.stringify(cached)
}

/** Returns the cached response with the current headers of the 304, such as the remaining rate limit. */
function replay({ headers, body }: CachedResponse, current: Headers): HttpResponse {
  const merged = new Headers(headers)
  for (const [name, value] of current) {
    if (!transferHeaders.has(name) && name !== 'content-type') merged.set(name, value)
  }
  const bytes = async function* () {
    yield new Uint8Array(Buffer.from(body, 'base64'))
  }
  return { status: 200, headers: merged, bytes, text: () => readText(bytes()), discard: async () => {} }
}

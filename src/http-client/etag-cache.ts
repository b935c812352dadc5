import { createHmac } from 'node:crypto'
import {
  asText,
  type HttpClient,
  type HttpRequest,
  type HttpResponse,
  type KeptAnswers,
} from './http-client.ts'

interface Kept {
  etag: string
  headers: [string, string][]
  /** In base64. */
  body: string
}

const keptMs = 60 * 60 * 1000
const mostBytes = 512 * 1024
/** Of the wire, not of what was said: it may be said differently the next time. */
const wireHeaders = new Set(['content-length', 'content-encoding', 'transfer-encoding', 'connection', 'etag'])

/**
 * A door that asks "has it changed since?" where it was told something before. The host is asked every time, with
 * the caller's own token, and what was kept is found again only by the same question with the same token.
 */
export function withEtagCache(httpClient: HttpClient, store: KeptAnswers): HttpClient {
  return async (question) => {
    if (question.method !== 'GET') return httpClient(question)
    const name = nameOf(question, store.secret)
    const kept = await find(store, name)
    const headers = kept ? { ...question.headers, 'if-none-match': kept.etag } : question.headers
    const reply = await httpClient({ ...question, headers })
    if (reply.status === 304 && kept) {
      await reply.discard()
      return replay(kept, reply.headers)
    }
    return mayKeep(reply) ? keeping(reply, (body) => store.set(name, asKept(reply, body), keptMs)) : reply
  }
}

/** Every header is part of it: with another token, or another form asked for, it is another question. */
function nameOf({ url, headers }: HttpRequest, secret: string): string {
  const words = [url, ...Object.entries(headers).toSorted(([one], [other]) => (one < other ? -1 : 1))]
  return `host:${createHmac('sha256', secret).update(JSON.stringify(words)).digest('base64url')}`
}

async function find(store: KeptAnswers, name: string): Promise<Kept | null> {
  const text = await store.get(name)
  return text === null ? null : (JSON.parse(text) as Kept)
}

function mayKeep({ status, headers }: HttpResponse): boolean {
  if (status !== 200 || !headers.get('etag') || headers.get('vary')?.includes('*')) return false
  if (/\bno-store\b/i.test(headers.get('cache-control') ?? '')) return false
  return Number(headers.get('content-length') ?? 0) <= mostBytes
}

/** The same reply, whose body is kept when it was read to its end; half of one is of no use. */
function keeping(reply: HttpResponse, onWhole: (body: Buffer) => Promise<void>): HttpResponse {
  const bytes = async function* () {
    let seen: Uint8Array[] | null = []
    let size = 0
    for await (const chunk of reply.bytes()) {
      size += chunk.length
      if (size > mostBytes) seen = null
      seen?.push(chunk)
      yield chunk
    }
    if (seen) await onWhole(Buffer.concat(seen))
  }
  return { ...reply, bytes, text: () => asText(bytes()) }
}

function asKept({ headers }: HttpResponse, body: Buffer): string {
  const said = [...headers].filter(([header]) => !wireHeaders.has(header))
  const kept: Kept = { etag: headers.get('etag')!, headers: said, body: body.toString('base64') }
  return JSON.stringify(kept)
}

/** What was said before, with what the host says now of limits and the like. */
function replay({ headers, body }: Kept, now: Headers): HttpResponse {
  const both = new Headers(headers)
  for (const [name, value] of now) {
    if (!wireHeaders.has(name) && name !== 'content-type') both.set(name, value)
  }
  const bytes = async function* () {
    yield new Uint8Array(Buffer.from(body, 'base64'))
  }
  return { status: 200, headers: both, bytes, text: () => asText(bytes()), discard: async () => {} }
}

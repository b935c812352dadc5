import type { z } from 'zod'
import { Problem } from '../../core/errors.ts'
import type { Access } from '../../core/host.ts'
import type { HttpResponse } from '../../http-client/http-client.ts'
import { readStart } from '../changelog-file.ts'
import { readWhole } from '../host-text.ts'
import { type Dialect, problemOf, type TryFind, writeProblemOf } from './problems.ts'
import { openRestTransport, type RestChange, type RestOptions, readAs } from './rest-transport.ts'

/** What came back, read and checked. */
export interface Answered<T> {
  value: T
  headers: Headers
}

/** Asks one host with one caller's token; paths are below the API's address. */
export interface RestClient {
  readonly name: string
  get<T>(path: string, schema: z.ZodType<T>): Promise<Answered<T>>
  /** The same, but null for what the host does not have. */
  find<T>(path: string, schema: z.ZodType<T>): Promise<T | null>
  /** The same, but null for everything but a plain answer: for questions that not every version knows. */
  tryFind: TryFind
  /** Sends a change, once: what became of one that failed on its way is the asker's matter. */
  send<T>(change: RestChange & { schema: z.ZodType<T> }): Promise<T>
  /** A whole file; null when the host does not have it. */
  readWhole(path: string): Promise<Uint8Array | null>
  /** The beginning of a file; null when the host does not have it. */
  readFile(path: string): Promise<string | null>
  /** Page after page, by the path of the next one; a host that never ends is stopped. */
  pages<T>(first: string, schema: z.ZodType<T>, next: NextPath<T>): AsyncGenerator<Answered<T>>
  /** The path of an address below the API, and nothing for any other. */
  pathOf(address: string): string
}

type NextPath<T> = (page: Answered<T>) => string | null

const mostPages = 1000

/** Opens a line with the caller's token, which goes nowhere but to the API's own address. */
export function openRestClient(options: RestOptions, dialect: Dialect, access: Access): RestClient {
  const { name } = options
  const { base, ask, send, tryFind, asked } = openRestTransport(options, dialect, access)
  const get = async <T>(path: string, schema: z.ZodType<T>): Promise<Answered<T>> => {
    const reply = await ask(path)
    if (reply.status !== 200) throw await problemOf(reply, asked(path))
    return { value: await readAs(schema, reply, name), headers: reply.headers }
  }
  const findReply = async (path: string, accept?: string): Promise<HttpResponse | null> => {
    const reply = await ask(path, accept)
    if (reply.status === 200) return reply
    // Of an empty repository Gitea says 409 where others say 404.
    if (reply.status !== 404 && reply.status !== 409) throw await problemOf(reply, asked(path))
    await reply.discard()
    return null
  }
  return {
    name,
    get,
    tryFind,
    async find(path, schema) {
      const reply = await findReply(path)
      return reply && readAs(schema, reply, name)
    },
    async send({ schema, ...change }) {
      const reply = await send(change)
      if (reply.status === 200 || reply.status === 201) return readAs(schema, reply, name)
      throw await writeProblemOf(reply, asked(change.path))
    },
    async readWhole(path) {
      const reply = await findReply(path, '*/*')
      return reply && readWhole(reply.bytes())
    },
    async readFile(path) {
      const reply = await findReply(path, '*/*')
      return reply && readStart(reply.bytes())
    },
    async *pages(first, schema, next) {
      const seen = new Set<string>()
      for (let path: string | null = first; path !== null; ) {
        if (seen.has(path) || seen.size >= mostPages) throw endless(name)
        seen.add(path)
        const page: Answered<z.infer<typeof schema>> = await get(path, schema)
        yield page
        path = next(page)
      }
    },
    pathOf(address) {
      if (!address.startsWith(`${base}/`)) throw foreign(name)
      return address.slice(base.length)
    },
  }
}

function endless(name: string): Problem {
  return new Problem(
    'host_unusable',
    `${name} gave page after page without an end (${mostPages} at most are read). Choose a smaller range, or try again later.`,
  )
}

function foreign(name: string): Problem {
  return new Problem(
    'host_unusable',
    `${name} pointed to another address for its next page, and a token is sent only to the configured one. Check the host's configured API address.`,
  )
}

/** The number in a header, or null when there is none. */
export function numberIn(headers: Headers, ...names: string[]): number | null {
  for (const name of names) {
    const text = headers.get(name)?.trim()
    if (text && /^\d+$/.test(text)) return Number(text)
  }
  return null
}

/** A moment as git writes it: to the second, with its offset in figures. */
export function asGitMoment(moment: string): string {
  return moment.replace(/\.\d+/, '').replace(/Z$/i, '+00:00')
}

/** A moment in seconds. */
export function asSeconds(moment: string): number {
  return Math.floor(Date.parse(moment) / 1000)
}

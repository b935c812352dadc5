import type { z } from 'zod'
import { Problem } from '../../errors.ts'
import type { Door, Reply } from '../../net/door.ts'
import type { Access } from '../../types/host.ts'
import { readStart } from '../changelog-file.ts'
import { type Dialect, problemOf, type TryFind, writeProblemOf } from './problems.ts'

/** Where a host of a REST kind lives, and the door that leads to it. */
export interface RestOptions {
  name: string
  /** The web and git base. */
  url: string
  apiUrl: string
  door: Door
}

/** What came back, read and checked. */
export interface Answered<T> {
  value: T
  headers: Headers
}

/** Asks one host with one caller's token; paths are below the API's address. */
export interface Line {
  readonly name: string
  get<T>(path: string, schema: z.ZodType<T>): Promise<Answered<T>>
  /** The same, but null for what the host does not have. */
  find<T>(path: string, schema: z.ZodType<T>): Promise<T | null>
  /** The same, but null for everything but a plain answer: for questions that not every version knows. */
  tryFind: TryFind
  /** Sends a change, once: what became of one that failed on its way is the asker's matter. */
  send<T>(method: 'POST' | 'PUT' | 'PATCH', path: string, body: unknown, schema: z.ZodType<T>): Promise<T>
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
export function openLine(options: RestOptions, dialect: Dialect, access: Access): Line {
  const base = options.apiUrl.replace(/\/+$/, '')
  const authorization = access.token === null ? null : dialect.authorization(access.token)

  const ask = (path: string, accept = 'application/json'): Promise<Reply> =>
    options.door({
      method: 'GET',
      url: base + path,
      headers: { accept, ...(authorization === null ? {} : { authorization }) },
      signal: access.signal,
      deadlineAt: access.deadlineAt,
    })
  const tryFind: TryFind = async (path, schema) => {
    const reply = await ask(path)
    if (reply.status === 200) return readAs(schema, reply, options.name)
    await reply.discard()
    return null
  }
  const problem = (reply: Reply, path: string) =>
    problemOf(reply, { name: options.name, dialect, access, url: base + path, tryFind })
  const present = async (reply: Reply, path: string): Promise<Reply | null> => {
    if (reply.status === 200) return reply
    // Of an empty repository Gitea says 409 where others say 404.
    if (reply.status !== 404 && reply.status !== 409) throw await problem(reply, path)
    await reply.discard()
    return null
  }
  const line: Line = {
    name: options.name,
    tryFind,
    async get(path, schema) {
      const reply = await ask(path)
      if (reply.status !== 200) throw await problem(reply, path)
      return { value: await readAs(schema, reply, options.name), headers: reply.headers }
    },
    async find(path, schema) {
      const reply = await present(await ask(path), path)
      return reply && readAs(schema, reply, options.name)
    },
    async send(method, path, body, schema) {
      const reply = await options.door({
        method,
        url: base + path,
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          ...(authorization === null ? {} : { authorization }),
        },
        body: JSON.stringify(body),
        signal: access.signal,
        deadlineAt: access.deadlineAt,
        attempts: 1,
      })
      if (reply.status === 200 || reply.status === 201) return readAs(schema, reply, options.name)
      throw await writeProblemOf(reply, { name: options.name, dialect, access, url: base + path, tryFind })
    },
    async readWhole(path) {
      const reply = await present(await ask(path, '*/*'), path)
      if (!reply) return null
      const chunks: Uint8Array[] = []
      for await (const chunk of reply.bytes()) chunks.push(chunk)
      return Buffer.concat(chunks)
    },
    async readFile(path) {
      const reply = await present(await ask(path, '*/*'), path)
      return reply && readStart(reply.bytes())
    },
    async *pages(first, schema, next) {
      const seen = new Set<string>()
      for (let path: string | null = first; path !== null; ) {
        if (seen.has(path) || seen.size >= mostPages) throw endless(options.name)
        seen.add(path)
        const page: Answered<z.infer<typeof schema>> = await line.get(path, schema)
        yield page
        path = next(page)
      }
    },
    pathOf(address) {
      if (!address.startsWith(`${base}/`)) throw foreign(options.name)
      return address.slice(base.length)
    },
  }
  return line
}

async function readAs<T>(schema: z.ZodType<T>, reply: Reply, name: string): Promise<T> {
  const text = await reply.text()
  try {
    const read = schema.safeParse(JSON.parse(text))
    if (read.success) return read.data
    throw read.error
  } catch (cause) {
    throw new Problem(
      'host_unusable',
      `${name} answered in a form that is not its API's. Check that the host's configured address leads to its API, and that no proxy or sign-in page stands before it.`,
      { cause },
    )
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

/** Query parameters as the part of an address after the path. */
export function query(parameters: Record<string, string | number>): string {
  return `?${Object.entries(parameters)
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
    .join('&')}`
}

/** A name with slashes as a path of which every part is escaped. */
export function segments(name: string): string {
  return name.split('/').map(encodeURIComponent).join('/')
}

/** A moment as git writes it: to the second, with its offset in figures. */
export function asGitMoment(moment: string): string {
  return moment.replace(/\.\d+/, '').replace(/Z$/i, '+00:00')
}

/** A moment in seconds. */
export function asSeconds(moment: string): number {
  return Math.floor(Date.parse(moment) / 1000)
}

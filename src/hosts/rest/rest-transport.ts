import type { z } from 'zod'
import { Problem } from '../../core/errors.ts'
import type { Access } from '../../core/host.ts'
import type { HttpClient, HttpResponse } from '../../http-client/http-client.ts'
import type { Asked, Dialect, TryFind } from './problems.ts'

/** Where a host of a REST kind lives, and the door that leads to it. */
export interface RestOptions {
  name: string
  /** The web and git base. */
  url: string
  apiUrl: string
  httpClient: HttpClient
}

/** A change as it is sent. */
export interface RestChange {
  method: 'POST' | 'PUT' | 'PATCH'
  path: string
  body: unknown
}

/** A host as one caller's token reaches it; paths are below the API's address. */
interface RestTransport {
  /** The API's address. */
  base: string
  ask(path: string, accept?: string): Promise<HttpResponse>
  /** Sends once: what became of a change that failed on its way is the asker's matter. */
  send(change: RestChange): Promise<HttpResponse>
  tryFind: TryFind
  /** What a refusal is told about. */
  asked(path: string): Asked
}

/** Reaches a host with the caller's token, which goes nowhere but to the API's own address. */
export function openRestTransport(options: RestOptions, dialect: Dialect, access: Access): RestTransport {
  const { name, httpClient } = options
  const { token, signal, deadlineAt } = access
  const base = options.apiUrl.replace(/(?<!\/)\/+$/, '')
  const authorization = token === null ? {} : { authorization: dialect.authorization(token) }
  const ask: RestTransport['ask'] = (path, accept = 'application/json') =>
    httpClient({ method: 'GET', url: base + path, headers: { accept, ...authorization }, signal, deadlineAt })
  const tryFind: TryFind = async (path, schema) => {
    const reply = await ask(path)
    if (reply.status === 200) return readAs(schema, reply, name)
    await reply.discard()
    return null
  }
  return {
    base,
    ask,
    tryFind,
    send: ({ method, path, body }) =>
      httpClient({
        method,
        url: base + path,
        headers: { accept: 'application/json', 'content-type': 'application/json', ...authorization },
        body: JSON.stringify(body),
        signal,
        deadlineAt,
        attempts: 1,
      }),
    asked: (path) => ({ name, dialect, access, url: base + path, tryFind }),
  }
}

/** An answer by its schema; what is not of that form is no answer of an API. */
export async function readAs<T>(schema: z.ZodType<T>, reply: HttpResponse, name: string): Promise<T> {
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

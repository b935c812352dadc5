import type { z } from 'zod'
import { Problem } from '../../core/errors.ts'
import type { Access } from '../../core/host.ts'
import type { HttpClient, HttpResponse } from '../../http-client/http-client.ts'
import { trimTrailingSlashes } from '../../text/url.ts'
import { readStart } from '../project-files.ts'
import { readAll } from '../text-encoding.ts'
import {
  type ErrorContext,
  type FailedResponse,
  type HostErrors,
  invalidResponse,
  repositoryMoved,
} from './rest-errors.ts'

/** Where a host is, and the HTTP client that calls it. */
export interface RestOptions {
  name: string
  /** The base of its web pages and of its repositories over git. */
  url: string
  apiUrl: string
  httpClient: HttpClient
}

/** How the REST API of one kind of host differs from that of others. */
export interface RestDialect {
  /** The headers that carry a token. */
  tokenHeaders: (token: string) => Record<string, string>
  /** The `accept` headers for JSON and for files as they are. */
  mediaTypes?: { json: string; raw: string }
  /** Headers that every request needs besides. */
  headers?: Record<string, string>
  /** The size limit of a response that is read, if the usual one is too small. */
  maxBytes?: number
  /** The statuses that mean that there is nothing at a path, if they are not the usual ones. */
  notFoundStatuses?: readonly number[]
  /** Returns the new name of a repository from the URL that the host redirects to; null if it does not say. */
  findNewName: (location: URL, tryFind: TryFind) => Promise<string | null>
  errors: (context: ErrorContext) => HostErrors
}

/** The value of a response that matches its schema. */
export interface RestResponse<T> {
  value: T
  headers: Headers
}

/** Returns null for every response but 200: for routes that not every version of a host has. */
type TryFind = <T>(path: string, schema: z.ZodType<T>) => Promise<T | null>

/** A write request. */
interface RestWrite<T> {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  /** The body, sent as JSON. */
  body?: unknown
  /** The fields of a form, for routes that take one instead of JSON. */
  form?: URLSearchParams
  schema: z.ZodType<T>
}

/** Calls the REST API of one host with one caller's token; paths are relative to the API URL. */
export interface RestClient {
  /** What error messages name. */
  readonly context: ErrorContext
  get<T>(path: string, schema: z.ZodType<T>): Promise<RestResponse<T>>
  /** Returns null if there is nothing at the path. */
  find<T>(path: string, schema: z.ZodType<T>): Promise<T | null>
  tryFind: TryFind
  /** Sends a write once: the caller decides what to do if it fails on the way. */
  send<T>(write: RestWrite<T>): Promise<T>
  /** Returns a whole file; null if there is none at the path. */
  readBytes(path: string): Promise<Uint8Array | null>
  /** Returns the beginning of a text; null if there is nothing at the path. */
  readText(path: string, accept?: string): Promise<string | null>
  /** Yields page after page, each at the path that `next` finds in the one before. */
  pages<T>(first: string, schema: z.ZodType<T>, next: NextPath<T>): AsyncGenerator<RestResponse<T>>
  /** Returns the path of a URL below the API URL, and throws for any other URL. */
  pathOf(url: string): string
}

type NextPath<T> = (page: RestResponse<T>) => string | null

const maxPages = 1000

/** Opens a client with the caller's token, which it sends only to the API URL. */
export function openRestClient(options: RestOptions, dialect: RestDialect, access: Access): RestClient {
  const { httpClient } = options
  const { repoFullName, token, signal, deadlineAt } = access
  const { json, raw } = dialect.mediaTypes ?? { json: 'application/json', raw: '*/*' }
  // Gitea returns 409 for an empty repository.
  const notFoundStatuses = dialect.notFoundStatuses ?? [404, 409]
  const apiUrl = trimTrailingSlashes(options.apiUrl)
  const context: ErrorContext = {
    hostName: options.name,
    url: trimTrailingSlashes(options.url),
    repoFullName,
    token,
  }
  const errors = dialect.errors(context)
  const headers = { ...dialect.headers, ...(token === null ? {} : dialect.tokenHeaders(token)) }

  const request = (path: string, accept = json): Promise<HttpResponse> =>
    httpClient({
      method: 'GET',
      url: apiUrl + path,
      headers: { accept, ...headers },
      signal,
      deadlineAt,
      ...(dialect.maxBytes === undefined ? {} : { maxBytes: dialect.maxBytes }),
    })

  const parse = async <T>(response: HttpResponse, schema: z.ZodType<T>): Promise<T> => {
    const text = await response.text()
    try {
      // Some writes are answered without a body.
      return schema.parse(text === '' && response.status === 201 ? null : JSON.parse(text))
    } catch (cause) {
      throw invalidResponse(context, cause)
    }
  }

  const tryFind: TryFind = async (path, schema) => {
    const response = await request(path)
    if (response.status === 200) return parse(response, schema)
    await response.discard()
    return null
  }

  /** A redirect means that the repository has moved; everything else depends on the kind of host. */
  const problemOf = async (
    response: HttpResponse,
    path: string,
    kind: keyof HostErrors,
  ): Promise<Problem> => {
    const { status } = response
    const failed: FailedResponse = { status, headers: response.headers, text: await response.text() }
    if (status < 300 || status >= 400) return errors[kind](failed)
    const location = failed.headers.get('location')
    const target =
      location !== null && URL.canParse(location, apiUrl + path) ? new URL(location, apiUrl + path) : null
    // Another origin could claim any name, so only the host's own redirects count.
    const isOwn = target?.origin === new URL(apiUrl).origin
    return repositoryMoved(context, isOwn ? await dialect.findNewName(target, tryFind) : null)
  }

  const findResponse = async (path: string, accept?: string): Promise<HttpResponse | null> => {
    const response = await request(path, accept)
    if (response.status === 200) return response
    if (!notFoundStatuses.includes(response.status)) throw await problemOf(response, path, 'read')
    await response.discard()
    return null
  }

  const get: RestClient['get'] = async (path, schema) => {
    const response = await request(path)
    if (response.status !== 200) throw await problemOf(response, path, 'read')
    return { value: await parse(response, schema), headers: response.headers }
  }

  return {
    context,
    get,
    tryFind,
    async find(path, schema) {
      const response = await findResponse(path)
      return response && parse(response, schema)
    },
    async send({ method, path, body, form, schema }) {
      const contentType = form ? 'application/x-www-form-urlencoded' : 'application/json'
      const hasBody = form !== undefined || body !== undefined
      const response = await httpClient({
        method,
        url: apiUrl + path,
        headers: { accept: json, ...(hasBody ? { 'content-type': contentType } : {}), ...headers },
        ...(hasBody ? { body: form ? form.toString() : JSON.stringify(body) } : {}),
        signal,
        deadlineAt,
        attempts: 1,
      })
      if (response.status === 200 || response.status === 201) return parse(response, schema)
      if (response.status === 202 || response.status === 204) {
        await response.discard()
        return schema.parse(null)
      }
      throw await problemOf(response, path, 'write')
    },
    async readBytes(path) {
      const response = await findResponse(path, raw)
      return response && readAll(response.bytes())
    },
    async readText(path, accept = raw) {
      const response = await findResponse(path, accept)
      return response && readStart(response.bytes())
    },
    async *pages(first, schema, next) {
      const seen = new Set<string>()
      for (let path: string | null = first; path !== null; ) {
        if (seen.has(path) || seen.size >= maxPages) throw endlessPages(options.name)
        seen.add(path)
        const page: RestResponse<z.infer<typeof schema>> = await get(path, schema)
        yield page
        path = next(page)
      }
    },
    pathOf(url) {
      if (!url.startsWith(`${apiUrl}/`)) throw foreignPage(options.name)
      return url.slice(apiUrl.length)
    },
  }
}

function endlessPages(hostName: string): Problem {
  return new Problem(
    'host_unusable',
    `${hostName} returned the same page twice, or more than ${maxPages} pages. Choose a smaller range, or try again later.`,
  )
}

function foreignPage(hostName: string): Problem {
  return new Problem(
    'host_unusable',
    `${hostName} linked to a next page outside its API, and the token is sent only to the configured API URL. Check the host's configured API URL.`,
  )
}

/** Returns the number in the first of these headers that has one; null if none has. */
export function numberInHeader(headers: Headers, ...names: string[]): number | null {
  for (const name of names) {
    const text = headers.get(name)?.trim()
    if (text && /^\d+$/.test(text)) return Number(text)
  }
  return null
}

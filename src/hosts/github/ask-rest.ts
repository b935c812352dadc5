import { z } from 'zod'
import type { HttpResponse } from '../../http-client/http-client.ts'
import { segments } from '../address.ts'
import { readStart } from '../changelog-file.ts'
import { readWhole } from '../host-text.ts'
import { moved, problemOfChange, problemOfRefusal, unusable } from './errors.ts'
import { authorizationOf, type GithubContext } from './github-context.ts'

/** A REST answer whose body is read. */
export interface RestAnswer<Data> {
  data: Data
  headers: Headers
}

interface RestRequest<Data> {
  /** Below the repository's address, such as `/commits?per_page=100`. */
  path: string
  schema: z.ZodType<Data>
}

// The first page of a comparison always carries the diff, up to 300 files of it.
const mostBytes = 32 * 1024 * 1024

/** Asks a REST route of the repository. */
export async function askRest<Data>(
  context: GithubContext,
  question: RestRequest<Data>,
): Promise<RestAnswer<Data>> {
  const reply = await get(context, `${context.apiUrl}/repos/${context.repoFullName}${question.path}`)
  if (reply.status !== 200) throw await refusalOf(context, reply)
  return { data: parse(context, reply.text, question.schema), headers: reply.headers }
}

/** Asks a REST route that may have nothing there: null then. */
export async function askRestMaybe<Data>(
  context: GithubContext,
  question: RestRequest<Data>,
): Promise<Data | null> {
  const reply = await get(context, `${context.apiUrl}/repos/${context.repoFullName}${question.path}`)
  if (reply.status === 404 || reply.status === 422) return null
  if (reply.status !== 200) throw await refusalOf(context, reply)
  return parse(context, reply.text, question.schema)
}

/** Asks a REST route that is about the token's owner. */
export async function askUser<Data>(context: GithubContext, question: RestRequest<Data>): Promise<Data> {
  const reply = await get(context, `${context.apiUrl}${question.path}`)
  if (reply.status !== 200) throw problemOfRefusal(context, reply)
  return parse(context, reply.text, question.schema)
}

/** The SHA of the commit under a name, a SHA or an expression; null when there is none. */
export async function askSha(context: GithubContext, name: string): Promise<string | null> {
  const url = `${context.apiUrl}/repos/${context.repoFullName}/commits/${segments(name)}`
  const reply = await get(context, url, 'application/vnd.github.sha')
  if (reply.status === 404 || reply.status === 422) return null
  if (reply.status !== 200) throw await refusalOf(context, reply)
  const sha = reply.text.trim()
  if (!/^[0-9a-f]{40,64}$/.test(sha)) throw unusable(context, 'something other than a SHA')
  return sha
}

/** The beginning of what a REST route gives as it is; null when there is nothing. */
export async function askRaw(context: GithubContext, path: string): Promise<string | null> {
  const url = `${context.apiUrl}/repos/${context.repoFullName}${path}`
  const reply = await reach(context, url, 'application/vnd.github.raw+json')
  if (reply.status === 200) return readStart(reply.bytes())
  const { status, headers } = reply
  const text = await reply.text()
  if (status !== 404) throw await refusalOf(context, { status, headers, text })
  return null
}

/** The whole of what a REST route gives as it is; null when there is nothing. */
export async function askWhole(context: GithubContext, path: string): Promise<Uint8Array | null> {
  const url = `${context.apiUrl}/repos/${context.repoFullName}${path}`
  const reply = await reach(context, url, 'application/vnd.github.raw+json')
  if (reply.status !== 200) {
    const { status, headers } = reply
    const text = await reply.text()
    if (status === 404) return null
    throw await refusalOf(context, { status, headers, text })
  }
  return readWhole(reply.bytes())
}

interface Change<Data> extends RestRequest<Data> {
  method: 'POST' | 'PUT' | 'PATCH'
  body: unknown
}

/** Sends a change to a REST route, once: what became of one that failed on its way is the asker's matter. */
export async function sendRest<Data>(context: GithubContext, change: Change<Data>): Promise<Data> {
  const reply = await context.httpClient({
    method: change.method,
    url: `${context.apiUrl}/repos/${context.repoFullName}${change.path}`,
    headers: {
      accept: 'application/vnd.github+json',
      'content-type': 'application/json',
      'x-github-api-version': '2022-11-28',
      ...authorizationOf(context),
    },
    body: JSON.stringify(change.body),
    signal: context.signal,
    deadlineAt: context.deadlineAt,
    attempts: 1,
  })
  const { status, headers } = reply
  const text = await reply.text()
  if (status === 200 || status === 201) return parse(context, text, change.schema)
  throw problemOfChange(context, { status, headers, text })
}

interface ReadReply {
  status: number
  headers: Headers
  text: string
}

async function get(context: GithubContext, url: string, accept?: string): Promise<ReadReply> {
  const reply = await reach(context, url, accept)
  return { status: reply.status, headers: reply.headers, text: await reply.text() }
}

function reach(
  context: GithubContext,
  url: string,
  accept = 'application/vnd.github+json',
): Promise<HttpResponse> {
  return context.httpClient({
    method: 'GET',
    url,
    headers: {
      accept,
      'x-github-api-version': '2022-11-28',
      ...authorizationOf(context),
    },
    signal: context.signal,
    deadlineAt: context.deadlineAt,
    maxBytes: mostBytes,
  })
}

/** A moved repository answers with an address by number, which tells the new name when it is asked. */
async function refusalOf(context: GithubContext, reply: ReadReply) {
  const location = reply.headers.get('location')
  const isMove = reply.status === 301 || reply.status === 307 || reply.status === 308
  if (!isMove || location === null || !URL.canParse(location)) return problemOfRefusal(context, reply)
  const target = new URL(location)
  if (target.origin !== new URL(context.apiUrl).origin) return problemOfRefusal(context, reply)
  target.pathname = target.pathname.replace(/(\/repositories\/\d+)\/.*$/, '$1')
  target.search = ''
  const named = await get(context, target.href)
  if (named.status !== 200) return moved(context, null)
  return moved(context, parse(context, named.text, z.object({ full_name: z.string().max(255) })).full_name)
}

function parse<Data>(context: GithubContext, text: string, schema: z.ZodType<Data>): Data {
  try {
    return schema.parse(JSON.parse(text))
  } catch (error) {
    throw unusable(context, 'a REST answer of an unknown form', error)
  }
}

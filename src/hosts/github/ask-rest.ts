import { z } from 'zod'
import type { Reply } from '../../http-client/http-client.ts'
import { segments } from '../address.ts'
import { readStart } from '../changelog-file.ts'
import { readWhole } from '../host-text.ts'
import { moved, problemOfChange, problemOfRefusal, unusable } from './errors.ts'
import { authorizationOf, type GithubPlace } from './github-context.ts'

/** A REST answer whose body is read. */
export interface RestAnswer<Data> {
  data: Data
  headers: Headers
}

interface RestQuestion<Data> {
  /** Below the repository's address, such as `/commits?per_page=100`. */
  path: string
  schema: z.ZodType<Data>
}

// The first page of a comparison always carries the diff, up to 300 files of it.
const mostBytes = 32 * 1024 * 1024

/** Asks a REST route of the repository. */
export async function askRest<Data>(
  place: GithubPlace,
  question: RestQuestion<Data>,
): Promise<RestAnswer<Data>> {
  const reply = await get(place, `${place.apiUrl}/repos/${place.repoFullName}${question.path}`)
  if (reply.status !== 200) throw await refusalOf(place, reply)
  return { data: parse(place, reply.text, question.schema), headers: reply.headers }
}

/** Asks a REST route that may have nothing there: null then. */
export async function askRestMaybe<Data>(
  place: GithubPlace,
  question: RestQuestion<Data>,
): Promise<Data | null> {
  const reply = await get(place, `${place.apiUrl}/repos/${place.repoFullName}${question.path}`)
  if (reply.status === 404 || reply.status === 422) return null
  if (reply.status !== 200) throw await refusalOf(place, reply)
  return parse(place, reply.text, question.schema)
}

/** Asks a REST route that is about the token's owner. */
export async function askUser<Data>(place: GithubPlace, question: RestQuestion<Data>): Promise<Data> {
  const reply = await get(place, `${place.apiUrl}${question.path}`)
  if (reply.status !== 200) throw problemOfRefusal(place, reply)
  return parse(place, reply.text, question.schema)
}

/** The SHA of the commit under a name, a SHA or an expression; null when there is none. */
export async function askSha(place: GithubPlace, name: string): Promise<string | null> {
  const url = `${place.apiUrl}/repos/${place.repoFullName}/commits/${segments(name)}`
  const reply = await get(place, url, 'application/vnd.github.sha')
  if (reply.status === 404 || reply.status === 422) return null
  if (reply.status !== 200) throw await refusalOf(place, reply)
  const sha = reply.text.trim()
  if (!/^[0-9a-f]{40,64}$/.test(sha)) throw unusable(place, 'something other than a SHA')
  return sha
}

/** The beginning of what a REST route gives as it is; null when there is nothing. */
export async function askRaw(place: GithubPlace, path: string): Promise<string | null> {
  const url = `${place.apiUrl}/repos/${place.repoFullName}${path}`
  const reply = await reach(place, url, 'application/vnd.github.raw+json')
  if (reply.status === 200) return readStart(reply.bytes())
  const { status, headers } = reply
  const text = await reply.text()
  if (status !== 404) throw await refusalOf(place, { status, headers, text })
  return null
}

/** The whole of what a REST route gives as it is; null when there is nothing. */
export async function askWhole(place: GithubPlace, path: string): Promise<Uint8Array | null> {
  const url = `${place.apiUrl}/repos/${place.repoFullName}${path}`
  const reply = await reach(place, url, 'application/vnd.github.raw+json')
  if (reply.status !== 200) {
    const { status, headers } = reply
    const text = await reply.text()
    if (status === 404) return null
    throw await refusalOf(place, { status, headers, text })
  }
  return readWhole(reply.bytes())
}

interface Change<Data> extends RestQuestion<Data> {
  method: 'POST' | 'PUT' | 'PATCH'
  body: unknown
}

/** Sends a change to a REST route, once: what became of one that failed on its way is the asker's matter. */
export async function sendRest<Data>(place: GithubPlace, change: Change<Data>): Promise<Data> {
  const reply = await place.door({
    method: change.method,
    url: `${place.apiUrl}/repos/${place.repoFullName}${change.path}`,
    headers: {
      accept: 'application/vnd.github+json',
      'content-type': 'application/json',
      'x-github-api-version': '2022-11-28',
      ...authorizationOf(place),
    },
    body: JSON.stringify(change.body),
    signal: place.signal,
    deadlineAt: place.deadlineAt,
    attempts: 1,
  })
  const { status, headers } = reply
  const text = await reply.text()
  if (status === 200 || status === 201) return parse(place, text, change.schema)
  throw problemOfChange(place, { status, headers, text })
}

interface ReadReply {
  status: number
  headers: Headers
  text: string
}

async function get(place: GithubPlace, url: string, accept?: string): Promise<ReadReply> {
  const reply = await reach(place, url, accept)
  return { status: reply.status, headers: reply.headers, text: await reply.text() }
}

function reach(place: GithubPlace, url: string, accept = 'application/vnd.github+json'): Promise<Reply> {
  return place.door({
    method: 'GET',
    url,
    headers: {
      accept,
      'x-github-api-version': '2022-11-28',
      ...authorizationOf(place),
    },
    signal: place.signal,
    deadlineAt: place.deadlineAt,
    maxBytes: mostBytes,
  })
}

/** A moved repository answers with an address by number, which tells the new name when it is asked. */
async function refusalOf(place: GithubPlace, reply: ReadReply) {
  const location = reply.headers.get('location')
  const isMove = reply.status === 301 || reply.status === 307 || reply.status === 308
  if (!isMove || location === null || !URL.canParse(location)) return problemOfRefusal(place, reply)
  const target = new URL(location)
  if (target.origin !== new URL(place.apiUrl).origin) return problemOfRefusal(place, reply)
  target.pathname = target.pathname.replace(/(\/repositories\/\d+)\/.*$/, '$1')
  target.search = ''
  const named = await get(place, target.href)
  if (named.status !== 200) return moved(place, null)
  return moved(place, parse(place, named.text, z.object({ full_name: z.string().max(255) })).full_name)
}

function parse<Data>(place: GithubPlace, text: string, schema: z.ZodType<Data>): Data {
  try {
    return schema.parse(JSON.parse(text))
  } catch (error) {
    throw unusable(place, 'a REST answer of an unknown form', error)
  }
}

import type { z } from 'zod'
import { emptyRepository, Problem } from '../../core/errors.ts'
import type { Access } from '../../core/host.ts'
import type { HttpResponse } from '../../http-client/http-client.ts'
import { retryAfterSeconds } from '../../http-client/retry.ts'
import { ownWords } from '../host-text.ts'

/** Asks a host for something that it may not have; null for everything but a plain answer. */
export type TryFind = <T>(path: string, schema: z.ZodType<T>) => Promise<T | null>

/** How one kind of host differs in how it is asked, and in how it refuses. */
export interface Dialect {
  authorization: (token: string) => string
  /** The permissions that a token needs here, in the host's own words. */
  neededScopes: string
  /** The permissions that a token needs to change something. */
  writeScopes: string
  /** The permission that a refusal names; null when it names none. */
  missingScope: (body: unknown) => string | null
  /** The name of a moved repository, by the address that the host redirects to. */
  newName: (location: URL, tryFind: TryFind) => Promise<string | null>
}

/** What was asked, as far as a refusal tells it. */
export interface Asked {
  name: string
  dialect: Dialect
  access: Access
  url: string
  tryFind: TryFind
}

/** What a refusal of a REST host means for the caller. */
export async function problemOf(reply: HttpResponse, asked: Asked): Promise<Problem> {
  const { status } = reply
  const body = asJson(await reply.text())
  if (status === 401) return tokenRejected(asked)
  if (status === 403) return scopeMissing(body, asked)
  if (status === 404 || status === 410) return notVisible(asked.name, asked.access)
  if (status === 409) return emptyRepository(asked.access.repoFullName)
  if (status === 429) return limited(reply, asked)
  if (status === 451) return blocked(asked)
  if (status >= 300 && status < 400) return moved(reply, asked)
  return new Problem(
    'host_unusable',
    `${asked.name} answered with status ${status}, which its API has for no such question. Try again later; if it stays, check the host's configured address.`,
  )
}

/** What a refused change means for the caller; its owner may read the repository, which was opened before. */
export async function writeProblemOf(reply: HttpResponse, asked: Asked): Promise<Problem> {
  const { status } = reply
  if (status === 403 || status === 404) {
    await reply.discard()
    return new Problem(
      'scope_missing',
      `${asked.name} does not let the token change "${asked.access.repoFullName}" (${status}). Make a token with ${asked.dialect.writeScopes}, of somebody who may write there.`,
    )
  }
  if (status !== 400 && status !== 409 && status !== 422) return problemOf(reply, asked)
  const said = ownWords(await reply.text(), asked.access.token)
  return new Problem(
    'write_refused',
    `${asked.name} refused the change (${status}): ${said}. Check the tag, the branch and the path; if somebody changed them just now, try again.`,
  )
}

/** What is told of a repository that is not there, or not for this caller: the host does not say which. */
export function notVisible(name: string, { repoFullName, token }: Access): Problem {
  const whom = token === null ? 'without a token' : 'to this token'
  return new Problem(
    'repository_not_found',
    `No repository "${repoFullName}" is visible ${whom} on ${name}. Check the spelling, and that the token's owner may read the repository.`,
  )
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A refusal may be a web page or empty; its status says enough.
    return null
  }
}

function tokenRejected({ name, access, dialect }: Asked): Problem {
  const seen = access.token === null ? 'wants a token, and none was sent' : 'rejected the token (401)'
  return new Problem(
    'token_rejected',
    `${name} ${seen}. It may be expired, revoked or made for another host; make a new one with ${dialect.neededScopes}.`,
  )
}

function scopeMissing(body: unknown, { name, access, dialect }: Asked): Problem {
  const missing = dialect.missingScope(body)
  const seen =
    missing === null
      ? `${name} forbids the token to read "${access.repoFullName}" (403)`
      : `${name} says that the token lacks the permission ${missing} (403)`
  return new Problem('scope_missing', `${seen}. Make a token with ${missing ?? dialect.neededScopes}.`)
}

function limited(reply: HttpResponse, { name }: Asked): Problem {
  const retryAfter = secondsToWait(reply.headers)
  const when = retryAfter === null ? 'in a few minutes' : `in ${retryAfter} seconds`
  return new Problem(
    'host_rate_limited',
    `${name} limits how much this token may ask (429). Try again ${when}.`,
    retryAfter === null ? {} : { retryAfter },
  )
}

/** `Retry-After`, else a reset time, which some give as a moment and some as a span; by the host's own clock. */
function secondsToWait(headers: Headers): number | null {
  const asked = retryAfterSeconds(headers, Date.now())
  if (asked !== null) return asked
  const reset = Number(headers.get('ratelimit-reset') ?? headers.get('x-ratelimit-reset') ?? Number.NaN)
  if (!Number.isFinite(reset) || reset < 0) return null
  if (reset <= 1_000_000_000) return Math.ceil(reset)
  const now = Date.parse(headers.get('date') ?? '') || Date.now()
  return Math.max(1, Math.ceil(reset - now / 1000))
}

function blocked({ name, access }: Asked): Problem {
  return new Problem(
    'repository_blocked',
    `${name} does not show "${access.repoFullName}" for legal reasons (451). Only the host can tell more; ask for another repository.`,
  )
}

async function moved(reply: HttpResponse, { name, access, dialect, url, tryFind }: Asked): Promise<Problem> {
  const location = reply.headers.get('location')
  const target = location !== null && URL.canParse(location, url) ? new URL(location, url) : null
  // Another origin could say any name; only what the host says of itself is passed on.
  const newName = target?.origin === new URL(url).origin ? await dialect.newName(target, tryFind) : null
  const seen = newName === null ? 'has another address now' : `is called "${newName}" now`
  return new Problem(
    'repository_moved',
    `"${access.repoFullName}" ${seen} on ${name}. Ask for it by ${newName === null ? 'its new name' : `the name "${newName}"`}.`,
  )
}

import { emptyRepository, Problem } from '../../core/errors.ts'
import { retryAfterSeconds } from '../../http-client/retry.ts'
import { maskSecrets } from '../../text/mask-secrets.ts'
import { secretsIn } from '../credentials.ts'

/** What error messages name. */
export interface ErrorContext {
  /** The host, as messages name it. */
  hostName: string
  /** The base of the host's web pages. */
  url: string
  repoFullName: string
  token: string | null
}

/** A response with an error status, with its body read. */
export interface FailedResponse {
  status: number
  headers: Headers
  text: string
}

/** Turns the failures of one kind of host into problems. */
export interface HostErrors {
  /** What a failed read means for the caller. */
  read(response: FailedResponse): Problem
  /** What a failed write means for the caller, who was able to read the repository before. */
  write(response: FailedResponse): Problem
}

/** How a kind of host names the permissions of a token. */
interface TokenScopes {
  /** The permissions that a token needs to read, in the host's own terms. */
  read: string
  /** The permissions that a token needs to write. */
  write: string
  /** The missing permission that an error response names; null if it names none. */
  missingIn: (body: unknown) => string | null
  /** How a token of this form has to be sent; null if it is sent as it should be. */
  howToSend?: (token: string) => string | null
}

/** The errors of a host whose REST API uses HTTP statuses in the usual way. */
export function statusErrors(scopes: TokenScopes): (context: ErrorContext) => HostErrors {
  return (context) => ({
    read: (response) => readError(response, context, scopes),
    write: (response) => writeError(response, context, scopes),
  })
}

function readError(response: FailedResponse, context: ErrorContext, scopes: TokenScopes): Problem {
  const { status } = response
  const { hostName } = context
  if (status === 401) return tokenRejected(context, scopes)
  if (status === 403) return scopeMissing(response, context, scopes)
  if (status === 404 || status === 410) return notVisible(context)
  if (status === 409) return emptyRepository(context.repoFullName)
  if (status === 429) return rateLimited(context, waitSeconds(response.headers))
  if (status === 451) return blocked(context, '451, for legal reasons')
  return new Problem(
    'host_unusable',
    `${hostName} returned the unexpected status ${status}. Try again later; if the error persists, check the host's configured API URL.`,
  )
}

function writeError(response: FailedResponse, context: ErrorContext, scopes: TokenScopes): Problem {
  const { status, text } = response
  const { hostName, repoFullName, token } = context
  // Gitea locks an archived repository.
  if (status === 423) return archivedRepository(context)
  const reason = `${status}${quoteMessage(text, token)}`
  if (isProtection(text)) return protectedRef(context, reason)
  if (status === 403 || status === 404) {
    return new Problem(
      'scope_missing',
      `${hostName} does not allow this token to change "${repoFullName}" (${reason}). Create a token with ${scopes.write} for an account that can write to the repository.`,
    )
  }
  if (status !== 400 && status !== 409 && status !== 422) return readError(response, context, scopes)
  return writeRejected(context, reason)
}

/** Whether a message says that a rule protects the branch or the tag. */
export function isProtection(text: string): boolean {
  return /\bprotected\b|\brule(?:set)? violation/i.test(text)
}

/** A rule of the repository protects the branch or the tag. */
export function protectedRef({ hostName }: ErrorContext, reason: string): Problem {
  return new Problem(
    'write_refused',
    `A rule on ${hostName} protects the branch or the tag (${reason}). Use an account that the rule allows, or exclude \`notewright/*\` and the tag from the rule.`,
  )
}

/** The repository is archived. */
export function archivedRepository({ hostName, repoFullName }: ErrorContext): Problem {
  return new Problem(
    'write_refused',
    `"${repoFullName}" is archived on ${hostName}, so it is read-only. Unarchive it, or use the text that generate returns.`,
  )
}

function tokenRejected({ hostName, token }: ErrorContext, { read, howToSend }: TokenScopes): Problem {
  const how = token === null ? null : (howToSend?.(token) ?? null)
  if (how !== null) return new Problem('token_rejected', `${hostName} rejected the token (401). ${how}`)
  return new Problem(
    'token_rejected',
    token === null
      ? `${hostName} requires a token, and none was sent (401). Create one with ${read}.`
      : `${hostName} rejected the token (401). It may be expired, revoked or issued by another host. Create a new one with ${read}.`,
  )
}

function scopeMissing(
  { text }: FailedResponse,
  { hostName, repoFullName }: ErrorContext,
  scopes: TokenScopes,
): Problem {
  const missing = scopes.missingIn(parseJson(text))
  return new Problem(
    'scope_missing',
    missing === null
      ? `${hostName} does not allow this token to read "${repoFullName}" (403). Create a token with ${scopes.read}.`
      : `The token is missing the permission ${missing} on ${hostName} (403). Create a token with ${missing}.`,
  )
}

/** The repository does not exist, or the token cannot read it: hosts do not say which. */
export function notVisible({ hostName, repoFullName, token }: ErrorContext, hint = ''): Problem {
  return new Problem(
    'repository_not_found',
    `No repository "${repoFullName}" is visible ${token === null ? 'without a token' : 'to this token'} on ${hostName}. Check the spelling, and that the token can read the repository.${hint}`,
  )
}

/** The repository has another name; null if the host does not say which. */
export function repositoryMoved(
  { hostName, url, repoFullName }: ErrorContext,
  newName: string | null,
): Problem {
  return new Problem(
    'repository_moved',
    newName === null
      ? `"${repoFullName}" has moved on ${hostName}. Open ${url}/${repoFullName} to find its new name, and use that name.`
      : `"${repoFullName}" has moved to "${newName}" on ${hostName}. Use the new name.`,
  )
}

/** The host has blocked the repository. */
export function blocked({ hostName, repoFullName }: ErrorContext, reason: string): Problem {
  return new Problem(
    'repository_blocked',
    `${hostName} has blocked "${repoFullName}" (${reason}). Only the repository's owner can have the block lifted; choose another repository.`,
  )
}

/** The token has used up its rate limit; null if the host does not say for how long. */
export function rateLimited({ hostName }: ErrorContext, retryAfter: number | null): Problem {
  const when = retryAfter === null ? 'a few minutes' : retryAfter === 1 ? '1 second' : `${retryAfter} seconds`
  return new Problem(
    'host_rate_limited',
    `This token has reached the rate limit of ${hostName}. Try again in ${when}.`,
    retryAfter === null ? {} : { retryAfter },
  )
}

/** The host rejected a change; the reason is its status and message. */
export function writeRejected({ hostName }: ErrorContext, reason: string): Problem {
  return new Problem(
    'write_refused',
    `${hostName} rejected the change (${reason}). Check the tag, the branch and the path. If another change has just been made to them, try again.`,
  )
}

/** The body of a response is not what the host's API returns. */
export function invalidResponse({ hostName }: ErrorContext, cause: unknown): Problem {
  return new Problem(
    'host_unusable',
    `${hostName} returned a response that does not match its API. Check the host's configured API URL, and that no proxy or sign-in page answers in its place.`,
    { cause },
  )
}

/** The host returned only a part of the range. */
export function incompleteRange(hostName: string, reason: string): Problem {
  return new Problem(
    'host_incomplete',
    `${hostName} did not return all commits of the range: ${reason}. Try again; notes for a part of the range would be wrong.`,
  )
}

/** Returns `Retry-After`, or else the time until the rate limit is reset. */
function waitSeconds(headers: Headers): number | null {
  return retryAfterSeconds(headers, Date.now()) ?? secondsUntilReset(headers)
}

/** Returns the seconds until the rate limit is reset: some hosts send a timestamp, some a duration. */
export function secondsUntilReset(headers: Headers): number | null {
  const reset = Number(headers.get('ratelimit-reset') ?? headers.get('x-ratelimit-reset') ?? Number.NaN)
  if (!Number.isFinite(reset) || reset < 0) return null
  if (reset <= 1_000_000_000) return Math.ceil(reset)
  // The timestamp is by the host's own clock.
  const now = Date.parse(headers.get('date') ?? '') || Date.now()
  return Math.max(1, Math.ceil(reset - now / 1000))
}

const maxQuotedCharacters = 160

/** Returns the message of an error response as `: message`, short, on one line and without the token. */
export function quoteMessage(text: string, token: string | null): string {
  const message =
    /"message"\s*:\s*"((?:[^"\\]|\\.){1,300})/.exec(text)?.[1] ?? (/^\s*[<{[]/.test(text) ? '' : text)
  const quoted = maskSecrets(secretsIn(token))(message)
    .replace(/[\s\x00-\x1f\x7f]+/g, ' ')
    .trim()
    .slice(0, maxQuotedCharacters)
    .replace(/\.$/, '')
  return quoted === '' ? '' : `: ${quoted}`
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // An error may come as a web page or without a body; its status is enough then.
    return null
  }
}

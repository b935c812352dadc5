import { z } from 'zod'
import { emptyRepository, Problem } from '../../core/errors.ts'
import { retryAfterSeconds } from '../../http-client/retry.ts'
import { maskSecrets } from '../../text/mask-secrets.ts'
import {
  archivedRepository,
  blocked,
  type ErrorContext,
  type FailedResponse,
  type HostErrors,
  isProtection,
  notVisible,
  protectedRef,
  quoteMessage,
  rateLimited,
  repositoryMoved,
  secondsUntilReset,
  writeRejected,
} from '../rest/rest-errors.ts'

/** One error in a GraphQL response. */
export const graphqlError = z.object({
  type: z.string().nullish(),
  message: z.string().default(''),
  path: z.array(z.union([z.string(), z.number()])).nullish(),
  extensions: z.record(z.string(), z.unknown()).nullish(),
})
type GraphqlError = z.infer<typeof graphqlError>

/** The wait that GitHub's documentation recommends for a secondary rate limit without a header. */
const secondaryLimitSeconds = 60
const sizeErrors = new Set(['SERVICE_UNAVAILABLE', 'RESOURCE_LIMITS_EXCEEDED', 'MAX_NODE_LIMIT_EXCEEDED'])

/** The errors of GitHub's REST API. */
export function githubErrors(context: ErrorContext): HostErrors {
  return {
    read: (response) => readError(context, response),
    write: (response) => writeError(context, response),
  }
}

/** What a status other than 200 means, and how to fix it. */
export function readError(context: ErrorContext, response: FailedResponse): Problem {
  const { status, headers, text } = response
  const { hostName, token } = context
  if (status === 401) return tokenRejected(context, text)
  if (status === 403 || status === 429) return denied(context, response)
  if (status === 404) return notVisibleToToken(context, headers)
  if (status === 409) return emptyRepository(context.repoFullName)
  if (status === 451) return blocked(context, `451${quoteMessage(text, token)}`)
  if (status >= 300 && status < 400) return repositoryMoved(context, null)
  const isTransient = status === 502 || status === 503 || status === 504
  return new Problem(
    isTransient ? 'host_unreachable' : 'host_unusable',
    `${hostName} returned status ${status}${quoteMessage(text, token)}. ${isTransient ? 'Try again in a minute; if the error persists, check its status page.' : "Check the host's configured URLs."}`,
  )
}

/** What a failed write means; the token was able to read the repository before. */
function writeError(context: ErrorContext, response: FailedResponse): Problem {
  const { status, headers, text } = response
  const { hostName, repoFullName, token } = context
  const problem = readError(context, response)
  const isDenied = problem.code === 'scope_missing' || problem.code === 'repository_not_found'
  const reason = `${status}${quoteMessage(text, token)}`
  if (/archived/i.test(text)) return archivedRepository(context)
  if (isProtection(text)) return protectedRef(context, reason)
  if (isDenied && missingScopes(headers).length === 0) {
    const needed = neededPermission(context, headers)
    return new Problem(
      'scope_missing',
      `${hostName} does not allow this token to change ${repoFullName} (${reason}). Use a token with ${needed === null ? 'the scope "repo" or, if it is fine-grained, the permissions "Contents: write" and "Pull requests: write"' : `the permission ${needed}`} for an account that can write to the repository.`,
    )
  }
  return status === 409 || status === 422 ? writeRejected(context, reason) : problem
}

/** What the errors of a GraphQL response mean; `smaller` if a smaller query may work, null if nothing is wrong. */
export function graphqlProblem(
  context: ErrorContext,
  errors: GraphqlError[],
  headers: Headers,
): Problem | 'smaller' | null {
  for (const error of errors) {
    if (error.type === 'RATE_LIMITED' || /rate limit/i.test(error.message))
      return rateLimited(context, limitSeconds(headers))
    if (error.extensions?.saml_failure === true) return ssoRequired(context, headers)
    if (error.type === 'INSUFFICIENT_SCOPES') return scopesMissing(context, headers, error.message)
    if (error.type === 'FORBIDDEN') return forbidden(context, headers, error.message)
    if (error.type === 'NOT_FOUND' && error.path?.length === 1 && error.path[0] === 'repository')
      return notVisibleToToken(context, headers)
  }
  // A pull request or an object that does not exist is a result, not a failure.
  const others = errors.filter((error) => error.type !== 'NOT_FOUND')
  if (others.length === 0) return null
  // GitHub's timeouts have no type: "Something went wrong while executing your query".
  if (others.some((error) => !error.type || sizeErrors.has(error.type)) && !others.some(isInvalidQuery))
    return 'smaller'
  return new Problem(
    'host_unusable',
    `${context.hostName} rejected the query${quoteMessage(others[0]!.message, context.token)}. Its version may be too old: update it, or configure it as a host of the kind "git".`,
  )
}

function isInvalidQuery(error: GraphqlError): boolean {
  return 'code' in (error.extensions ?? {})
}

/** A GraphQL response is not what GitHub's API returns. */
export function invalidGraphql({ hostName }: ErrorContext, what: string, cause?: unknown): Problem {
  return new Problem(
    'host_unusable',
    `${hostName} returned ${what} for a GraphQL query. Check the host's configured URLs, and that no proxy answers in its place.`,
    { cause },
  )
}

function tokenRejected({ hostName, url, token }: ErrorContext, text: string): Problem {
  return new Problem(
    'token_rejected',
    `${hostName} rejected the token (401${quoteMessage(text, token)}). It is mistyped, expired, revoked or issued by another host. Create a new one at ${url}/settings/tokens.`,
  )
}

function denied(context: ErrorContext, { status, headers, text }: FailedResponse): Problem {
  const isLimit = headers.get('x-ratelimit-remaining') === '0' || headers.has('retry-after')
  if (status === 429 || isLimit || /rate limit|abuse detection/i.test(text))
    return rateLimited(context, limitSeconds(headers))
  if (headers.get('x-github-sso')?.startsWith('required')) return ssoRequired(context, headers)
  if (/access blocked|DMCA/i.test(text))
    return blocked(context, `${status}${quoteMessage(text, context.token)}`)
  return missingScopes(headers).length > 0
    ? scopesMissing(context, headers, text)
    : forbidden(context, headers, text)
}

/** Returns `Retry-After`, else the time until the reset of a used-up limit, else the documented minute. */
function limitSeconds(headers: Headers): number {
  const isUsedUp = headers.get('x-ratelimit-remaining') === '0'
  return (
    retryAfterSeconds(headers, Date.now()) ??
    (isUsedUp ? secondsUntilReset(headers) : null) ??
    secondaryLimitSeconds
  )
}

/** The organisation requires the token to be authorised for single sign-on. */
function ssoRequired(context: ErrorContext, headers: Headers): Problem {
  const link = /url=([^;,\s]+)/.exec(headers.get('x-github-sso') ?? '')?.[1]
  // Only a URL of the host itself is safe to repeat.
  const isOwn =
    link !== undefined && URL.canParse(link) && new URL(link).origin === new URL(context.url).origin
  return new Problem(
    'sso_required',
    `The organisation of ${context.repoFullName} requires single sign-on, and the token is not authorised for it. Authorise it at ${isOwn ? maskToken(context, link) : `${context.url}/settings/tokens ("Configure SSO")`}, then try again.`,
  )
}

/** A classic token has none of the scopes that the request needs. */
function scopesMissing(context: ErrorContext, headers: Headers, text: string): Problem {
  const missing = missingScopes(headers)
  const named =
    missing.length > 0
      ? missing
      : (/required scopes?: \[([^\]]*)\]/.exec(text)?.[1] ?? 'repo').match(/[\w:]+/g)!
  return new Problem(
    'scope_missing',
    `The token is missing the scope ${named.map((each) => `"${each}"`).join(' or ')}; it has ${headers.get('x-oauth-scopes')?.trim() || 'none'}. Add the scope at ${context.url}/settings/tokens, or use another token.`,
  )
}

/** Returns the scopes of which any is enough, if the host names them and the token has none of them. */
function missingScopes(headers: Headers): string[] {
  const list = (name: string) =>
    (headers.get(name) ?? '')
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean)
  if (!headers.has('x-oauth-scopes')) return []
  const granted = new Set(list('x-oauth-scopes'))
  const accepted = list('x-accepted-oauth-scopes')
  return accepted.some((each) => granted.has(each)) ? [] : accepted
}

/** A fine-grained token does not have the permission that the request needs. */
function forbidden(context: ErrorContext, headers: Headers, text: string): Problem {
  const { hostName, url, repoFullName, token } = context
  const needed = neededPermission(context, headers)
  return new Problem(
    'scope_missing',
    `${hostName} does not allow this token to read ${repoFullName}${quoteMessage(text, token)}. ${
      needed === null
        ? 'A fine-grained token needs the permissions "Contents: read" and "Pull requests: read" for this repository'
        : `It needs the permission ${needed}`
    }; ${howToChange(url, token)}.`,
  )
}

/** The token of a workflow or an App gets its permissions elsewhere than the token of a user. */
function howToChange(url: string, token: string | null): string {
  return token?.startsWith('ghs_')
    ? 'in GitHub Actions, add it to `permissions` of the job; for an App, add it to the permissions of the App'
    : `change it at ${url}/settings/personal-access-tokens`
}

function neededPermission(context: ErrorContext, headers: Headers): string | null {
  const needed = headers.get('x-accepted-github-permissions')?.slice(0, 200)
  return needed ? maskToken(context, needed) : null
}

function notVisibleToToken(context: ErrorContext, headers: Headers): Problem {
  const granted = headers.get('x-oauth-scopes')
  const hasRepo = granted === null || granted.split(',').some((each) => each.trim() === 'repo')
  const hint = hasRepo
    ? ''
    : ` The token has the scopes "${granted.trim()}"; private repositories need "repo".`
  return notVisible(context, hint)
}

/** Removes the token from a text of the host, in case it repeats it. */
function maskToken({ token }: ErrorContext, text: string): string {
  return maskSecrets([token ?? ''])(text)
}

/** Whether another protocol may succeed where this one failed. */
export function isUnusable(error: unknown): boolean {
  return error instanceof Problem && (error.code === 'host_unusable' || error.code === 'host_unreachable')
}

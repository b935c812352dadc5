import { z } from 'zod'
import { emptyRepository, Problem } from '../../core/errors.ts'
import { retryAfterSeconds } from '../../http-client/retry.ts'
import { hideToken, hostOf, said } from './error-message.ts'
import type { GithubContext } from './github-context.ts'
import { forbidden, lackingScopes, notVisible, scopesMissing, signOn } from './permissions.ts'

/** An answer that is not the one hoped for. */
export interface Refusal {
  status: number
  headers: Headers
  text: string
}

/** One error inside a GraphQL answer. */
export const graphqlError = z.object({
  type: z.string().nullish(),
  message: z.string().default(''),
  path: z.array(z.union([z.string(), z.number()])).nullish(),
  extensions: z.record(z.string(), z.unknown()).nullish(),
})
export type GraphqlError = z.infer<typeof graphqlError>

const secondaryPause = 60
const sizeTrouble = new Set(['SERVICE_UNAVAILABLE', 'RESOURCE_LIMITS_EXCEEDED', 'MAX_NODE_LIMIT_EXCEEDED'])

/** What a status other than 200 means, and what to do about it. */
export function problemOfRefusal(context: GithubContext, refusal: Refusal): Problem {
  const { status } = refusal
  if (status === 401) return rejected(context, refusal)
  if (status === 403 || status === 429) return denied(context, refusal)
  if (status === 404) return notVisible(context, refusal.headers)
  if (status === 409) return emptyRepository(context.repoFullName)
  if (status === 451) return blocked(context, refusal)
  if (status >= 300 && status < 400) return moved(context, null)
  const passing = status === 502 || status === 503 || status === 504
  return new Problem(
    passing ? 'host_unreachable' : 'host_unusable',
    `${hostOf(context)} answered with status ${status}${said(context, refusal.text)}. ${passing ? 'Try again in a minute; if it stays, look at its status page.' : "Check that the host's addresses are configured right."}`,
  )
}

/** What a refused change means; the repository itself was seen before. */
export function problemOfChange(context: GithubContext, refusal: Refusal): Problem {
  const { status, headers, text } = refusal
  const problem = problemOfRefusal(context, refusal)
  const isDenial = problem.code === 'scope_missing' || problem.code === 'repository_not_found'
  if (isDenial && lackingScopes(headers).length === 0) {
    const needed = headers.get('x-accepted-github-permissions')?.slice(0, 200)
    return new Problem(
      'scope_missing',
      `${hostOf(context)} does not let this token change ${context.repoFullName} (${status}${said(context, text)}). It needs ${needed ? `the permission ${hideToken(context, needed)}` : 'the scope "repo", or, fine-grained, the permissions "Contents: write" and "Pull requests: write"'}, of somebody who may write there.`,
    )
  }
  if (status !== 409 && status !== 422) return problem
  return new Problem(
    'write_refused',
    `${hostOf(context)} refused the change (${status}${said(context, text)}). Check the tag, the branch and the path; if somebody changed them just now, try again.`,
  )
}

/** What the errors of a GraphQL answer mean; `smaller` when less at once may work, null when nothing is wrong. */
export function problemOfErrors(
  context: GithubContext,
  errors: GraphqlError[],
  headers: Headers,
): Problem | 'smaller' | null {
  for (const error of errors) {
    if (error.type === 'RATE_LIMITED' || /rate limit/i.test(error.message)) return limited(context, headers)
    if (error.extensions?.saml_failure === true) return signOn(context, headers)
    if (error.type === 'INSUFFICIENT_SCOPES') return scopesMissing(context, headers, error.message)
    if (error.type === 'FORBIDDEN') return forbidden(context, headers, error.message)
    if (error.type === 'NOT_FOUND' && error.path?.length === 1 && error.path[0] === 'repository')
      return notVisible(context, headers)
  }
  // A pull request or an object that is not there is an answer, not a failure.
  const others = errors.filter((error) => error.type !== 'NOT_FOUND')
  if (others.length === 0) return null
  // GitHub's time-outs carry no type: "Something went wrong while executing your query".
  if (others.some((error) => !error.type || sizeTrouble.has(error.type)) && !others.some(isOurFault))
    return 'smaller'
  return new Problem(
    'host_unusable',
    `${hostOf(context)} could not answer the query${said(context, others[0]!.message)}. It may be too old a version; update it, or configure it as a host of the kind "git".`,
  )
}

function isOurFault(error: GraphqlError): boolean {
  return 'code' in (error.extensions ?? {})
}

/** The repository lives under another name now. */
export function moved(context: GithubContext, newName: string | null): Problem {
  return new Problem(
    'repository_moved',
    newName === null
      ? `${context.repoFullName} has another name or owner on ${hostOf(context)} now. Open ${context.url}/${context.repoFullName} to see it, and ask for that one.`
      : `${context.repoFullName} is called ${newName} on ${hostOf(context)} now. Ask for "${newName}".`,
  )
}

/** An answer that does not have the form it should have. */
export function unusable(context: GithubContext, what: string, cause?: unknown): Problem {
  return new Problem(
    'host_unusable',
    `${hostOf(context)} gave ${what}. Check that its addresses are configured right, and that no proxy answers for it.`,
    { cause },
  )
}

function rejected(context: GithubContext, refusal: Refusal): Problem {
  return new Problem(
    'token_rejected',
    `${hostOf(context)} rejected the token (401${said(context, refusal.text)}). It is mistyped, expired or revoked, or of another host; make a new one at ${context.url}/settings/tokens.`,
  )
}

function denied(context: GithubContext, refusal: Refusal): Problem {
  const { headers, text, status } = refusal
  const isLimit = headers.get('x-ratelimit-remaining') === '0' || headers.has('retry-after')
  if (status === 429 || isLimit || /rate limit|abuse detection/i.test(text)) return limited(context, headers)
  if (headers.get('x-github-sso')?.startsWith('required')) return signOn(context, headers)
  if (/access blocked|DMCA/i.test(text)) return blocked(context, refusal)
  const lacking = lackingScopes(headers)
  return lacking.length > 0 ? scopesMissing(context, headers, text) : forbidden(context, headers, text)
}

function limited(context: GithubContext, headers: Headers): Problem {
  const retryAfter = pauseOf(headers)
  return new Problem(
    'host_rate_limited',
    `${hostOf(context)} limits how often this token may ask, and the limit is reached. Try again in ${retryAfter} s, or use another token.`,
    { retryAfter },
  )
}

/** In seconds: what is asked for, else until the reset by the host's own clock, else the documented minute. */
function pauseOf(headers: Headers): number {
  const asked = retryAfterSeconds(headers, Date.now())
  if (asked !== null) return asked
  const reset = Number(headers.get('x-ratelimit-reset') ?? Number.NaN)
  const now = Date.parse(headers.get('date') ?? '') / 1000
  const isSpent = headers.get('x-ratelimit-remaining') === '0'
  return isSpent && Number.isFinite(reset - now) ? Math.max(1, Math.ceil(reset - now)) : secondaryPause
}

function blocked(context: GithubContext, refusal: Refusal): Problem {
  return new Problem(
    'repository_blocked',
    `${hostOf(context)} has blocked ${context.repoFullName} (${refusal.status}${said(context, refusal.text)}). Only its owner can have that lifted; ask for another repository.`,
  )
}

/** Whether another way of asking the same may fare better. */
export function isUnusable(error: unknown): boolean {
  return error instanceof Problem && (error.code === 'host_unusable' || error.code === 'host_unreachable')
}

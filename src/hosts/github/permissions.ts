import { Problem } from '../../core/errors.ts'
import { hideToken, hostOf, said } from './error-message.ts'
import type { GithubContext } from './github-context.ts'

/** The organisation wants the token to be authorised first. */
export function signOn(context: GithubContext, headers: Headers): Problem {
  const link = /url=([^;,\s]+)/.exec(headers.get('x-github-sso') ?? '')?.[1]
  // Only an address of the host itself is worth repeating.
  const safe =
    link !== undefined && URL.canParse(link) && new URL(link).origin === new URL(context.url).origin
  return new Problem(
    'sso_required',
    `The organisation of ${context.repoFullName} demands single sign-on, and the token is not authorised for it. ${safe ? `Authorise it at ${hideToken(context, link)}` : `Authorise it at ${context.url}/settings/tokens ("Configure SSO")`}, then ask again.`,
  )
}

/** A classic token was made for less. */
export function scopesMissing(context: GithubContext, headers: Headers, text: string): Problem {
  const lacking = lackingScopes(headers)
  const named =
    lacking.length > 0
      ? lacking
      : (/required scopes?: \[([^\]]*)\]/.exec(text)?.[1] ?? 'repo').match(/[\w:]+/g)!
  return new Problem(
    'scope_missing',
    `The token lacks the scope ${named.map((each) => `"${each}"`).join(' or ')}; it has ${headers.get('x-oauth-scopes')?.trim() || 'none'}. Give it that scope at ${context.url}/settings/tokens, or use another token.`,
  )
}

/** The scopes of which any would do, where the host names them and the token has none of them. */
export function lackingScopes(headers: Headers): string[] {
  const list = (name: string) =>
    (headers.get(name) ?? '')
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean)
  if (!headers.has('x-oauth-scopes')) return []
  const given = new Set(list('x-oauth-scopes'))
  const accepted = list('x-accepted-oauth-scopes')
  return accepted.some((each) => given.has(each)) ? [] : accepted
}

/** A fine-grained token was made for less. */
export function forbidden(context: GithubContext, headers: Headers, text: string): Problem {
  const needed = headers.get('x-accepted-github-permissions')
  return new Problem(
    'scope_missing',
    `${hostOf(context)} does not let this token read ${context.repoFullName}${said(context, text)}. ${
      needed
        ? `It needs the permission ${hideToken(context, needed.slice(0, 200))}`
        : 'A fine-grained token needs the permissions "Contents: read" and "Pull requests: read" for this repository'
    }; change it at ${context.url}/settings/tokens.`,
  )
}

/** The repository is not there, or not for this token: the host does not say which. */
export function notVisible(context: GithubContext, headers: Headers): Problem {
  const given = headers.get('x-oauth-scopes')
  const hint =
    given !== null && !given.split(',').some((each) => each.trim() === 'repo')
      ? ` The token has the scopes "${given.trim()}"; private repositories need "repo".`
      : ''
  return new Problem(
    'repository_not_found',
    `No repository "${context.repoFullName}" is visible on ${hostOf(context)} with this token. Check the spelling, and that the token may read it.${hint}`,
  )
}

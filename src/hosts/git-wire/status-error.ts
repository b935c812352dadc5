import { Problem } from '../../core/errors.ts'
import type { HttpResponse } from '../../http-client/http-client.ts'
import { retryAfterSeconds } from '../../http-client/retry.ts'

/** The repository that an error is about. */
export interface RejectedContext {
  url: string
  repoFullName: string
  token: string | null
}

/** Maps the HTTP status of a git server to an error; null for 200. */
export function errorOfStatus(response: HttpResponse, context: RejectedContext): Problem | null {
  const { status, headers } = response
  const host = new URL(context.url).host
  const name = context.repoFullName
  if (status === 200) return null
  if (status === 401) return rejectedToken(host, context)
  if (status === 429 || (status === 403 && headers.has('retry-after'))) return rateLimited(host, headers)
  if (status === 403) {
    return new Problem(
      'scope_missing',
      `${host} answered 403: the token may not read the code of "${name}". Give it read access to the repository's contents.`,
    )
  }
  if (status === 404 || status === 410) {
    return new Problem(
      'repository_not_found',
      `No repository "${name}" is visible on ${host}${context.token === null ? ' without a token' : ' to this token'}. Check the spelling and what the token may read.`,
    )
  }
  if (status === 451) {
    return new Problem(
      'repository_blocked',
      `${host} answered 451: "${name}" is blocked for legal reasons. Ask the host for details, or use another repository.`,
    )
  }
  if (status >= 300 && status < 400) return moved(host, headers.get('location'), context)
  return new Problem(
    'host_unusable',
    `${host} answered ${status} to a git request for "${name}". Try again later.`,
  )
}

function rejectedToken(host: string, { token, repoFullName }: RejectedContext): Problem {
  if (token === null) {
    return new Problem(
      'token_missing',
      `${host} answered 401: "${repoFullName}" cannot be read without a token. Send one that has read access.`,
    )
  }
  return new Problem(
    'token_rejected',
    `${host} answered 401: it does not accept the token. It may be mistyped, expired or revoked: send another one.`,
  )
}

function rateLimited(host: string, headers: Headers): Problem {
  const retryAfter = retryAfterSeconds(headers, Date.now())
  return new Problem(
    'host_rate_limited',
    `${host} has reached its rate limit. Try again ${retryAfter === null ? 'later' : `in ${retryAfter} seconds`}.`,
    retryAfter === null ? {} : { retryAfter },
  )
}

function moved(host: string, location: string | null, context: RejectedContext): Problem {
  const name = location === null ? null : newNameOf(location, context)
  return new Problem(
    'repository_moved',
    name === null
      ? `${host} redirects "${context.repoFullName}" to another place, and redirects are not followed. Look up the current name of the repository on the host.`
      : `"${context.repoFullName}" is now called "${name}" on ${host}. Use that name.`,
  )
}

/** Returns the repository name in a redirect that stays on the host and below the same base path. */
function newNameOf(location: string, context: RejectedContext): string | null {
  const from = new URL(context.url)
  if (!URL.canParse(location, context.url)) return null
  const to = new URL(location, from)
  const above = from.pathname.slice(0, nameStart(from.pathname, context.repoFullName))
  const name = /^(.+?)(?:\.git)?\/(?:info\/refs|git-upload-pack)$/.exec(to.pathname.slice(above.length))?.[1]
  if (to.hostname !== from.hostname || !to.pathname.startsWith(above)) return null
  return name === undefined || name === context.repoFullName ? null : name
}

function nameStart(path: string, name: string): number {
  const start = path.lastIndexOf(name)
  return start === -1 ? 1 : start
}

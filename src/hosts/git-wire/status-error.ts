import { Problem } from '../../core/errors.ts'
import type { HttpResponse } from '../../http-client/http-client.ts'
import { retryAfterSeconds } from '../../http-client/retry.ts'

/** What a refusal is told about. */
export interface RejectedContext {
  url: string
  repoFullName: string
  token: string | null
}

/** What a git server's status means for the caller; null when it is a plain success. */
export function problemOfStatus(reply: HttpResponse, context: RejectedContext): Problem | null {
  const { status, headers } = reply
  const host = new URL(context.url).host
  const name = context.repoFullName
  if (status === 200) return null
  if (status === 401) return refusedToken(host, context)
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
      `${host} answered 451: "${name}" is blocked for legal reasons. Only the host can tell more; ask for another repository.`,
    )
  }
  if (status >= 300 && status < 400) return moved(host, headers.get('location'), context)
  return new Problem(
    'host_unusable',
    `${host} answered ${status} when "${name}" was asked for over git. Try again later.`,
  )
}

function refusedToken(host: string, { token, repoFullName }: RejectedContext): Problem {
  if (token === null) {
    return new Problem(
      'token_missing',
      `${host} answered 401: "${repoFullName}" is not shown without a token. Send one that may read it.`,
    )
  }
  return new Problem(
    'token_rejected',
    `${host} answered 401: it does not accept the token. It may be mistyped, expired or revoked; send another one.`,
  )
}

function rateLimited(host: string, headers: Headers): Problem {
  const retryAfter = retryAfterSeconds(headers, Date.now())
  return new Problem(
    'host_rate_limited',
    `${host} limits how often it is asked. Try again ${retryAfter === null ? 'later' : `in ${retryAfter} seconds`}.`,
    retryAfter === null ? {} : { retryAfter },
  )
}

function moved(host: string, location: string | null, context: RejectedContext): Problem {
  const name = location === null ? null : newNameOf(location, context)
  return new Problem(
    'repository_moved',
    name === null
      ? `${host} sends requests for "${context.repoFullName}" elsewhere, which is not followed. Look up the repository's name of today on the host.`
      : `"${context.repoFullName}" is called "${name}" on ${host} now. Ask with that name.`,
  )
}

/** The name that a redirection leads to, when it stays on the host and below the same address. */
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

import type { FastifyRequest } from 'fastify'
import { Problem } from '../core/errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The client's token for the repository's host. */
    hostToken: string
  }
}

/** Reads the bearer token before the body is read; a request without one is rejected with 401. */
export async function authenticate(request: FastifyRequest): Promise<void> {
  const { authorization } = request.headers
  const token = /^Bearer +([\x21-\x7e]{1,4096})$/i.exec(authorization ?? '')?.[1]
  if (token === undefined) {
    throw new Problem(
      'token_missing',
      `${describeMistake(authorization)}. Send a personal access token of the repository's host as Authorization: Bearer <token>.`,
    )
  }
  request.hostToken = token
}

function describeMistake(authorization: string | undefined): string {
  if (authorization === undefined) return 'The request has no Authorization header'
  return /^Bearer *$/i.test(authorization)
    ? 'The Authorization header is "Bearer" without a token: the variable that should contain it may not be set'
    : 'The Authorization header is not of the form "Bearer <token>"'
}

/** The host token of an MCP request. Its Authorization header is meant for this server and never passed on. */
export function readHostToken({ headers }: FastifyRequest): string {
  const token = headers['x-host-token']
  if (typeof token === 'string' && /^[\x21-\x7e]{1,4096}$/.test(token)) return token
  throw new Problem(
    'token_missing',
    `${token === undefined ? 'The request has no X-Host-Token header' : 'The X-Host-Token header is not a valid token'}. Set it to a personal access token of the repository's host in the agent's configuration; a token in Authorization is not passed on.`,
  )
}

/** The client's own key for the language-model gateway; null if none was sent. */
export function readModelKey({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const key = headers['x-api-key']
  if (key === undefined || key === '') return null
  if (typeof key === 'string' && /^[\x21-\x7e]{1,4096}$/.test(key)) return key
  throw new Problem(
    'invalid_request',
    'The X-API-Key header is not a valid key: it must be printable ASCII without spaces. Send the key as the gateway issued it, without "Bearer".',
  )
}

import { createHmac } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../core/errors.ts'
import type { Allowance, Rejected } from '../state/caller-limits.ts'
import type { ServerContext } from './server-context.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's token for the repository's host. */
    hostToken: string
  }
}

/** Takes the caller's token before anything else is read; without one a caller is answered at once. */
export async function takeToken(request: FastifyRequest): Promise<void> {
  request.hostToken = readToken(request)
}

/** The caller's own key for the language-model gateway; null when none was sent. */
export function readModelKey({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const key = headers['x-api-key']
  if (key === undefined || key === '') return null
  if (typeof key === 'string' && /^[\x21-\x7e]{1,4096}$/.test(key)) return key
  throw new Problem(
    'invalid_request',
    'The X-API-Key header is no key: it must be one word of printable ASCII. Send the key as the gateway gave it, without "Bearer".',
  )
}

/** Does a caller's work when it is the caller's turn, and tells in headers what is left to the caller. */
export async function inTurn(
  context: ServerContext,
  reply: FastifyReply,
  work: () => Promise<void>,
): Promise<FastifyReply> {
  const onPlace = ({ remaining, resetSeconds }: Allowance) => {
    reply.header('ratelimit-policy', `"generate";q=${context.requestsPerMinute};w=60`)
    reply.header('ratelimit', `"generate";r=${remaining};t=${resetSeconds}`)
  }
  await takeTurn(context, { token: reply.request.hostToken, onPlace }, work)
  return reply
}

/** Does work when it is the turn of a token's bearer: so much a minute, so much at once. */
export async function takeTurn<Made>(
  context: Pick<ServerContext, 'secret' | 'limits' | 'requestsPerMinute' | 'metrics'>,
  { token, onPlace }: { token: string; onPlace?: (allowance: Allowance) => void },
  work: () => Promise<Made>,
): Promise<Made> {
  const { limits, requestsPerMinute, metrics } = context
  const caller = callerOf(context, token)
  const admission = await limits.enter(caller)
  onPlace?.(admission)
  if (!admission.allowed) {
    metrics.add('notewright_refusals_total', { limit: admission.reason })
    throw tooMany(admission, requestsPerMinute)
  }
  try {
    return await work()
  } finally {
    admission.release()
  }
}

/** The name under which a caller is counted; it tells nothing of the token. */
export function callerOf({ secret }: Pick<ServerContext, 'secret'>, token: string): string {
  return createHmac('sha256', secret).update(token).digest('base64url')
}

function readToken(request: FastifyRequest): string {
  const given = request.headers.authorization
  const found = /^Bearer +([\x21-\x7e]{1,4096})$/i.exec(given ?? '')
  if (found) return found[1]!
  throw new Problem(
    'token_missing',
    `${whatIsWrong(given)}. Send a personal access token of the repository's host as Authorization: Bearer <token>.`,
  )
}

function whatIsWrong(given: string | undefined): string {
  if (given === undefined) return 'The request has no Authorization header'
  return /^Bearer *$/i.test(given)
    ? 'The Authorization header says "Bearer" and no token: the variable that should hold it may not be set'
    : 'The Authorization header is not of the form "Bearer <token>"'
}

function tooMany({ reason, resetSeconds }: Rejected, requestsPerMinute: number): Problem {
  const what =
    reason === 'rate' ? `more than ${requestsPerMinute} requests in a minute` : 'too many requests at once'
  return new Problem('rate_limited', `This token made ${what}. Wait ${resetSeconds} s and send it again.`, {
    retryAfter: resetSeconds,
  })
}

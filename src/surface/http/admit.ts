import { createHmac } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../errors.ts'
import type { ServiceWorld } from './world.ts'

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
export function readModelKey(request: FastifyRequest): string | null {
  const key = request.headers['x-api-key']
  if (key === undefined || key === '') return null
  if (typeof key === 'string' && /^[\x21-\x7e]{1,4096}$/.test(key)) return key
  throw new Problem(
    'invalid_request',
    'The X-API-Key header is no key: it must be one word of printable ASCII. Send the key as the gateway gave it, without "Bearer".',
  )
}

/** Does a caller's work when it is the caller's turn: so many a minute, so many at once. */
export async function inTurn(
  world: ServiceWorld,
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<void>,
): Promise<FastifyReply> {
  const caller = createHmac('sha256', world.secret).update(request.hostToken).digest('base64url')
  takePlace(world, caller, reply)
  try {
    await work()
  } finally {
    world.limits.leave(caller)
  }
  return reply
}

function readToken(request: FastifyRequest): string {
  const found = /^Bearer +([\x21-\x7e]{1,4096})$/i.exec(request.headers.authorization ?? '')
  if (found) return found[1]!
  throw new Problem(
    'token_missing',
    `${request.headers.authorization === undefined ? 'The request has no Authorization header' : 'The Authorization header is not of the form "Bearer <token>"'}. Send a personal access token of the repository's host as Authorization: Bearer <token>.`,
  )
}

function takePlace({ limits, requestsPerMinute }: ServiceWorld, caller: string, reply: FastifyReply): void {
  const { allowed, reason, remaining, resetSeconds } = limits.enter(caller)
  reply.header('ratelimit-policy', `"generate";q=${requestsPerMinute};w=60`)
  reply.header('ratelimit', `"generate";r=${remaining};t=${resetSeconds}`)
  if (allowed) return
  const what =
    reason === 'rate' ? `more than ${requestsPerMinute} requests in a minute` : 'too many requests at once'
  throw new Problem('rate_limited', `This token made ${what}. Wait ${resetSeconds} s and send it again.`, {
    retryAfter: resetSeconds,
  })
}

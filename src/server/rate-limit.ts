import { createHmac } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { Problem } from '../core/errors.ts'
import type { Allowance, Rejected } from '../state/caller-limits.ts'
import type { ServerContext } from './server-context.ts'

type LimitContext = Pick<ServerContext, 'secret' | 'limits' | 'requestsPerMinute' | 'metrics'>
type ListingContext = Omit<LimitContext, 'limits' | 'requestsPerMinute'> &
  Pick<ServerContext, 'listingLimits' | 'listingsPerMinute'>

/** Handles a request within the limits of its token and sets the rate-limit headers. */
export async function withRateLimit(
  context: LimitContext,
  reply: FastifyReply,
  handle: () => Promise<void>,
): Promise<FastifyReply> {
  return withHeaders(context, { reply, policy: 'generate' }, handle)
}

/**
 * Handles a request of the editor's pickers, or another one that is about as cheap. These have a limit of their own, so
 * that typing in a picker does not use up the requests for notes.
 */
export async function withListingLimit(
  { listingLimits, listingsPerMinute, ...context }: ListingContext,
  reply: FastifyReply,
  handle: () => Promise<void>,
): Promise<FastifyReply> {
  const limits = { limits: listingLimits, requestsPerMinute: listingsPerMinute }
  return withHeaders({ ...context, ...limits }, { reply, policy: 'list' }, handle)
}

async function withHeaders(
  context: LimitContext,
  { reply, policy }: { reply: FastifyReply; policy: 'generate' | 'list' },
  handle: () => Promise<void>,
): Promise<FastifyReply> {
  const onAllowance = ({ remaining, resetSeconds }: Allowance) => {
    reply.header('ratelimit-policy', `"${policy}";q=${context.requestsPerMinute};w=60`)
    reply.header('ratelimit', `"${policy}";r=${remaining};t=${resetSeconds}`)
  }
  await runWithinLimits(context, { token: reply.request.hostToken, onAllowance }, handle)
  return reply
}

/** Runs work within the limits of a token: requests per minute and concurrent requests. */
export async function runWithinLimits<Result>(
  context: LimitContext,
  { token, onAllowance }: { token: string; onAllowance?: (allowance: Allowance) => void },
  work: () => Promise<Result>,
): Promise<Result> {
  const admission = await context.limits.enter(callerId(context.secret, token))
  onAllowance?.(admission)
  if (!admission.allowed) {
    context.metrics.add('notewright_refusals_total', { limit: admission.reason })
    throw rateLimited(admission, context.requestsPerMinute)
  }
  try {
    return await work()
  } finally {
    admission.release()
  }
}

/** The id under which the requests of a token are counted; it does not reveal the token. */
export function callerId(secret: string, token: string): string {
  return createHmac('sha256', secret).update(token).digest('base64url')
}

function rateLimited({ reason, resetSeconds }: Rejected, requestsPerMinute: number): Problem {
  const cause =
    reason === 'rate' ? `more than ${requestsPerMinute} requests per minute` : 'too many concurrent requests'
  return new Problem(
    'rate_limited',
    `This token made ${cause}. Wait ${resetSeconds} s and send the request again.`,
    { retryAfter: resetSeconds },
  )
}

import { createHmac } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { Problem } from '../core/errors.ts'
import type { Allowance, Rejected } from '../state/caller-limits.ts'
import type { ServerContext } from './server-context.ts'

type LimitContext = Pick<ServerContext, 'secret' | 'limits' | 'requestsPerMinute' | 'metrics'>

/** Handles a request within the limits of its token and sets the rate-limit headers. */
export async function withRateLimit(
  context: LimitContext,
  reply: FastifyReply,
  handle: () => Promise<void>,
): Promise<FastifyReply> {
  const onAllowance = ({ remaining, resetSeconds }: Allowance) => {
    reply.header('ratelimit-policy', `"generate";q=${context.requestsPerMinute};w=60`)
    reply.header('ratelimit', `"generate";r=${remaining};t=${resetSeconds}`)
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

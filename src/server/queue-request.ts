import { createHmac, randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnswerRequest } from '../app/answer-request.ts'
import type { QueuedRequest } from '../app/run-job.ts'
import { Problem } from '../core/errors.ts'
import { type Warning, warn } from '../core/warnings.ts'
import { maskCredentials } from '../observability/logger.ts'
import { readIdempotencyKey } from '../state/idempotency.ts'
import type { JobRecord, Jobs } from '../state/jobs.ts'
import { formatCause } from '../text/format-error.ts'
import { hashOwner, jobDocument } from './job-routes.ts'
import type { ServerContext } from './server-context.ts'

/** Whether the client sent `Prefer: respond-async` (RFC 7240). */
export function prefersAsync(request: FastifyRequest): boolean {
  return /\brespond-async\b/.test(String(request.headers.prefer ?? ''))
}

/** Queues a request and sends 202 with its location; returns a warning if it cannot be queued. */
export async function queueRequest(
  reply: FastifyReply,
  { jobs, secret }: ServerContext,
  answerRequest: AnswerRequest,
): Promise<Warning | null> {
  const { request } = reply
  if (!jobs) return warn('prefer-not-applied', { because: 'no-queue' })
  try {
    if (!(await jobs.canQueue())) return warn('prefer-not-applied', { because: 'no-worker' })
    const { id, record } = await enqueue(request, answerRequest, { jobs, secret })
    reply.header('location', `/api/v1/jobs/${id}`)
    reply.header('preference-applied', 'respond-async').header('retry-after', 2)
    await reply.code(202).send(jobDocument(id, record, request.id))
    return null
  } catch (error) {
    if (error instanceof Problem) throw error
    request.log.warn(
      { cause: maskCredentials(request)(formatCause(error)) },
      'the request could not be queued',
    )
    return warn('prefer-not-applied', { because: 'queue-unreachable' })
  }
}

async function enqueue(
  request: FastifyRequest,
  answerRequest: AnswerRequest,
  { jobs, secret }: { jobs: Jobs; secret: string },
): Promise<{ id: string; record: JobRecord }> {
  const { request: asked, host, token, modelKey, warnings } = answerRequest
  const caller = hashOwner(request)
  const hash = (parts: unknown[]) =>
    createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url')
  const key = readIdempotencyKey(request.headers['idempotency-key'])
  const id = key === null ? randomUUID() : hash(['job', caller, key])
  const print = hash([asked, host.name, modelKey])
  const { repoFullName, fromRef, toRef } = asked
  const about = { host: host.name, repoFullName, fromRef, toRef }
  const record: JobRecord = {
    caller,
    print,
    about,
    state: 'queued',
    progress: null,
    text: null,
    problem: null,
  }
  const queued: QueuedRequest = { asked, host: host.name, token, modelKey, warnings }
  const known = await jobs.add(id, record, JSON.stringify(queued))
  if (known.print === print) return { id, record: known }
  throw new Problem(
    'idempotency_key_reused',
    'This Idempotency-Key was used for a different request within the last 24 hours. Use a new key for each request.',
  )
}

import { createHmac, randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnswerRequest } from '../app/answer-request.ts'
import type { QueuedRequest } from '../app/run-job.ts'
import { Problem } from '../core/errors.ts'
import { type Warning, warn } from '../core/warnings.ts'
import { maskCredentials } from '../observability/logger.ts'
import { type Idempotency, readIdempotencyKey } from '../state/idempotency.ts'
import type { JobRecord, Jobs } from '../state/jobs.ts'
import { formatCause } from '../text/format-error.ts'
import { hashOwner, jobDocument } from './job-routes.ts'
import { callerId } from './rate-limit.ts'
import type { ServerContext } from './server-context.ts'

/** Whether the client sent `Prefer: respond-async` (RFC 7240). */
export function prefersAsync(request: FastifyRequest): boolean {
  return /\brespond-async\b/.test(String(request.headers.prefer ?? ''))
}

/** Queues a request and sends 202 with its location; returns a warning if it cannot be queued. */
export async function queueRequest(
  reply: FastifyReply,
  { jobs, secret, idempotency }: ServerContext,
  answerRequest: AnswerRequest,
): Promise<Warning | null> {
  const { request } = reply
  if (!jobs) return warn('prefer-not-applied', { because: 'no-queue' })
  try {
    if (!(await jobs.canQueue())) return warn('prefer-not-applied', { because: 'no-worker' })
    const { id, record } = await enqueue(request, answerRequest, { jobs, secret, idempotency })
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

interface QueueContext {
  jobs: Jobs
  secret: string
  idempotency: Idempotency
}

const maxUses = 100

async function enqueue(
  request: FastifyRequest,
  answerRequest: AnswerRequest,
  context: QueueContext,
): Promise<{ id: string; record: JobRecord }> {
  const { request: asked, host, token, modelKey } = answerRequest
  const key = readIdempotencyKey(request.headers['idempotency-key'])
  if (key === null) return add(request, answerRequest, context, { key, binding: null })
  const caller = callerId(context.secret, token)
  const binding = await context.idempotency.bind({ caller, key, content: [asked, host.name, modelKey] })
  try {
    return await add(request, answerRequest, context, { key, binding: binding.name })
  } catch (error) {
    if (binding.isNew) await context.idempotency.unbind(binding.name)
    throw error
  }
}

async function add(
  request: FastifyRequest,
  { request: asked, host, token, modelKey, warnings }: AnswerRequest,
  { jobs, secret }: QueueContext,
  { key, binding }: { key: string | null; binding: string | null },
): Promise<{ id: string; record: JobRecord }> {
  const caller = hashOwner(request)
  const hash = (parts: unknown[]) =>
    createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url')
  const print = hash([asked, host.name, modelKey])
  const { repoFullName, fromRef, toRef } = asked
  const record: JobRecord = {
    caller,
    print,
    ...(binding === null ? {} : { binding }),
    about: { host: host.name, repoFullName, fromRef, toRef },
    state: 'queued',
    progress: null,
    text: null,
    problem: null,
  }
  const queued: QueuedRequest = { asked, host: host.name, token, modelKey, warnings }
  // A worker may still end its attempt of a cancelled request, so the next use of the key has an id of its own.
  for (let use = 0; use < maxUses; use += 1) {
    const id = key === null ? randomUUID() : hash(['job', caller, key, ...(use === 0 ? [] : [use])])
    const known = await jobs.add(id, record, JSON.stringify(queued))
    if (known.state === 'cancelled') continue
    if (known.print === print) return { id, record: known }
    break
  }
  throw new Problem(
    'idempotency_key_reused',
    'This Idempotency-Key was used for a different request within the last 24 hours. Use a new key for each request.',
  )
}

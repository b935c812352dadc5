import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { answerSchema, type ProblemDocument, problemSchema } from '../api/answer-schema.ts'
import { chooseHost } from '../api/choose-host.ts'
import type { Answer } from '../core/answer.ts'
import { compareImportance } from '../core/compare-importance.ts'
import type { Deadline } from '../core/deadline.ts'
import { Problem } from '../core/errors.ts'
import type { Access } from '../core/host.ts'
import { type Progress, stages } from '../core/progress.ts'
import { type JobRecord, type Jobs, jobStates } from '../state/jobs.ts'
import { authenticate } from './authenticate.ts'
import { acceptsEvents, openEventStream } from './event-stream.ts'
import { problemDocument, problemType } from './problem-document.ts'
import { sendWithinDeadline, startRequestDeadline } from './request-deadline.ts'
import type { ServerContext } from './server-context.ts'

/** A queued request. */
export const jobSchema = z.object({
  id: z.string(),
  state: z.enum(jobStates),
  progress: z
    .object({ stage: z.enum(stages), done: z.int(), total: z.int().nullable() })
    .loose()
    .nullable()
    .describe('The progress, while the request runs.'),
  result: answerSchema.nullable().describe('The answer of `/api/v1/generate`, when the request is done.'),
  problem: problemSchema.nullable().describe('The error, if the request failed.'),
})

/** The response body for a queued request. */
export interface JobDocument {
  id: string
  state: JobRecord['state']
  progress: Progress | null
  result: Answer | null
  problem: ProblemDocument | null
}

const problem = { description: 'An error.', content: { [problemType]: { schema: problemSchema } } }
const about = {
  security: [{ hostToken: [] }],
  params: z.object({ id: z.string().describe('The id in the `Location` header of the 202 response.') }),
}
const pollMs = 300
const maxStreamMs = 10 * 60 * 1000

/** `GET` and `DELETE /api/v1/jobs/{id}`: reads or cancels a queued request of the same token. */
export function addJobRoutes(app: FastifyInstance, context: ServerContext): void {
  app.get(
    '/api/v1/jobs/:id',
    {
      onRequest: authenticate,
      schema: {
        ...about,
        summary: 'Get a request that was queued with `Prefer: respond-async`',
        description:
          'With `Accept: text/event-stream`, the response is a stream of events: `progress` while the request runs, then each `entry` and one `result`, or one `error`.',
        response: {
          200: {
            description: 'The state of the request, and its result.',
            content: {
              'application/json': { schema: jobSchema },
              'text/event-stream': { schema: z.string() },
            },
          },
          default: problem,
        },
      },
    },
    async (request, reply) => {
      if (acceptsEvents(request.headers.accept)) await streamJob(reply, context)
      else
        await sendWithinDeadline(reply, context.deadlineMs, (deadline) => readJob(reply, context, deadline))
      return reply
    },
  )
  app.delete(
    '/api/v1/jobs/:id',
    {
      onRequest: authenticate,
      schema: {
        ...about,
        summary: 'Cancel a queued request, or delete its result',
        response: {
          204: z.null().describe('The request is cancelled, or its result is deleted.'),
          default: problem,
        },
      },
    },
    async (request, reply) => {
      const { id, jobs, record } = await findJob(request, context)
      await withQueue(() => jobs.cancel(id, record))
      // The key of a cancelled request can be used again, also for another request.
      if (record.binding !== undefined) await context.idempotency.unbind(record.binding)
      return reply.code(204).send()
    },
  )
}

/** The id of the token that owns a queued request. It is stored encrypted, so it must not depend on the secret. */
export function hashOwner(request: FastifyRequest): string {
  return createHash('sha256').update(request.hostToken).digest('base64url')
}

/** The response body for a queued request. */
export function jobDocument(
  id: string,
  { state, progress, text, problem }: JobRecord,
  requestId: string,
): JobDocument {
  const { code, detail, ...rest } = problem ?? {
    code: 'internal' as const,
    detail: '',
    faults: [],
    retryAfter: null,
  }
  const options = {
    faults: rest.faults,
    ...(rest.retryAfter === null ? {} : { retryAfter: rest.retryAfter }),
  }
  return {
    id,
    state,
    progress,
    result: text === null ? null : (JSON.parse(text) as Answer),
    problem: problem && problemDocument(new Problem(code, detail, options), requestId),
  }
}

async function readJob(
  reply: FastifyReply,
  context: ServerContext,
  { signal, deadlineAt }: Deadline,
): Promise<JobDocument> {
  const { request } = reply
  const { id, record } = await findJob(request, context)
  if (record.text !== null)
    await checkAccess(context, record, { token: request.hostToken, signal, deadlineAt })
  if (record.state === 'queued' || record.state === 'running') reply.header('retry-after', 2)
  return jobDocument(id, record, request.id)
}

async function streamJob(reply: FastifyReply, context: ServerContext): Promise<void> {
  const { request } = reply
  await findJob(request, context)
  const deadline = startRequestDeadline(reply, maxStreamMs)
  const { signal, deadlineAt } = deadline
  const events = openEventStream(reply)
  try {
    let sentProgress = ''
    for (;;) {
      const { id, record } = await findJob(request, context)
      if (record.state === 'done') {
        await checkAccess(context, record, { token: request.hostToken, signal, deadlineAt })
        const answer = JSON.parse(record.text!) as Answer
        for (const entry of answer.entries.toSorted(compareImportance)) events.send('entry', entry)
        return events.send('result', answer)
      }
      if (record.state === 'cancelled') throw cancelled()
      const { problem } = jobDocument(id, record, request.id)
      if (problem) return events.send('error', problem)
      const now = JSON.stringify(record.progress)
      if (record.progress && now !== sentProgress) events.send('progress', record.progress)
      sentProgress = now
      await wait(pollMs, undefined, { signal })
    }
  } catch (error) {
    if (!deadline.isClientGone()) events.send('error', problemDocument(deadline.explain(error), request.id))
  } finally {
    events.end()
    deadline.end()
  }
}

async function findJob(
  request: FastifyRequest,
  context: ServerContext,
): Promise<{ id: string; jobs: Jobs; record: JobRecord }> {
  const { id } = request.params as { id: string }
  const { jobs } = context
  const isId = /^[\w-]{20,64}$/.test(id)
  const record = jobs && isId ? await withQueue(() => jobs.read(id)) : null
  // The response must not reveal that the request exists but belongs to another token.
  if (!jobs || !record || record.caller !== hashOwner(request)) {
    throw new Problem(
      'job_not_found',
      'This token has no queued request with this id. Results are kept for one hour; send the request again.',
    )
  }
  const isOpen = record.state === 'queued' || record.state === 'running'
  if (!isOpen || (await withQueue(() => jobs.isAlive(id)))) return { id, jobs, record }
  return { id, jobs, record: (await readIfEnded(jobs, id)) ?? lost(record) }
}

/** The record, if the request ended between reading its record and asking the queue. */
async function readIfEnded(jobs: Jobs, id: string): Promise<JobRecord | null> {
  const record = await withQueue(() => jobs.read(id))
  return record && record.state !== 'queued' && record.state !== 'running' ? record : null
}

function cancelled(): Problem {
  return new Problem(
    'job_cancelled',
    'The request was cancelled. Send it again if you still need the result.',
  )
}

function lost(record: JobRecord): JobRecord {
  const detail = 'Every worker that started this request stopped before it was done. Send it again.'
  return { ...record, state: 'failed', problem: { code: 'job_lost', detail, retryAfter: 1, faults: [] } }
}

/** Throws unless the host still lets the token read the repository and the refs of the request. */
async function checkAccess(
  context: ServerContext,
  { about }: JobRecord,
  { token, signal, deadlineAt }: Omit<Access, 'repoFullName'>,
): Promise<void> {
  const host = chooseHost(context.hosts, about.host)
  const repository = await host.open({ repoFullName: about.repoFullName, token, signal, deadlineAt })
  await repository.resolveRefs(about.fromRef, about.toRef)
}

async function withQueue<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    throw new Problem(
      'jobs_unavailable',
      'The queue is unavailable. Queued requests are not lost; try again in a few seconds.',
      { retryAfter: 5, cause: error },
    )
  }
}

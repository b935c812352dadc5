import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { answerSchema, problemSchema } from '../api/answer-schema.ts'
import { chooseHost } from '../api/choose-host.ts'
import type { Answer } from '../core/answer.ts'
import type { Deadline } from '../core/deadline.ts'
import { Problem } from '../core/errors.ts'
import type { Access } from '../core/host.ts'
import { stages } from '../core/progress.ts'
import { type JobRecord, type Jobs, jobStates } from '../state/jobs.ts'
import { takeToken } from './authenticate.ts'
import { openEventStream, wantsEvents } from './event-stream.ts'
import { problemDocument, problemType } from './problem-document.ts'
import { inTime, requestDeadline } from './request-deadline.ts'
import type { ServerContext } from './server-context.ts'

/** A queued request as its caller sees it. */
export const jobSchema = z.object({
  id: z.string(),
  state: z.enum(jobStates),
  progress: z
    .object({ stage: z.enum(stages), done: z.int(), total: z.int().nullable() })
    .loose()
    .nullable()
    .describe('While it runs: how far it is.'),
  result: answerSchema.nullable().describe('When it is done: the answer of `/api/v1/generate`.'),
  problem: problemSchema.nullable().describe('When it failed: why.'),
})

const problem = { description: 'A problem.', content: { [problemType]: { schema: problemSchema } } }
const about = {
  security: [{ hostToken: [] }],
  params: z.object({ id: z.string().describe('From the `Location` of the answer 202.') }),
}
const lookMs = 300
const longestStreamMs = 10 * 60 * 1000

/** `GET` and `DELETE /api/v1/jobs/{id}`: a request that was queued, for its own caller. */
export function addJobRoutes(app: FastifyInstance, context: ServerContext): void {
  app.get(
    '/api/v1/jobs/:id',
    {
      onRequest: takeToken,
      schema: {
        ...about,
        summary: 'A request that was queued with `Prefer: respond-async`',
        description:
          'With `Accept: text/event-stream` it answers with events: `progress` while it runs, and at last each `entry` and one `result`, or one `error`.',
        response: {
          200: {
            description: 'How far it is, and its result.',
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
      if (wantsEvents(request.headers.accept)) await streamJob(reply, context)
      else await inTime(reply, context.deadlineMs, (time) => readJob(reply, context, time))
      return reply
    },
  )
  app.delete(
    '/api/v1/jobs/:id',
    {
      onRequest: takeToken,
      schema: {
        ...about,
        summary: 'Cancels a queued request, or forgets its result',
        response: {
          204: z.null().describe('It is cancelled, or its result is forgotten.'),
          default: problem,
        },
      },
    },
    async (request, reply) => {
      const { id, jobs, record } = await findJob(request, context)
      await withQueue(() => jobs.cancel(id, record))
      return reply.code(204).send()
    },
  )
}

/** Who may ask for a queued request; kept under seal, so that it outlives a change of the operator's secret. */
export function ownerOf(request: FastifyRequest): string {
  return createHash('sha256').update(request.hostToken).digest('base64url')
}

/** A queued request as its caller sees it. */
export function showJob(id: string, { state, progress, text, problem }: JobRecord, requestId: string) {
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

async function readJob(reply: FastifyReply, context: ServerContext, time: Deadline) {
  const { request } = reply
  const { id, record } = await findJob(request, context)
  if (record.text !== null) await askHost(context, record, { token: request.hostToken, ...time })
  if (record.state === 'queued' || record.state === 'running') reply.header('retry-after', 2)
  return showJob(id, record, request.id)
}

async function streamJob(reply: FastifyReply, context: ServerContext): Promise<void> {
  const { request } = reply
  await findJob(request, context)
  const work = requestDeadline(reply, longestStreamMs)
  const events = openEventStream(reply)
  try {
    let told = ''
    for (;;) {
      const { id, record } = await findJob(request, context)
      if (record.state === 'done') {
        await askHost(context, record, { token: request.hostToken, ...work })
        const answer = JSON.parse(record.text!) as Answer
        for (const entry of answer.entries) events.send('entry', entry)
        return events.send('result', answer)
      }
      if (record.state === 'cancelled') throw cancelled()
      const { problem } = showJob(id, record, request.id)
      if (problem) return events.send('error', problem)
      const now = JSON.stringify(record.progress)
      if (record.progress && now !== told) events.send('progress', record.progress)
      told = now
      await wait(lookMs, undefined, { signal: work.signal })
    }
  } catch (error) {
    if (!work.left()) events.send('error', problemDocument(work.explain(error), request.id))
  } finally {
    events.end()
    work.end()
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
  // Whose it is must not be told from whether it is.
  if (!jobs || !record || record.caller !== ownerOf(request)) {
    throw new Problem(
      'job_not_found',
      'There is no such request of this token. Results are kept for an hour; send the request again.',
    )
  }
  const isOpen = record.state === 'queued' || record.state === 'running'
  if (!isOpen || (await withQueue(() => jobs.isAlive(id)))) return { id, jobs, record }
  return { id, jobs, record: (await endedMeanwhile(jobs, id)) ?? lost(record) }
}

/** It may have ended between the look at its record and the look at the queue. */
async function endedMeanwhile(jobs: Jobs, id: string): Promise<JobRecord | null> {
  const record = await withQueue(() => jobs.read(id))
  return record && record.state !== 'queued' && record.state !== 'running' ? record : null
}

function cancelled(): Problem {
  return new Problem(
    'job_cancelled',
    'The request was cancelled, and is not answered. Send it anew if it is wanted.',
  )
}

function lost(record: JobRecord): JobRecord {
  const detail = 'The workers that began this request all ended before it was done. Send it again.'
  return { ...record, state: 'failed', problem: { code: 'job_lost', detail, retryAfter: 1, faults: [] } }
}

/** Nothing is told unless the host still shows this repository to this token. */
async function askHost(
  context: ServerContext,
  { about }: JobRecord,
  { token, signal, deadlineAt }: Omit<Access, 'repoFullName'>,
): Promise<void> {
  const host = chooseHost(context.hosts, about.host)
  const repository = await host.open({ repoFullName: about.repoFullName, token, signal, deadlineAt })
  await repository.resolveRefs(about.fromRef, about.toRef)
}

async function withQueue<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    throw new Problem(
      'jobs_unavailable',
      'The queue cannot be reached now. What is in it is not lost; ask again in a few seconds.',
      { retryAfter: 5, cause: error },
    )
  }
}

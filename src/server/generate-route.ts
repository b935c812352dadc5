import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { answerSchema, problemSchema } from '../api/answer-schema.ts'
import { chooseHost } from '../api/choose-host.ts'
import { readRequest, requestSchema } from '../api/request.ts'
import { type AnswerRequest, answerRequest, answerRequestOnce } from '../app/answer-request.ts'
import type { Answer } from '../core/answer.ts'
import type { GenerateContext } from '../core/generate-context.ts'
import { readIdempotencyKey } from '../state/idempotency.ts'
import { callerOf, inTurn, readModelKey, takeToken } from './authenticate.ts'
import { countAnswer } from './count-answer.ts'
import { openEventStream, wantsEvents } from './event-stream.ts'
import { jobSchema } from './job-routes.ts'
import { logProblem, problemDocument, problemType, sendProblem } from './problem-document.ts'
import { prefersLater, queueRequest } from './queue-request.ts'
import { requestDeadline } from './request-deadline.ts'
import type { ServerContext } from './server-context.ts'
import { timeStages } from './time-stages.ts'

const schema = {
  summary: 'Write release notes for a range of commits',
  description:
    'With `Accept: text/event-stream` the same request answers with the events `progress`, `entry`, and at last one `result` or one `error`.',
  security: [{ hostToken: [] }],
  headers: z.object({
    'x-api-key': z.string().optional().describe("The caller's own key for the language-model gateway."),
    'idempotency-key': z
      .string()
      .optional()
      .describe('Up to 255 characters; for a day the same request under the same key is answered once.'),
    prefer: z.string().optional().describe('`respond-async` queues the request, where there is a queue.'),
    'cache-control': z.string().optional().describe('`no-cache` asks for an answer that is made anew.'),
    'x-request-id': z.string().optional().describe('`[A-Za-z0-9._-]{1,128}`; else one is made.'),
  }),
  body: requestSchema,
  response: {
    200: {
      description: 'The notes, and the fate of every commit.',
      content: {
        'application/json': { schema: answerSchema },
        'text/event-stream': { schema: z.string() },
      },
    },
    202: {
      description:
        'With `Prefer: respond-async`: the request is queued; `Location` says where to ask for it.',
      content: { 'application/json': { schema: jobSchema } },
    },
    default: { description: 'A problem.', content: { [problemType]: { schema: problemSchema } } },
  },
}

/** `POST /api/v1/generate`, as one JSON answer or as a stream of events. */
export function addGenerateRoute(app: FastifyInstance, context: ServerContext): void {
  app.post('/api/v1/generate', { schema, onRequest: takeToken }, (_request, reply) =>
    inTurn(context, reply, () => answer(reply, context)),
  )
}

async function answer(reply: FastifyReply, context: ServerContext): Promise<void> {
  const { request } = reply
  const question = readAnswerRequest(request, context)
  if (prefersLater(request)) {
    const warning = await queueRequest(reply, context, question)
    if (!warning) return
    question.warnings.push(warning)
  }
  const key = readIdempotencyKey(request.headers['idempotency-key'])
  const work = requestDeadline(reply, context.deadlineMs)
  const run = async (listener: Pick<GenerateContext, 'onProgress' | 'onEntry'>) => {
    const fresh = /\bno-cache\b/.test(String(request.headers['cache-control'] ?? ''))
    const memoize = context.memoCache.of(question.token)
    const watch = timeStages(context)
    const time = { signal: work.signal, deadlineAt: work.deadlineAt }
    const asking = { ...context, ...listener, ...time, memoize, fresh, watch }
    const keyed = key !== null && {
      key,
      caller: callerOf(context, question.token),
      workMs: 2 * context.deadlineMs,
    }
    const answer = keyed
      ? await answerRequestOnce(question, asking, keyed)
      : { ...(await answerRequest(question, asking)), again: false }
    if (answer.made) countAnswer(context.metrics, answer.made)
    context.metrics.add('notewright_answers_total', { by: answer.by })
    return answer
  }
  try {
    if (wantsEvents(request.headers.accept)) await sendEvents(reply, work, run)
    else await sendJson(reply, await run({ onProgress: () => {}, onEntry: () => {} }))
  } catch (error) {
    if (work.left()) request.log.info('the caller left')
    else if (!reply.sent) sendProblem(work.explain(error), request, reply)
  } finally {
    work.end()
  }
}

function readAnswerRequest(request: FastifyRequest, context: ServerContext): AnswerRequest {
  const { request: asked, host: hostName, warnings } = readRequest(request.body)
  const host = chooseHost(context.hosts, hostName ?? context.defaultHost)
  const modelKey = readModelKey(request)
  return {
    asked,
    host,
    token: request.hostToken,
    modelKey,
    gateway: context.gatewayFor(modelKey, asked.model),
    warnings,
  }
}

type Run = (
  listener: Pick<GenerateContext, 'onProgress' | 'onEntry'>,
) => Promise<Awaited<ReturnType<typeof answerRequestOnce>>>

const cacheStatus = {
  making: 'notewright; fwd=miss; stored',
  waiting: 'notewright; fwd=miss; collapsed',
  memory: 'notewright; hit',
}

async function sendJson(reply: FastifyReply, { text, by, again }: Awaited<ReturnType<Run>>): Promise<void> {
  reply.header('cache-status', cacheStatus[by])
  if (again) reply.header('idempotent-replayed', 'true')
  // It is JSON already; made once, it is not taken apart again for everybody who gets it.
  await reply.type('application/json; charset=utf-8').serializer(String).send(text)
}

async function sendEvents(
  reply: FastifyReply,
  work: ReturnType<typeof requestDeadline>,
  run: Run,
): Promise<void> {
  const events = openEventStream(reply)
  try {
    const { text, entriesTold } = await run({
      onProgress: (progress) => events.send('progress', progress),
      onEntry: (entry) => events.send('entry', entry),
    })
    const answer = JSON.parse(text) as Answer
    if (!entriesTold) for (const entry of answer.entries) events.send('entry', entry)
    events.send('result', answer)
  } catch (error) {
    if (work.left()) throw error
    const problem = work.explain(error)
    logProblem(problem, reply.request)
    events.send('error', problemDocument(problem, reply.request.id))
  } finally {
    events.end()
  }
}

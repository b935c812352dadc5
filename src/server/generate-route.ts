import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { answerSchema, problemSchema } from '../api/answer-schema.ts'
import { chooseHost } from '../api/choose-host.ts'
import { generateRequestSchema, parseGenerateRequest } from '../api/generate-request.ts'
import {
  type AnswerContext,
  type AnswerRequest,
  answerRequest,
  answerRequestOnce,
  type KeyedAnswer,
} from '../app/answer-request.ts'
import type { Answer } from '../core/answer.ts'
import { compareImportance } from '../core/compare-importance.ts'
import type { GenerateContext } from '../core/generate-context.ts'
import { readIdempotencyKey } from '../state/idempotency.ts'
import { authenticate, readModelKey } from './authenticate.ts'
import { countAnswer } from './count-answer.ts'
import { acceptsEvents, openEventStream } from './event-stream.ts'
import { jobSchema } from './job-routes.ts'
import { logProblem, problemDocument, problemType, sendProblem } from './problem-document.ts'
import { prefersAsync, queueRequest } from './queue-request.ts'
import { callerId, withRateLimit } from './rate-limit.ts'
import { type RequestDeadline, startRequestDeadline } from './request-deadline.ts'
import type { ServerContext } from './server-context.ts'
import { timeStages } from './time-stages.ts'

const schema = {
  summary: 'Write release notes for a range of commits',
  description:
    'With `Accept: text/event-stream`, the response is a stream of events: `progress`, `entry`, and finally one `result` or one `error`.',
  security: [{ hostToken: [] }],
  headers: z.object({
    'x-api-key': z.string().optional().describe("The client's own key for the language-model gateway."),
    'idempotency-key': z
      .string()
      .optional()
      .describe(
        'Up to 255 characters. For 24 hours, a repeated request with the same key gets the first answer again.',
      ),
    prefer: z.string().optional().describe('`respond-async` queues the request if the service has a queue.'),
    'cache-control': z.string().optional().describe('`no-cache` bypasses cached answers.'),
    'x-request-id': z
      .string()
      .optional()
      .describe('Matches `[A-Za-z0-9._-]{1,128}`; otherwise the service generates an id.'),
  }),
  body: generateRequestSchema,
  response: {
    200: {
      description: 'The notes, and the outcome of every commit.',
      content: {
        'application/json': { schema: answerSchema },
        'text/event-stream': { schema: z.string() },
      },
    },
    202: {
      description:
        'With `Prefer: respond-async`: the request is queued. `Location` is the URL of the queued request.',
      content: { 'application/json': { schema: jobSchema } },
    },
    default: { description: 'An error.', content: { [problemType]: { schema: problemSchema } } },
  },
}

/** `POST /api/v1/generate`: responds with one JSON document or with a stream of events. */
export function addGenerateRoute(app: FastifyInstance, context: ServerContext): void {
  app.post('/api/v1/generate', { schema, onRequest: authenticate }, (_request, reply) =>
    withRateLimit(context, reply, () => handle(reply, context)),
  )
}

/** Receives the progress and the entries of a generation. */
type Listener = Pick<GenerateContext, 'onProgress' | 'onEntry'>

async function handle(reply: FastifyReply, context: ServerContext): Promise<void> {
  const { request } = reply
  const parsed = readAnswerRequest(request, context)
  if (prefersAsync(request)) {
    const warning = await queueRequest(reply, context, parsed)
    if (!warning) return
    parsed.warnings.push(warning)
  }
  const key = readIdempotencyKey(request.headers['idempotency-key'])
  const deadline = startRequestDeadline(reply, context.deadlineMs)
  const generate = async (listener: Listener): Promise<KeyedAnswer> => {
    const answerContext: AnswerContext = {
      generation: {
        maxCommits: context.maxCommits,
        memoize: context.memoCache.of(parsed.token),
        signal: deadline.signal,
        deadlineAt: deadline.deadlineAt,
        stageQueue: context.stageQueue,
        runHeavy: context.pool?.run,
        onProgress: listener.onProgress,
        onEntry: listener.onEntry,
      },
      sharing: {
        flights: context.flights,
        secret: context.secret,
        watch: timeStages(context),
        fresh: /\bno-cache\b/.test(String(request.headers['cache-control'] ?? '')),
      },
    }
    const answer =
      key === null
        ? { ...(await answerRequest(parsed, answerContext)), again: false }
        : await answerRequestOnce(parsed, answerContext, {
            idempotency: context.idempotency,
            key,
            caller: callerId(context.secret, parsed.token),
            workMs: 2 * context.deadlineMs,
          })
    if (answer.made) countAnswer(context.metrics, answer.made)
    context.metrics.add('notewright_answers_total', { by: answer.by })
    return answer
  }
  try {
    if (acceptsEvents(request.headers.accept)) await sendEvents(reply, deadline, generate)
    else await sendJson(reply, await generate({ onProgress: () => {}, onEntry: () => {} }))
  } catch (error) {
    if (deadline.isClientGone()) request.log.info('the client closed the connection')
    else if (!reply.sent) sendProblem(deadline.explain(error), request, reply)
  } finally {
    deadline.end()
  }
}

function readAnswerRequest(request: FastifyRequest, context: ServerContext): AnswerRequest {
  const { request: generateRequest, host: hostName, warnings } = parseGenerateRequest(request.body)
  const host = chooseHost(context.hosts, hostName ?? context.defaultHost)
  const modelKey = readModelKey(request)
  return {
    request: generateRequest,
    host,
    token: request.hostToken,
    modelKey,
    gateway: context.gatewayFor(modelKey, generateRequest.model),
    warnings,
  }
}

const cacheStatus = {
  making: 'notewright; fwd=miss; stored',
  waiting: 'notewright; fwd=miss; collapsed',
  memory: 'notewright; hit',
}

async function sendJson(reply: FastifyReply, { text, by, again }: KeyedAnswer): Promise<void> {
  reply.header('cache-status', cacheStatus[by])
  if (again) reply.header('idempotent-replayed', 'true')
  // The text is JSON already; it is not parsed again for each client.
  await reply.type('application/json; charset=utf-8').serializer(String).send(text)
}

async function sendEvents(
  reply: FastifyReply,
  deadline: RequestDeadline,
  generate: (listener: Listener) => Promise<KeyedAnswer>,
): Promise<void> {
  const events = openEventStream(reply)
  try {
    const { text, entriesSent } = await generate({
      onProgress: (progress) => events.send('progress', progress),
      onEntry: (entry) => events.send('entry', entry),
    })
    const answer = JSON.parse(text) as Answer
    if (!entriesSent)
      for (const entry of answer.entries.toSorted(compareImportance)) events.send('entry', entry)
    events.send('result', answer)
  } catch (error) {
    if (deadline.isClientGone()) throw error
    const problem = deadline.explain(error)
    logProblem(problem, reply.request)
    events.send('error', problemDocument(problem, reply.request.id))
  } finally {
    events.end()
  }
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { generate } from '../../generate.ts'
import type { Answer, Entry, Progress } from '../../types.ts'
import { answerSchema, problemSchema } from '../answer-schema.ts'
import { chooseHost } from '../choose-host.ts'
import { readRequest, requestSchema } from '../request.ts'
import { inTurn, readModelKey, takeToken } from './admit.ts'
import { countAnswer } from './count-answer.ts'
import { openEventStream, wantsEvents } from './event-stream.ts'
import { leaveOrLate } from './leave-or-late.ts'
import { logProblem, problemDocument, problemType, sendProblem } from './problem-document.ts'
import type { ServiceWorld } from './world.ts'

const schema = {
  summary: 'Write release notes for a range of commits',
  description:
    'With `Accept: text/event-stream` the same request answers with the events `progress`, `entry`, and at last one `result` or one `error`.',
  security: [{ hostToken: [] }],
  headers: z.object({
    'x-api-key': z.string().optional().describe("The caller's own key for the language-model gateway."),
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
    default: { description: 'A problem.', content: { [problemType]: { schema: problemSchema } } },
  },
}

/** `POST /api/v1/generate`, as one JSON answer or as a stream of events. */
export function addGenerateRoute(app: FastifyInstance, world: ServiceWorld): void {
  app.post('/api/v1/generate', { schema, onRequest: takeToken }, (request, reply) =>
    inTurn(world, request, reply, () => answer(request, reply, world)),
  )
}

async function answer(request: FastifyRequest, reply: FastifyReply, world: ServiceWorld): Promise<void> {
  const { request: asked, host: hostName, warnings } = readRequest(request.body)
  const host = chooseHost(world.hosts, hostName ?? world.defaultHost)
  const gateway = world.gatewayFor(readModelKey(request), asked.model)
  const work = leaveOrLate(reply, world.deadlineMs)
  const run = async (listener: {
    onProgress: (progress: Progress) => void
    onEntry: (entry: Entry) => void
  }) => {
    const { maxCommits } = world
    const token = request.hostToken
    const made = await generate(asked, {
      host,
      token,
      gateway,
      remember: world.remembered.of(token),
      maxCommits,
      signal: work.signal,
      deadlineAt: work.deadlineAt,
      ...listener,
    })
    countAnswer(world.counters, made)
    return { ...made, warnings: [...warnings, ...headerWarnings(request), ...made.warnings] } satisfies Answer
  }
  try {
    if (!wantsEvents(request.headers.accept)) {
      await reply.send(await run({ onProgress: () => {}, onEntry: () => {} }))
      return
    }
    const events = openEventStream(reply)
    try {
      events.send(
        'result',
        await run({
          onProgress: (progress) => events.send('progress', progress),
          onEntry: (entry) => events.send('entry', entry),
        }),
      )
    } catch (error) {
      if (work.left()) throw error
      const problem = work.explain(error)
      logProblem(problem, request)
      events.send('error', problemDocument(problem, request.id))
    } finally {
      events.end()
    }
  } catch (error) {
    if (work.left()) request.log.info('the caller left')
    else if (!reply.sent) sendProblem(work.explain(error), request, reply)
  } finally {
    work.end()
  }
}

function headerWarnings(request: FastifyRequest) {
  if (!/\brespond-async\b/.test(String(request.headers.prefer ?? ''))) return []
  return [
    {
      code: 'prefer-not-applied',
      detail:
        'Prefer: respond-async needs a queue, which this service does not have: this is the whole answer.',
    },
  ]
}

import { createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { asProblem, Problem } from '../../errors.ts'
import { generate } from '../../generate.ts'
import type { CallerLimits } from '../../state/caller-limits.ts'
import type { Answer, Entry, Host, Progress } from '../../types.ts'
import { answerSchema, problemSchema } from '../answer-schema.ts'
import { chooseHost } from '../choose-host.ts'
import { readRequest, requestSchema } from '../request.ts'
import { openEventStream, wantsEvents } from './event-stream.ts'
import { logProblem, problemDocument, problemType, sendProblem } from './problem-document.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's token for the repository's host. */
    hostToken: string
  }
}

/** What the route needs from outside. */
export interface GenerateWorld {
  hosts: Map<string, Host>
  defaultHost: string
  limits: CallerLimits
  requestsPerMinute: number
  maxCommits: number
  deadlineMs: number
  /** Keys the hash under which a caller is counted. */
  secret: string
}

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
export function addGenerateRoute(app: FastifyInstance, world: GenerateWorld): void {
  app.decorateRequest('hostToken', '')
  const onRequest = async (request: FastifyRequest) => {
    request.hostToken = readToken(request)
  }
  app.post('/api/v1/generate', { schema, onRequest }, async (request, reply) => {
    const token = request.hostToken
    const caller = createHmac('sha256', world.secret).update(token).digest('base64url')
    takePlace(world, caller, reply)
    try {
      await answer(request, reply, { ...world, token })
    } finally {
      world.limits.leave(caller)
    }
    return reply
  })
}

function readToken(request: FastifyRequest): string {
  const found = /^Bearer +([\x21-\x7e]{1,4096})$/i.exec(request.headers.authorization ?? '')
  if (found) return found[1]!
  throw new Problem(
    'token_missing',
    `${request.headers.authorization === undefined ? 'The request has no Authorization header' : 'The Authorization header is not of the form "Bearer <token>"'}. Send a personal access token of the repository's host as Authorization: Bearer <token>.`,
  )
}

function takePlace({ limits, requestsPerMinute }: GenerateWorld, caller: string, reply: FastifyReply): void {
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

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  world: GenerateWorld & { token: string },
) {
  const { request: asked, host: hostName, warnings } = readRequest(request.body)
  const host = chooseHost(world.hosts, hostName ?? world.defaultHost)
  const work = leaveOrLate(reply, world.deadlineMs)
  const run = async (listener: {
    onProgress: (progress: Progress) => void
    onEntry: (entry: Entry) => void
  }) => {
    const { token, maxCommits } = world
    const hasModelKey = request.headers['x-api-key'] !== undefined
    const made = await generate(asked, {
      host,
      token,
      hasModelKey,
      maxCommits,
      signal: work.signal,
      deadlineAt: work.deadlineAt,
      ...listener,
    })
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

/** A signal that ends the work when the caller leaves or the deadline passes. */
function leaveOrLate(reply: FastifyReply, deadlineMs: number) {
  const left = new AbortController()
  const onClose = () => left.abort(new Error('the caller left'))
  reply.raw.once('close', onClose)
  const deadline = AbortSignal.timeout(deadlineMs)
  return {
    signal: AbortSignal.any([left.signal, deadline]),
    deadlineAt: Date.now() + deadlineMs,
    left: () => left.signal.aborted,
    end: () => reply.raw.off('close', onClose),
    explain: (error: unknown) => {
      if (error instanceof Problem || !deadline.aborted) return asProblem(error)
      return new Problem(
        'deadline_exceeded',
        `The notes were not ready after ${deadlineMs} ms. Ask for a smaller range, or try again later.`,
        { cause: error },
      )
    },
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

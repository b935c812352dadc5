import type { FastifyInstance } from 'fastify'
import { changesSchema, problemSchema } from '../api/answer-schema.ts'
import { chooseHost } from '../api/choose-host.ts'
import { generateRequestSchema, parseGenerateRequest } from '../api/generate-request.ts'
import { listChanges } from '../app/list-changes.ts'
import { authenticate, readModelKey } from './authenticate.ts'
import { problemType } from './problem-document.ts'
import { withRateLimit } from './rate-limit.ts'
import { sendWithinDeadline } from './request-deadline.ts'
import type { ServerContext } from './server-context.ts'

const schema = {
  summary: 'List the changes of a range without writing notes',
  description:
    'Takes the same request as `/api/v1/generate` and returns the evidence: each change with its commits, pull requests, category and reasons, every excluded commit with its reason, and the estimated usage if a language model writes the entries. Never calls a model.',
  security: [{ hostToken: [] }],
  body: generateRequestSchema,
  response: {
    200: {
      description: 'The changes, and every excluded commit with its reason.',
      content: { 'application/json': { schema: changesSchema } },
    },
    default: { description: 'An error.', content: { [problemType]: { schema: problemSchema } } },
  },
}

/** `POST /api/v1/changes`: returns the evidence of a range. */
export function addChangesRoute(app: FastifyInstance, context: ServerContext): void {
  app.post('/api/v1/changes', { schema, onRequest: authenticate }, (request, reply) =>
    withRateLimit(context, reply, async () => {
      const { request: generateRequest, host: hostName, warnings } = parseGenerateRequest(request.body)
      const host = chooseHost(context.hosts, hostName ?? context.defaultHost)
      const gateway = context.gatewayFor(readModelKey(request), generateRequest.model) ?? {
        model: generateRequest.model ?? context.model,
        price: async () => null,
        ...(context.check === undefined ? {} : { check: context.check }),
      }
      await sendWithinDeadline(reply, context.deadlineMs, async ({ signal, deadlineAt }) => {
        const answer = await listChanges(generateRequest, {
          host,
          token: request.hostToken,
          gateway,
          memoize: context.memoCache.of(request.hostToken),
          maxCommits: context.maxCommits,
          signal,
          deadlineAt,
          stageQueue: context.stageQueue,
          runHeavy: context.pool?.run,
          onProgress: () => {},
        })
        return { ...answer, warnings: [...warnings, ...answer.warnings] }
      })
    }),
  )
}

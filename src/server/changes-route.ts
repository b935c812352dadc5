import type { FastifyInstance } from 'fastify'
import { changesSchema, problemSchema } from '../api/answer-schema.ts'
import { chooseHost } from '../api/choose-host.ts'
import { readRequest, requestSchema } from '../api/request.ts'
import { listChanges } from '../app/list-changes.ts'
import { inTurn, readModelKey, takeToken } from './authenticate.ts'
import { problemType } from './problem-document.ts'
import { inTime } from './request-deadline.ts'
import type { ServerContext } from './server-context.ts'

const schema = {
  summary: 'The changes of a range, without words for them',
  description:
    'Takes the request of `/api/v1/generate` and answers with its evidence: each change with its commits, pull requests, category and reasons, the fate of every other commit, and what asking a language model for the words would take. Never asks one.',
  security: [{ hostToken: [] }],
  body: requestSchema,
  response: {
    200: {
      description: 'The changes, and the fate of every other commit.',
      content: { 'application/json': { schema: changesSchema } },
    },
    default: { description: 'A problem.', content: { [problemType]: { schema: problemSchema } } },
  },
}

/** `POST /api/v1/changes`: the evidence of a range. */
export function addChangesRoute(app: FastifyInstance, context: ServerContext): void {
  app.post('/api/v1/changes', { schema, onRequest: takeToken }, (request, reply) =>
    inTurn(context, reply, async () => {
      const { request: asked, host: hostName, warnings } = readRequest(request.body)
      const host = chooseHost(context.hosts, hostName ?? context.defaultHost)
      const priced = context.gatewayFor(readModelKey(request), asked.model) ?? {
        model: asked.model ?? context.model,
        price: async () => null,
      }
      await inTime(reply, context.deadlineMs, async ({ signal, deadlineAt }) => {
        const answer = await listChanges(asked, {
          host,
          token: request.hostToken,
          gateway: priced,
          memoize: context.memoCache.of(request.hostToken),
          maxCommits: context.maxCommits,
          signal,
          deadlineAt,
          onProgress: () => {},
        })
        return { ...answer, warnings: [...warnings, ...answer.warnings] }
      })
    }),
  )
}

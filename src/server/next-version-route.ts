import type { FastifyInstance } from 'fastify'
import { nextVersionSchema, problemSchema } from '../api/answer-schema.ts'
import { chooseHost } from '../api/choose-host.ts'
import { generateRequestSchema, parseGenerateRequest } from '../api/generate-request.ts'
import { findNextVersion } from '../app/next-version.ts'
import { authenticate } from './authenticate.ts'
import { problemType } from './problem-document.ts'
import { withRateLimit } from './rate-limit.ts'
import { sendWithinDeadline } from './request-deadline.ts'
import type { ServerContext } from './server-context.ts'

const schema = {
  summary: 'Propose the next version',
  description:
    'Takes the same request as `/api/v1/generate`, of which only the repository, `toRef`, `channel`, `date`, `paths` and `audience` matter, and returns the version that the changes since the last release call for, with the changes that decide it.',
  security: [{ hostToken: [] }],
  body: generateRequestSchema,
  response: {
    200: {
      description: 'The next version; its `version` is null if there is nothing to release.',
      content: { 'application/json': { schema: nextVersionSchema } },
    },
    default: { description: 'An error.', content: { [problemType]: { schema: problemSchema } } },
  },
}

/** `POST /api/v1/next-version`: returns the version that the next release should have. */
export function addNextVersionRoute(app: FastifyInstance, context: ServerContext): void {
  app.post('/api/v1/next-version', { schema, onRequest: authenticate }, (request, reply) =>
    withRateLimit(context, reply, async () => {
      const { request: asked, host: hostName, warnings } = parseGenerateRequest(request.body)
      const host = chooseHost(context.hosts, hostName ?? context.defaultHost)
      await sendWithinDeadline(reply, context.deadlineMs, async ({ signal, deadlineAt }) => {
        const answer = await findNextVersion(asked, {
          host,
          token: request.hostToken,
          memoize: context.memoCache.of(request.hostToken),
          maxCommits: context.maxCommits,
          signal,
          deadlineAt,
          stageQueue: context.stageQueue,
          runHeavy: context.pool?.run,
          onProgress: () => {},
        })
        return { success: true, ...answer, warnings: [...warnings, ...answer.warnings] }
      })
    }),
  )
}

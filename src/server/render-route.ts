import type { FastifyInstance } from 'fastify'
import { problemSchema, renderedSchema } from '../api/answer-schema.ts'
import { chooseHost } from '../api/choose-host.ts'
import { notesRequestSchema, parseNotesRequest } from '../api/notes-request.ts'
import { renderNotes } from '../app/render-notes.ts'
import { authenticate } from './authenticate.ts'
import { countAnswer } from './count-answer.ts'
import { problemType } from './problem-document.ts'
import { withRateLimit } from './rate-limit.ts'
import { sendWithinDeadline } from './request-deadline.ts'
import type { ServerContext } from './server-context.ts'

/** The body limit for notes: those of a large range are longer than any other request. */
export const notesBodyLimit = 1024 * 1024

const schema = {
  summary: 'Check and render notes that you wrote',
  description:
    'Checks entries that a person or an agent wrote against the range: every change is included once or excluded with a reason, every statement of an agent is supported by the commits that it cites, and no text contains active content. Notes that pass are rendered in the requested format; `advice` lists statements that the commits may not support. Otherwise the response is 422, and `errors` lists each fault with its entry and how to fix it. Never calls a model.',
  security: [{ hostToken: [] }],
  body: notesRequestSchema,
  response: {
    200: {
      description: 'The notes, and the outcome of every commit.',
      content: { 'application/json': { schema: renderedSchema } },
    },
    default: { description: 'An error.', content: { [problemType]: { schema: problemSchema } } },
  },
}

/** `POST /api/v1/render`: checks and renders notes that a person or an agent wrote. */
export function addRenderRoute(app: FastifyInstance, context: ServerContext): void {
  app.post(
    '/api/v1/render',
    { schema, onRequest: authenticate, bodyLimit: notesBodyLimit },
    (request, reply) =>
      withRateLimit(context, reply, async () => {
        const { request: notes, host: hostName, warnings } = parseNotesRequest(request.body)
        const host = chooseHost(context.hosts, hostName ?? context.defaultHost)
        await sendWithinDeadline(reply, context.deadlineMs, async ({ signal, deadlineAt }) => {
          const answer = await renderNotes(notes, {
            host,
            token: request.hostToken,
            maxCommits: context.maxCommits,
            memoize: context.memoCache.of(request.hostToken),
            signal,
            deadlineAt,
            stageQueue: context.stageQueue,
            runHeavy: context.pool?.run,
            onProgress: () => {},
          })
          countAnswer(context.metrics, answer)
          return { ...answer, warnings: [...warnings, ...answer.warnings] }
        })
      }),
  )
}

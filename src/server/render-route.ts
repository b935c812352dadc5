import type { FastifyInstance } from 'fastify'
import { answerSchema, problemSchema } from '../api/answer-schema.ts'
import { chooseHost } from '../api/choose-host.ts'
import { notesSchema, readNotes } from '../api/notes-request.ts'
import { renderNotes } from '../app/render-notes.ts'
import { inTurn, takeToken } from './authenticate.ts'
import { countAnswer } from './count-answer.ts'
import { problemType } from './problem-document.ts'
import { inTime } from './request-deadline.ts'
import type { ServerContext } from './server-context.ts'

/** The notes of a large range are longer than any other request. */
export const notesBytes = 1024 * 1024

const schema = {
  summary: 'Check and lay out notes that somebody wrote',
  description:
    'Takes the entries of a person or an agent and holds them against the range: every change is told once or left out with a reason, every claim stands in the commits it cites, no text acts when it is shown. What passes is laid out in the asked format; what does not is answered with 422, and `errors` lists each fault with its entry and what to do. Never asks a language model.',
  security: [{ hostToken: [] }],
  body: notesSchema,
  response: {
    200: {
      description: 'The notes, and the fate of every commit.',
      content: { 'application/json': { schema: answerSchema } },
    },
    default: { description: 'A problem.', content: { [problemType]: { schema: problemSchema } } },
  },
}

/** `POST /api/v1/render`: somebody's own notes, checked and laid out. */
export function addRenderRoute(app: FastifyInstance, context: ServerContext): void {
  app.post('/api/v1/render', { schema, onRequest: takeToken, bodyLimit: notesBytes }, (request, reply) =>
    inTurn(context, reply, async () => {
      const { request: notes, host: hostName, warnings } = readNotes(request.body)
      const host = chooseHost(context.hosts, hostName ?? context.defaultHost)
      await inTime(reply, context.deadlineMs, async ({ signal, deadlineAt }) => {
        const { maxCommits } = context
        const token = request.hostToken
        const memoize = context.memoCache.of(token)
        const asked = { host, token, maxCommits, signal, deadlineAt, onProgress: () => {}, memoize }
        const answer = await renderNotes(notes, asked)
        countAnswer(context.metrics, answer)
        return { ...answer, warnings: [...warnings, ...answer.warnings] }
      })
    }),
  )
}

import type { FastifyInstance } from 'fastify'
import { problemSchema } from '../api/answer-schema.ts'
import { chooseHost } from '../api/choose-host.ts'
import { diagnosisSchema, doctorRequestSchema, parseDoctorRequest } from '../api/doctor-request.ts'
import { diagnoseHost } from '../app/diagnose-host.ts'
import { authenticate } from './authenticate.ts'
import { problemType } from './problem-document.ts'
import { withRateLimit } from './rate-limit.ts'
import { sendWithinDeadline } from './request-deadline.ts'
import type { ServerContext } from './server-context.ts'

const schema = {
  summary: 'Check a host, a token and a repository',
  description:
    'Reads what notes need, step by step, and reports what works, what is missing and how to fix it, with the requests to the host, their status, time and size. Nothing is written, and no secret is returned. The answer is 200 even if a step fails: see `ok`.',
  security: [{ hostToken: [] }],
  body: doctorRequestSchema,
  response: {
    200: {
      description: 'The steps and their results.',
      content: { 'application/json': { schema: diagnosisSchema } },
    },
    default: { description: 'An error.', content: { [problemType]: { schema: problemSchema } } },
  },
}

/** `POST /api/v1/doctor`: checks whether notes can be generated with this token. */
export function addDoctorRoute(app: FastifyInstance, context: ServerContext): void {
  app.post('/api/v1/doctor', { schema, onRequest: authenticate }, (request, reply) =>
    withRateLimit(context, reply, async () => {
      const { host: hostName, repoFullName } = parseDoctorRequest(request.body)
      const host = chooseHost(context.hosts, hostName ?? context.defaultHost)
      await sendWithinDeadline(reply, context.deadlineMs, async ({ signal, deadlineAt }) => ({
        success: true,
        ...(await diagnoseHost(host, { repoFullName, token: request.hostToken, signal, deadlineAt })),
      }))
    }),
  )
}

import type { FastifyInstance } from 'fastify'
import { problemSchema, publishedSchema } from '../api/answer-schema.ts'
import { chooseHost } from '../api/choose-host.ts'
import { readRelease, releaseSchema } from '../api/release-request.ts'
import { proposeChangelog, publishRelease } from '../app/publish-release.ts'
import { inTurn, takeToken } from './authenticate.ts'
import { problemType } from './problem-document.ts'
import { inTime } from './request-deadline.ts'
import type { ServerContext } from './server-context.ts'

// The longest text of a release, in the most bytes that JSON can make of it.
const bodyBytes = 1024 * 1024

const schema = {
  summary: 'Publish notes as a draft release or as a pull request',
  description:
    "With the caller's token, which must be allowed to write. A release stays a draft unless `publish` is true. Asking again adds only what is new and keeps what somebody wrote since.",
  security: [{ hostToken: [] }],
  body: releaseSchema,
  response: {
    200: {
      description: 'Where the release or the pull request is, and what was done.',
      content: { 'application/json': { schema: publishedSchema } },
    },
    default: { description: 'A problem.', content: { [problemType]: { schema: problemSchema } } },
  },
}

/** `POST /api/v1/releases`: notes that somebody has read become a release or a pull request. */
export function addReleaseRoute(app: FastifyInstance, context: ServerContext): void {
  app.post('/api/v1/releases', { schema, bodyLimit: bodyBytes, onRequest: takeToken }, (request, reply) =>
    inTurn(context, reply, async () => {
      const { kind, host: hostName, repoFullName, ...wish } = readRelease(request.body)
      const host = chooseHost(context.hosts, hostName ?? context.defaultHost)
      await inTime(reply, context.deadlineMs, async ({ signal, deadlineAt }) => {
        const access = { repoFullName, token: request.hostToken, signal, deadlineAt }
        const { name = null, target = null, base = null, ...rest } = wish
        const published =
          kind === 'release'
            ? await publishRelease(host, access, { ...rest, name, target })
            : await proposeChangelog(host, access, { ...rest, base })
        return { success: true, ...published }
      })
    }),
  )
}

import type { FastifyInstance } from 'fastify'
import { problemSchema, publishedSchema } from '../api/answer-schema.ts'
import { chooseHost } from '../api/choose-host.ts'
import { parseReleaseRequest, releaseRequestSchema } from '../api/release-request.ts'
import {
  previewProposal,
  proposeChangelog,
  proposeConfiguration,
  publishRelease,
  writeChangelogFile,
} from '../app/publish-release.ts'
import { authenticate } from './authenticate.ts'
import { problemType } from './problem-document.ts'
import { withRateLimit } from './rate-limit.ts'
import { sendWithinDeadline } from './request-deadline.ts'
import type { ServerContext } from './server-context.ts'

// The longest text of a release, when JSON escapes every character.
const bodyLimit = 1024 * 1024

const schema = {
  summary: 'Publish notes as a draft release or as a pull request',
  description:
    "Uses the client's token, which needs write access. A release is saved as a draft unless `publish` is true. A repeated request adds only new entries and keeps text that people have edited since.",
  security: [{ hostToken: [] }],
  body: releaseRequestSchema,
  response: {
    200: {
      description: 'The URL of the release or pull request, and what was done.',
      content: { 'application/json': { schema: publishedSchema } },
    },
    default: { description: 'An error.', content: { [problemType]: { schema: problemSchema } } },
  },
}

/** `POST /api/v1/releases`: publishes notes as a release or as a pull request. */
export function addReleaseRoute(app: FastifyInstance, context: ServerContext): void {
  app.post('/api/v1/releases', { schema, bodyLimit, onRequest: authenticate }, (request, reply) =>
    withRateLimit(context, reply, async () => {
      const { kind, host: hostName, repoFullName, ...rest } = parseReleaseRequest(request.body)
      const host = chooseHost(context.hosts, hostName ?? context.defaultHost)
      await sendWithinDeadline(reply, context.deadlineMs, async ({ signal, deadlineAt }) => {
        const access = { repoFullName, token: request.hostToken, signal, deadlineAt }
        const { text, tag, name = null, target = null, prerelease, publish, path, base = null } = rest
        const { makeLatest: latest, entries: sources, fromRef: since = null, config, packageName } = rest
        const selection = config === undefined ? {} : { config: { config, ...named(packageName) } }
        const publishing = {
          release: () =>
            publishRelease(host, access, { text, tag, name, target, prerelease, publish, latest, sources }),
          pull_request: () =>
            (rest.dryRun ? previewProposal : proposeChangelog)(host, access, {
              ...{ text, path, base, sources, since, title: rest.title ?? null, ...selection },
            }),
          file: () =>
            writeChangelogFile(host, access, {
              ...{ text, path, base: null, sources, since, dryRun: rest.dryRun, ...selection },
            }),
          configuration: () => proposeConfiguration(host, access, { text, path, base }),
        }
        return { success: true, ...(await publishing[kind]()) }
      })
    }),
  )
}

function named(packageName: string | undefined): { packageName?: string } {
  return packageName === undefined ? {} : { packageName }
}

import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { configCheckSchema, problemSchema } from '../api/answer-schema.ts'
import { chooseHost } from '../api/choose-host.ts'
import { configRequestSchema, parseConfigRequest } from '../api/config-request.ts'
import { configFileQuery, parseConfigFileRequest } from '../api/list-request.ts'
import { checkConfig } from '../app/check-config.ts'
import { readConfigFile } from '../app/read-config-file.ts'
import { configJsonSchema } from '../config/repository/json-schema.ts'
import { authenticate } from './authenticate.ts'
import { problemType } from './problem-document.ts'
import { withListingLimit } from './rate-limit.ts'
import { sendWithinDeadline } from './request-deadline.ts'
import type { ServerContext } from './server-context.ts'

const bodyLimit = 512 * 1024

const schema = {
  summary: 'Check a configuration file',
  description:
    'Checks the text of a `notewright.yml`: every error has a line and a column. The file is not stored.',
  security: [{ hostToken: [] }],
  body: configRequestSchema,
  response: {
    200: configCheckSchema,
    default: { description: 'An error.', content: { [problemType]: { schema: problemSchema } } },
  },
}

const fileAnswer = z
  .object({
    success: z.literal(true),
    file: z
      .object({ path: z.string(), text: z.string() })
      .nullable()
      .describe('The file as it is, also if it has errors; null if the repository has none.'),
    sha: z.string().describe('The commit that it was read from.'),
  })
  .describe('The configuration file at a commit.')

const fileSchema = {
  summary: 'Read the configuration file of a repository',
  description: 'Returns the `notewright.yml` that the notes of a ref follow.',
  security: [{ hostToken: [] }],
  querystring: configFileQuery,
  response: {
    200: fileAnswer,
    default: { description: 'An error.', content: { [problemType]: { schema: problemSchema } } },
  },
}

/** Adds the routes that check and read a configuration file, and the JSON Schema of such files. */
export function addConfigRoutes(app: FastifyInstance, context: ServerContext): void {
  app.post('/api/v1/config', { schema, onRequest: authenticate, bodyLimit }, (request, reply) =>
    withListingLimit(context, reply, async () => {
      await context.stageQueue.nextTurn()
      await reply.send(await checkConfig(parseConfigRequest(request.body)))
    }),
  )

  app.get('/api/v1/config', { schema: fileSchema, onRequest: authenticate }, (request, reply) =>
    withListingLimit(context, reply, async () => {
      const { host: hostName, repoFullName, toRef } = parseConfigFileRequest(request.query)
      const host = chooseHost(context.hosts, hostName ?? context.defaultHost)
      await sendWithinDeadline(reply, context.deadlineMs, async ({ signal, deadlineAt }) => {
        const access = { repoFullName, token: request.hostToken, signal, deadlineAt }
        return { success: true, ...(await readConfigFile(host, access, toRef)) }
      })
    }),
  )

  let text: string | null = null
  app.get('/schema/notewright.json', { schema: { hide: true } }, async (_request, reply) => {
    text ??= JSON.stringify(configJsonSchema())
    return reply.type('application/schema+json; charset=utf-8').serializer(String).send(text)
  })
}

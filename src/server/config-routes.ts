import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { fault, problemSchema } from '../api/answer-schema.ts'
import { configRequestSchema, parseConfigRequest } from '../api/config-request.ts'
import { checkConfig } from '../app/check-config.ts'
import { configJsonSchema } from '../config/repository/json-schema.ts'
import { authenticate } from './authenticate.ts'
import { problemType } from './problem-document.ts'
import { withRateLimit } from './rate-limit.ts'
import type { ServerContext } from './server-context.ts'

const bodyLimit = 512 * 1024

const answer = z
  .object({
    valid: z.boolean(),
    errors: z.array(fault).describe('What is wrong, in the order of the file.'),
    hints: z.array(fault).describe('What is legal but suspicious.'),
    effective: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('The configuration with its defaults; null if the file has an error.'),
  })
  .describe('What is known of the file.')

const schema = {
  summary: 'Check a configuration file',
  description:
    'Checks the text of a `notewright.yml`: every error has a line and a column. The file is not stored.',
  security: [{ hostToken: [] }],
  body: configRequestSchema,
  response: {
    200: answer,
    default: { description: 'An error.', content: { [problemType]: { schema: problemSchema } } },
  },
}

/** Adds the route that checks a configuration file, and the JSON Schema of such files. */
export function addConfigRoutes(app: FastifyInstance, context: ServerContext): void {
  app.post('/api/v1/config', { schema, onRequest: authenticate, bodyLimit }, (request, reply) =>
    withRateLimit(context, reply, async () => {
      await context.stageQueue.nextTurn()
      await reply.send(await checkConfig(parseConfigRequest(request.body)))
    }),
  )

  let text: string | null = null
  app.get('/schema/notewright.json', { schema: { hide: true } }, async (_request, reply) => {
    text ??= JSON.stringify(configJsonSchema())
    return reply.type('application/schema+json; charset=utf-8').serializer(String).send(text)
  })
}

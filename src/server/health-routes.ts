import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { ServerContext } from './server-context.ts'
import { watchProcess } from './watch-process.ts'

const healthy = { 200: z.object({ status: z.string() }).describe('It does.') }
const ready = {
  200: z
    .object({
      status: z.string(),
      note: z.string().optional().describe('What the operator should know although requests are taken.'),
    })
    .describe('It does.'),
}

/** `GET /livez`, `GET /readyz` and `GET /metrics`, for whoever watches the process. */
export function addHealthRoutes(app: FastifyInstance, { metrics, stateNote }: ServerContext): void {
  const lookAtProcess = watchProcess(app, metrics)
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    metrics.add('notewright_requests_total', { route, status: String(reply.statusCode) })
    metrics.time('notewright_request_seconds', { route }, reply.elapsedTime / 1000)
  })
  app.get(
    '/metrics',
    {
      schema: {
        summary: 'Metrics, as Prometheus reads them',
        response: { 200: z.string().describe('The metrics.') },
      },
    },
    (_request, reply) => {
      lookAtProcess()
      return reply.type('text/plain; version=0.0.4; charset=utf-8').serializer(String).send(metrics.print())
    },
  )
  app.get('/livez', { schema: { summary: 'Whether the process runs', response: healthy } }, async () => ({
    status: 'alive',
  }))
  // While the service drains or sheds load, the hooks before this route answer 503.
  app.get(
    '/readyz',
    { schema: { summary: 'Whether the service takes requests', response: ready } },
    async () => {
      const note = stateNote()
      return { status: 'ready', ...(note === null ? {} : { note }) }
    },
  )
}

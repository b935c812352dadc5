import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { ServerContext } from './server-context.ts'
import { watchProcess } from './watch-process.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set on routes that orchestrators and monitoring poll; load shedding and shutdown go by it. */
    probe?: 'liveness' | 'readiness' | 'metrics'
  }
}

const alive = { 200: z.object({ status: z.string() }).describe('The process is alive.') }
const ready = {
  200: z
    .object({
      status: z.string(),
      note: z.string().optional().describe('A degraded state that the operator should know of.'),
    })
    .describe('The service accepts requests.'),
}

/** `GET /livez`, `GET /readyz` and `GET /metrics`, for orchestrators and monitoring. */
export function addHealthRoutes(app: FastifyInstance, { metrics, stateNote }: ServerContext): void {
  const lookAtProcess = watchProcess(app, metrics)
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    metrics.add('notewright_requests_total', { route, status: String(reply.statusCode) })
    metrics.observe('notewright_request_seconds', { route }, reply.elapsedTime / 1000)
  })
  app.get(
    '/metrics',
    {
      config: { probe: 'metrics' },
      schema: {
        summary: 'Metrics in the Prometheus text format',
        response: { 200: z.string().describe('The metrics.') },
      },
    },
    async (_request, reply) => {
      lookAtProcess()
      const text = await metrics.print()
      return reply.type('text/plain; version=0.0.4; charset=utf-8').serializer(String).send(text)
    },
  )
  app.get(
    '/livez',
    {
      config: { probe: 'liveness' },
      schema: { summary: 'Whether the process is alive', response: alive },
    },
    async () => ({ status: 'alive' }),
  )
  // While the server shuts down or its event loop is delayed, hooks answer 503 before this route is reached.
  app.get(
    '/readyz',
    {
      config: { probe: 'readiness' },
      schema: { summary: 'Whether the service accepts requests', response: ready },
    },
    async () => {
      const note = stateNote()
      return { status: 'ready', ...(note === null ? {} : { note }) }
    },
  )
}

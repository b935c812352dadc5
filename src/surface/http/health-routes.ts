import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { ServiceWorld } from './world.ts'

const healthy = { 200: z.object({ status: z.string() }) }

/** `GET /livez`, `GET /readyz` and `GET /metrics`, for whoever watches the process. */
export function addHealthRoutes(app: FastifyInstance, { counters }: ServiceWorld): void {
  let inFlight = 0
  app.addHook('onRequest', async (_request, reply) => {
    inFlight += 1
    // Also when the caller leaves before the answer.
    reply.raw.once('close', () => {
      inFlight -= 1
    })
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    counters.add('notewright_requests_total', { route, status: String(reply.statusCode) })
  })
  app.get(
    '/metrics',
    { schema: { summary: 'Counters, as Prometheus reads them', response: { 200: z.string() } } },
    (_request, reply) =>
      reply
        .type('text/plain; version=0.0.4; charset=utf-8')
        .serializer(String)
        .send(`${counters.print()}${inFlightLines(inFlight - 1)}`),
  )
  app.get('/livez', { schema: { summary: 'Whether the process runs', response: healthy } }, async () => ({
    status: 'alive',
  }))
  // While the service drains or sheds load, the hooks before this route answer 503.
  app.get(
    '/readyz',
    { schema: { summary: 'Whether the service takes requests', response: healthy } },
    async () => ({
      status: 'ready',
    }),
  )
}

/** What autoscalers go by; the request that asks is not counted. */
function inFlightLines(count: number): string {
  return `# TYPE notewright_requests_in_flight gauge\nnotewright_requests_in_flight ${count}\n`
}

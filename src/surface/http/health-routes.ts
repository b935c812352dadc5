import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

const healthy = { 200: z.object({ status: z.string() }) }

/** `GET /livez` and `GET /readyz`, for whoever watches the process. */
export function addHealthRoutes(app: FastifyInstance): void {
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

import type { FastifyInstance } from 'fastify'

const allowedHeaders =
  'authorization, content-type, x-api-key, x-request-id, idempotency-key, prefer, cache-control'
const exposedHeaders =
  'x-request-id, ratelimit, ratelimit-policy, retry-after, location, cache-status, preference-applied, idempotent-replayed'

/** Allows pages of the given origins to call the API from a browser; without origins, CORS stays disabled. */
export function addCors(app: FastifyInstance, origins: string[]): void {
  if (origins.length === 0) return
  const allowed = new Set(origins)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('vary', 'origin')
    const { origin } = request.headers
    if (origin === undefined || !allowed.has(origin)) return
    reply.header('access-control-allow-origin', origin)
    reply.header('access-control-expose-headers', exposedHeaders)
    // Helmet's default, same-origin, would block these pages.
    reply.header('cross-origin-resource-policy', 'cross-origin')
  })
  app.options('/api/v1/*', { schema: { hide: true } }, async (request, reply) => {
    if (allowed.has(request.headers.origin ?? '')) {
      reply.header('access-control-allow-methods', 'GET, POST, DELETE')
      reply.header('access-control-allow-headers', allowedHeaders)
      reply.header('access-control-max-age', '600')
    }
    return reply.code(204).send()
  })
}

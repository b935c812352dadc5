import type { FastifyInstance } from 'fastify'

const askedHeaders =
  'authorization, content-type, x-api-key, x-request-id, idempotency-key, prefer, cache-control'
const shownHeaders =
  'x-request-id, ratelimit, ratelimit-policy, retry-after, location, cache-status, preference-applied, idempotent-replayed'

/** Lets pages of the operator's chosen origins call the service from a browser; by default none may. */
export function allowOrigins(app: FastifyInstance, origins: string[]): void {
  if (origins.length === 0) return
  const allowed = new Set(origins)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('vary', 'origin')
    const { origin } = request.headers
    if (origin === undefined || !allowed.has(origin)) return
    reply.header('access-control-allow-origin', origin)
    reply.header('access-control-expose-headers', shownHeaders)
    // The service is not for pages of its own origin alone any more; helmet's default says it is.
    reply.header('cross-origin-resource-policy', 'cross-origin')
  })
  app.options('/api/v1/*', { schema: { hide: true } }, async (request, reply) => {
    if (allowed.has(request.headers.origin ?? '')) {
      reply.header('access-control-allow-methods', 'GET, POST, DELETE')
      reply.header('access-control-allow-headers', askedHeaders)
      reply.header('access-control-max-age', '600')
    }
    return reply.code(204).send()
  })
}

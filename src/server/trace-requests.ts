import type { FastifyInstance } from 'fastify'
import type { Span, Traces } from '../observability/traces.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The span of this request; null if tracing is disabled. */
    span: Span | null
  }
}

/** Starts a span for every request; the work for the request becomes its children. */
export function traceRequests(app: FastifyInstance, traces: Traces): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { traceparent } = request.headers
    const { method } = request
    request.span = traces.begin({
      name: method,
      kind: 'server',
      attributes: { 'http.request.method': method },
      traceparent: typeof traceparent === 'string' ? traceparent : undefined,
    })
    traces.within(request.span, done)
  })
  // The body is read in the socket's async context, so the request's context is restored here.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.span) traces.within(request.span, done)
    else done()
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    const status = reply.statusCode
    request.span?.end({
      name: `${request.method} ${route}`,
      failed: status >= 500,
      attributes: { 'http.route': route, 'http.response.status_code': status },
    })
  })
}

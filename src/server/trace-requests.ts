import type { FastifyInstance } from 'fastify'
import type { Span, Traces } from '../observability/traces.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The span of this request, where requests are followed. */
    span: Span | null
  }
}

/** Follows every request with a span; what is done for it becomes its children. */
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
  // The body comes from the socket, which knows nothing of the request: the way back into the span is here.
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

import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Metrics } from '../observability/metrics.ts'
import type { ServerContext } from './server-context.ts'

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
  const measureProcess = watchProcess(app, metrics)
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
      measureProcess()
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

const windowMs = 10_000
const pastWindows = 5

/** Measures memory and event-loop delay; the function that it returns sets the gauges to the current values. */
function watchProcess(app: FastifyInstance, metrics: Metrics): () => void {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  let past: number[] = []
  // A timer starts each window, not a scrape: two scrapers must see the same values.
  const timer = setInterval(() => {
    past = [...past, delay.percentile(99)].slice(-pastWindows)
    delay.reset()
  }, windowMs)
  timer.unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    delay.disable()
  })
  return () => {
    const slowest = Math.max(delay.percentile(99), ...past)
    metrics.set('notewright_event_loop_delay_seconds', { quantile: '0.99' }, slowest / 1e9)
    metrics.set('notewright_memory_bytes', {}, process.memoryUsage.rss())
  }
}

import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../observability/metrics.ts'

/** Measures the process itself; each look tells of the time since the look before. */
export function watchProcess(app: FastifyInstance, metrics: Metrics): () => void {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  app.addHook('onClose', async () => void delay.disable())
  return () => {
    metrics.set('notewright_event_loop_delay_seconds', { quantile: '0.99' }, delay.percentile(99) / 1e9)
    metrics.set('notewright_memory_bytes', {}, process.memoryUsage.rss())
    delay.reset()
  }
}

import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../observability/metrics.ts'

const windowMs = 10_000
const pastWindows = 5

/** Measures memory and event-loop delay; the function that it returns sets the gauges to the current values. */
export function watchProcess(app: FastifyInstance, metrics: Metrics): () => void {
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

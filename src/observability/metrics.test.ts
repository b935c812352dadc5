import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Metrics, metricNames } from './metrics.ts'

test('metrics are printed in the text format of Prometheus', async () => {
  const metrics = new Metrics()
  metrics.add('notewright_requests_total', { route: '/livez', status: '200' })
  metrics.add('notewright_requests_total', { route: '/livez', status: '200' })
  metrics.add('notewright_fallback_entries_total', { reason: 'a"b\nc' }, 3)
  expect(await metrics.print()).toBe(`# HELP notewright_requests_total Requests answered, by route and status.
# TYPE notewright_requests_total counter
notewright_requests_total{route="/livez",status="200"} 2

# HELP notewright_fallback_entries_total Entries that the rules wrote in the model's place, by reason.
# TYPE notewright_fallback_entries_total counter
notewright_fallback_entries_total{reason="a\\"b\\nc"} 3
`)
})

test('gauges and histograms are printed', async () => {
  const metrics = new Metrics()
  metrics.set('notewright_redis_lost', {}, 1)
  metrics.set('notewright_redis_lost', {}, 0)
  metrics.observe('notewright_stage_seconds', { stage: 'write' }, 0.02)
  metrics.observe('notewright_stage_seconds', { stage: 'write' }, 500)
  const lines = (await metrics.print()).split('\n')
  expect(lines).toContain('notewright_redis_lost 0')
  expect(lines).toContain('# TYPE notewright_stage_seconds histogram')
  expect(lines).toContain('notewright_stage_seconds_bucket{le="0.01",stage="write"} 0')
  expect(lines).toContain('notewright_stage_seconds_bucket{le="0.025",stage="write"} 1')
  expect(lines).toContain('notewright_stage_seconds_bucket{le="120",stage="write"} 1')
  expect(lines).toContain('notewright_stage_seconds_bucket{le="+Inf",stage="write"} 2')
  expect(lines).toContain('notewright_stage_seconds_sum{stage="write"} 500.02')
})

test('the dashboard queries only metrics that exist', () => {
  const file = new URL('../../deploy/grafana-dashboard.json', import.meta.url)
  const queried = readFileSync(file, 'utf8').match(/notewright_\w+/g) ?? []
  const names = new Set(queried.map((name) => name.replace(/_bucket$/, '')))
  expect(names.size).toBeGreaterThan(10)
  for (const name of names) expect(metricNames).toContain(name)
})

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Metrics, metricNames } from './metrics.ts'

test('metrics are printed as Prometheus reads them', () => {
  const metrics = new Metrics()
  metrics.add('notewright_requests_total', { route: '/livez', status: '200' })
  metrics.add('notewright_requests_total', { route: '/livez', status: '200' })
  metrics.add('notewright_fallback_entries_total', { reason: 'a"b\nc' }, 3)
  expect(metrics.print()).toBe(`# HELP notewright_requests_total Requests answered, by route and status.
# TYPE notewright_requests_total counter
notewright_requests_total{route="/livez",status="200"} 2
# HELP notewright_fallback_entries_total Entries that the rules wrote in the model's place, by reason.
# TYPE notewright_fallback_entries_total counter
notewright_fallback_entries_total{reason="a_b_c"} 3
`)
})

test('measures that go up and down, and how long things took', () => {
  const metrics = new Metrics()
  metrics.set('notewright_redis_lost', {}, 1)
  metrics.set('notewright_redis_lost', {}, 0)
  metrics.time('notewright_stage_seconds', { stage: 'write' }, 0.02)
  metrics.time('notewright_stage_seconds', { stage: 'write' }, 500)
  const lines = metrics.print().split('\n')
  expect(lines).toContain('notewright_redis_lost 0')
  expect(lines).toContain('# TYPE notewright_stage_seconds histogram')
  expect(lines).toContain('notewright_stage_seconds_bucket{stage="write",le="0.01"} 0')
  expect(lines).toContain('notewright_stage_seconds_bucket{stage="write",le="0.025"} 1')
  expect(lines).toContain('notewright_stage_seconds_bucket{stage="write",le="120"} 1')
  expect(lines).toContain('notewright_stage_seconds_bucket{stage="write",le="+Inf"} 2')
  expect(lines).toContain('notewright_stage_seconds_sum{stage="write"} 500.02')
})

test('the dashboard asks for nothing that is not measured', () => {
  const file = new URL('../../deploy/grafana-dashboard.json', import.meta.url)
  const asked = readFileSync(file, 'utf8').match(/notewright_\w+/g) ?? []
  const names = new Set(asked.map((name) => name.replace(/_bucket$/, '')))
  expect(names.size).toBeGreaterThan(10)
  for (const name of names) expect(metricNames).toContain(name)
})

import { expect, test } from 'vitest'
import { Counters } from './counters.ts'

test('counters are printed as Prometheus reads them', () => {
  const counters = new Counters()
  counters.add('notewright_requests_total', { route: '/livez', status: '200' })
  counters.add('notewright_requests_total', { route: '/livez', status: '200' })
  counters.add('notewright_fallback_entries_total', { reason: 'a"b\nc' }, 3)
  expect(counters.print()).toBe(`# HELP notewright_requests_total Requests answered, by route and status.
# TYPE notewright_requests_total counter
notewright_requests_total{route="/livez",status="200"} 2
# HELP notewright_fallback_entries_total Entries that the rules wrote in the model's place, by reason.
# TYPE notewright_fallback_entries_total counter
notewright_fallback_entries_total{reason="a_b_c"} 3
`)
})

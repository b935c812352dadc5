import { afterEach, expect, test } from 'vitest'
import { Metrics } from './metrics.ts'
import { TraceExport } from './trace-export.ts'
import type { EndedSpan } from './traces.ts'

const span: EndedSpan = {
  ...{ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), parentSpanId: null, name: 'job' },
  ...{ kind: 'internal', startMs: 1, endMs: 2, attributes: {}, failed: false },
}
const opened: TraceExport[] = []
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close()
})

function exportTo(send: (json: string) => Promise<void>) {
  const metrics = new Metrics()
  const spans = new TraceExport({ serviceName: 'notewright', version: '1.0.0', metrics, send })
  opened.push(spans)
  return {
    spans,
    counted: async () => (await metrics.print()).match(/^notewright_trace_spans_total.*/gm) ?? [],
  }
}

test('a collector that takes nothing in makes spans wait up to a bound, and then they are dropped', async () => {
  const gate = Promise.withResolvers<void>()
  const { spans, counted } = exportTo(() => gate.promise)
  for (let count = 0; count < 5000; count += 1) spans.add(span)
  // Adding sends what is complete; that begins when the adding is over.
  expect(await counted()).toEqual(['notewright_trace_spans_total{result="dropped"} 904'])
  gate.resolve()
  await spans.flush()
  expect(await counted()).toContain('notewright_trace_spans_total{result="sent"} 4096')
})

test('a span that failed says so, and one that did not does not', async () => {
  const sent: string[] = []
  const { spans } = exportTo(async (json) => void sent.push(json))
  spans.add(span)
  spans.add({ ...span, failed: true })
  await spans.flush()
  const [{ scopeSpans }] = JSON.parse(sent[0]!).resourceSpans
  expect(scopeSpans[0].spans.map(({ status }: { status: object }) => status)).toEqual([{}, { code: 2 }])
})

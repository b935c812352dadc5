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
  const lines: string[] = []
  const log = (line: string) => void lines.push(line)
  const spans = new TraceExport({ serviceName: 'notewright', version: '1.0.0', metrics, send, log })
  opened.push(spans)
  return {
    spans,
    lines,
    counted: async () => (await metrics.print()).match(/^notewright_trace_spans_total.*/gm) ?? [],
  }
}

test('spans queue up to a limit while the collector accepts none, and then they are dropped', async () => {
  const gate = Promise.withResolvers<void>()
  const { spans, counted } = exportTo(() => gate.promise)
  for (let count = 0; count < 5000; count += 1) spans.add(span)
  // A full batch is sent on the next turn of the event loop.
  expect(await counted()).toEqual(['notewright_trace_spans_total{result="dropped"} 904'])
  gate.resolve()
  await spans.flush()
  expect(await counted()).toContain('notewright_trace_spans_total{result="sent"} 4096')
})

test('only a failed span has an error status', async () => {
  const sent: string[] = []
  const { spans } = exportTo(async (json) => void sent.push(json))
  spans.add(span)
  spans.add({ ...span, failed: true })
  await spans.flush()
  const [{ scopeSpans }] = JSON.parse(sent[0]!).resourceSpans
  expect(scopeSpans[0].spans.map(({ status }: { status: object }) => status)).toEqual([{}, { code: 2 }])
})

test('a collector that fails is logged once, and again after it has worked', async () => {
  let isFailing = true
  const { spans, lines } = exportTo(async () => {
    if (isFailing) throw new TypeError('fetch failed')
  })
  const send = async () => {
    spans.add(span)
    await spans.flush()
  }
  await send()
  await send()
  expect(lines).toEqual(['Traces cannot be sent (TypeError: fetch failed): they are dropped'])
  isFailing = false
  await send()
  isFailing = true
  await send()
  expect(lines).toHaveLength(2)
})

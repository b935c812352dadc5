import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { openTraces } from '../../src/bootstrap/open-traces.ts'
import { Metrics } from '../../src/observability/metrics.ts'
import { traceGateway } from '../../src/observability/trace-gateway.ts'
import { type EndedSpan, Traces } from '../../src/observability/traces.ts'
import { body, changesIn, correctEntry, history, model, serveModel, withKey } from '../model/model-service.ts'
import { failing, writing } from '../stand-ins/gateway/behaviours.ts'
import { startGateway } from '../stand-ins/gateway/gateway.ts'
import { openTo, problemOf, requestOf } from '../stand-ins/gateway/open.ts'
import { answerTo, ask, token } from './service.ts'

const honest = writing((message) => ({ entries: changesIn(message).map(correctEntry), summary: '' }))
const traceparent = `00-${'a1'.repeat(16)}-${'b2'.repeat(8)}-01`

function collecting() {
  const spans: EndedSpan[] = []
  return { spans, traces: new Traces((span) => spans.push(span), Date.now) }
}

test('a request is followed through its stages, in the trace of its caller', async ({ onTestFinished }) => {
  const { spans, traces } = collecting()
  const { app, close } = await serveModel(history, honest, { traces })
  onTestFinished(close)
  await answerTo(app, body, { traceparent, ...withKey })
  const server = spans.find(({ kind }) => kind === 'server')!
  expect(server).toMatchObject({
    name: 'POST /api/v1/generate',
    traceId: 'a1'.repeat(16),
    parentSpanId: 'b2'.repeat(8),
    failed: false,
    attributes: { 'http.route': '/api/v1/generate', 'http.response.status_code': 200 },
  })
  const stages = spans.filter(({ kind }) => kind === 'internal')
  expect(stages.map(({ name }) => name)).toEqual([
    'resolve',
    'collect',
    'curate',
    'write',
    'verify',
    'render',
  ])
  for (const span of stages) {
    expect(span).toMatchObject({ traceId: server.traceId, parentSpanId: server.spanId })
  }
  expect(JSON.stringify(spans)).not.toMatch(new RegExp(`${token}|acme|pagination|${withKey['x-api-key']}`))
})

test('an invalid traceparent starts a new trace, and two requests are two traces', async ({
  onTestFinished,
}) => {
  const { spans, traces } = collecting()
  const { app, close } = await serveModel(history, honest, { traces })
  onTestFinished(close)
  const none = `00-${'0'.repeat(32)}-${'b2'.repeat(8)}-01`
  await Promise.all([ask(app, body, { traceparent: none }), ask(app, body, { traceparent: 'x' })])
  const servers = spans.filter(({ kind }) => kind === 'server')
  expect(servers.map(({ parentSpanId }) => parentSpanId)).toEqual([null, null])
  expect(new Set(servers.map(({ traceId }) => traceId)).size).toBe(2)
})

test('a question to a model is a span by the conventions, without a word of it', async ({
  onTestFinished,
}) => {
  const { spans, traces } = collecting()
  const good = await startGateway(honest)
  const bad = await startGateway(failing(402))
  onTestFinished(async () => void (await Promise.all([good.close(), bad.close()])))
  const { request } = requestOf()
  await traceGateway(openTo(good.url).gateway, traces, good.url).ask(request)
  await problemOf(traceGateway(openTo(bad.url).gateway, traces, bad.url).ask(request))
  const asked = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': '127.0.0.1',
    'gen_ai.request.model': model,
    'gen_ai.request.max_tokens': 1000,
    'gen_ai.output.type': 'json',
    'server.address': '127.0.0.1',
  }
  const answered = { 'gen_ai.response.model': model, 'gen_ai.usage.input_tokens': 120 }
  expect(spans.map(({ name, kind, failed, attributes }) => ({ name, kind, failed, attributes }))).toEqual([
    {
      ...{ name: `chat ${model}`, kind: 'client', failed: false },
      attributes: { ...asked, ...answered, 'gen_ai.usage.output_tokens': 30 },
    },
    {
      ...{ name: `chat ${model}`, kind: 'client', failed: true },
      attributes: { ...asked, 'error.type': 'gateway_credit' },
    },
  ])
})

test('spans go to the collector as OTLP in JSON, and what it does not take is counted as dropped', async ({
  onTestFinished,
}) => {
  const taken: { headers: object; document: unknown }[] = []
  const collector = createServer(async (request, response) => {
    let text = ''
    for await (const bytes of request.setEncoding('utf8')) text += bytes
    taken.push({ headers: request.headers, document: JSON.parse(text) })
    response.writeHead(taken.length === 1 ? 200 : 503).end()
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  onTestFinished(() => void collector.close())
  const url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/traces`
  const metrics = new Metrics()
  const outside = {
    fetch,
    now: () => 1_700_000_000_123,
    random: () => 0,
    sleep: async () => {},
    metrics,
    log: () => {},
  }
  const opened = openTraces({ url, headers: { 'x-key': 'collector' }, serviceName: 'notes' }, outside)
  const { traces, noteCall } = opened
  const span = traces.begin({ name: 'GET', kind: 'server', traceparent })
  const call = { source: 'host' as const, method: 'GET', origin: 'https://host.example:8443' }
  traces.within(span, () => noteCall({ ...call, status: null, seconds: 0.5 }))
  span.end({ attributes: { ratio: 0.5, sampled: true, 'http.response.status_code': 200 } })
  await opened.close()
  expect(taken[0]).toMatchObject({
    headers: { 'x-key': 'collector', 'content-type': 'application/json' },
    document: {
      resourceSpans: [
        {
          resource: {
            attributes: expect.arrayContaining([{ key: 'service.name', value: { stringValue: 'notes' } }]),
          },
          scopeSpans: [
            {
              spans: [
                {
                  ...{ traceId: 'a1'.repeat(16), parentSpanId: span.spanId, name: 'GET', kind: 3 },
                  startTimeUnixNano: '1699999999623000000',
                  endTimeUnixNano: '1700000000123000000',
                  status: { code: 2 },
                  attributes: [
                    { key: 'http.request.method', value: { stringValue: 'GET' } },
                    { key: 'server.address', value: { stringValue: 'host.example' } },
                    { key: 'error.type', value: { stringValue: 'no_answer' } },
                  ],
                },
                {
                  ...{ spanId: span.spanId, parentSpanId: 'b2'.repeat(8), kind: 2, status: {} },
                  attributes: [
                    { key: 'ratio', value: { doubleValue: 0.5 } },
                    { key: 'sampled', value: { boolValue: true } },
                    { key: 'http.response.status_code', value: { intValue: '200' } },
                  ],
                },
              ],
            },
          ],
        },
      ],
    },
  })
  traces.begin({ name: 'another', kind: 'internal' }).end()
  await opened.close()
  expect(await metrics.print()).toContain('notewright_trace_spans_total{result="sent"} 2')
  expect(await metrics.print()).toContain('notewright_trace_spans_total{result="dropped"} 1')
})

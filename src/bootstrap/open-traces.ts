import type { Gateway } from '../core/gateway.ts'
import { version } from '../core/package.ts'
import type { HttpCall, HttpClientContext } from '../http-client/http-client.ts'
import { openHttpClient } from '../http-client/http-client.ts'
import type { Metrics } from '../observability/metrics.ts'
import { TraceExport } from '../observability/trace-export.ts'
import { traceGateway } from '../observability/trace-gateway.ts'
import { Traces } from '../observability/traces.ts'

const sendMs = 5_000

/** Tracing, for a process whose operator collects spans. */
export interface Tracing {
  traces: Traces
  /** Records an outgoing call, without its content. */
  noteCall: (call: HttpCall) => void
  /** Wraps a gateway so that each of its requests has a span. */
  before: (gateway: Gateway, url: string) => Gateway
  /** Sends the remaining spans. */
  close: () => Promise<void>
}

/** Opens the connection to a collector, through an HTTP client that allows no other origin. */
export function openTraces(
  { url, headers, serviceName }: { url: string; headers: Record<string, string>; serviceName: string },
  context: HttpClientContext & { metrics: Metrics; log: (line: string) => void },
): Tracing {
  const httpClient = openHttpClient([url], context)
  const send = async (json: string) => {
    const signal = AbortSignal.timeout(sendMs)
    const reply = await httpClient({
      ...{ method: 'POST', url, body: json, signal, attempts: 1, deadlineAt: context.now() + sendMs },
      headers: { ...headers, 'content-type': 'application/json' },
    })
    await reply.discard()
    if (reply.status >= 300) throw new Error(`the collector answered ${reply.status}`)
  }
  const out = new TraceExport({ serviceName, version, metrics: context.metrics, send, log: context.log })
  const traces = new Traces((span) => out.add(span), context.now)
  return {
    traces,
    noteCall: (call) => noteCall(traces, call),
    before: (gateway, gatewayUrl) => traceGateway(gateway, traces, gatewayUrl),
    close: () => out.close(),
  }
}

function noteCall(traces: Traces, { method, origin, status, seconds }: HttpCall): void {
  const result = status === null ? { 'error.type': 'no_answer' } : { 'http.response.status_code': status }
  const attributes = {
    'http.request.method': method,
    'server.address': new URL(origin).hostname,
    ...result,
  }
  traces.record({ name: method, kind: 'client', attributes }, seconds, status === null || status >= 400)
}

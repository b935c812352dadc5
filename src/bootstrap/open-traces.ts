import { version } from '../config/version.ts'
import type { Gateway } from '../core/gateway.ts'
import type { Call, DoorWorld } from '../http-client/http-client.ts'
import { openDoor } from '../http-client/http-client.ts'
import type { Counters } from '../observability/metrics.ts'
import { TraceExport } from '../observability/trace-export.ts'
import { traceGateway } from '../observability/trace-gateway.ts'
import { Traces } from '../observability/traces.ts'

const sendMs = 5_000

/** Everything that follows requests, for a process whose operator collects spans. */
export interface Tracing {
  traces: Traces
  /** Tells of a call to the outside, without anything of what was asked. */
  noteCall: (call: Call) => void
  /** The same gateway, whose questions have a span each. */
  before: (gateway: Gateway, url: string) => Gateway
  /** Sends what is left. */
  close: () => Promise<void>
}

/** Opens the way to a collector; spans go through a door that leads nowhere else. */
export function openTraces(
  { url, headers, serviceName }: { url: string; headers: Record<string, string>; serviceName: string },
  world: DoorWorld & { counters: Counters },
): Tracing {
  const door = openDoor([url], world)
  const send = async (json: string) => {
    const signal = AbortSignal.timeout(sendMs)
    const reply = await door({
      ...{ method: 'POST', url, body: json, signal, attempts: 1, deadlineAt: world.now() + sendMs },
      headers: { ...headers, 'content-type': 'application/json' },
    })
    await reply.discard()
    if (reply.status >= 300) throw new Error(`the collector answered ${reply.status}`)
  }
  const out = new TraceExport({ serviceName, version, counters: world.counters, send })
  const traces = new Traces((span) => out.add(span), world.now)
  return {
    traces,
    noteCall: (call) => noteCall(traces, call),
    before: (gateway, gatewayUrl) => traceGateway(gateway, traces, gatewayUrl),
    close: () => out.close(),
  }
}

function noteCall(traces: Traces, { method, origin, status, seconds }: Call): void {
  const result = status === null ? { 'error.type': 'no_answer' } : { 'http.response.status_code': status }
  const attributes = {
    'http.request.method': method,
    'server.address': new URL(origin).hostname,
    ...result,
  }
  traces.note({ name: method, kind: 'client', attributes }, seconds, status === null || status >= 400)
}

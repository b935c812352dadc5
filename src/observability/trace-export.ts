import type { Metrics } from './metrics.ts'
import type { Attributes, EndedSpan } from './traces.ts'

/** What sending spans away needs from outside. */
interface ExportContext {
  serviceName: string
  version: string
  metrics: Metrics
  /** Sends one document to the collector; throws when it was not taken. */
  send: (json: string) => Promise<void>
}

const mostWaiting = 4_096
const mostAtOnce = 512
const everyMs = 5_000
const kinds = { internal: 1, server: 2, client: 3 }
const failedStatus = 2

/** Sends ended spans to a collector, some at a time; when it does not take them they are dropped, and counted. */
export class TraceExport {
  readonly #context: ExportContext
  readonly #timer: NodeJS.Timeout
  #waiting: EndedSpan[] = []
  #sending: Promise<void> = Promise.resolve()

  constructor(context: ExportContext) {
    this.#context = context
    this.#timer = setInterval(() => void this.flush(), everyMs)
    this.#timer.unref()
  }

  add(span: EndedSpan): void {
    if (this.#waiting.length >= mostWaiting) {
      this.#count('dropped', 1)
      return
    }
    this.#waiting.push(span)
    if (this.#waiting.length >= mostAtOnce) void this.flush()
  }

  /** Sends what waits; one document after the other, so that a slow collector gets one at a time. */
  flush(): Promise<void> {
    this.#sending = this.#sending.then(() => this.#sendAll())
    return this.#sending
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const spans = this.#waiting.splice(0, mostAtOnce)
      try {
        await this.#context.send(JSON.stringify(asOtlp(spans, this.#context)))
        this.#count('sent', spans.length)
      } catch {
        // Traces are for looking back; nobody waits for them, and the counter tells that some are missing.
        this.#count('dropped', spans.length)
        return
      }
    }
  }

  #count(result: 'sent' | 'dropped', amount: number): void {
    this.#context.metrics.add('notewright_trace_spans_total', { result }, amount)
  }
}

/** The document that collectors take over HTTP (OTLP in JSON). */
function asOtlp(spans: EndedSpan[], { serviceName, version }: ExportContext) {
  const resource = {
    ...{ 'service.name': serviceName, 'service.version': version },
    ...{ 'telemetry.sdk.name': 'notewright', 'telemetry.sdk.language': 'nodejs' },
  }
  return {
    resourceSpans: [
      {
        resource: { attributes: asPairs(resource) },
        scopeSpans: [{ scope: { name: 'notewright', version }, spans: spans.map(asSpan) }],
      },
    ],
  }
}

function asSpan({ parentSpanId, kind, startMs, endMs, attributes, failed, ...rest }: EndedSpan) {
  return {
    ...rest,
    ...(parentSpanId === null ? {} : { parentSpanId }),
    kind: kinds[kind],
    startTimeUnixNano: asNanoseconds(startMs),
    endTimeUnixNano: asNanoseconds(endMs),
    attributes: asPairs(attributes),
    status: failed ? { code: failedStatus } : {},
  }
}

/** Larger than a number can be exactly, so it is written as text. */
function asNanoseconds(milliseconds: number): string {
  return String(BigInt(Math.round(milliseconds * 1000)) * 1000n)
}

function asPairs(attributes: Attributes) {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: asValue(value) }))
}

function asValue(value: Attributes[string]) {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}

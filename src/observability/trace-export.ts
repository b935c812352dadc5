import { formatCause } from '../text/format-error.ts'
import type { Metrics } from './metrics.ts'
import type { Attributes, EndedSpan } from './traces.ts'

/** What exporting spans needs from outside. */
interface ExportContext {
  serviceName: string
  version: string
  metrics: Metrics
  /** Sends one document to the collector; throws if the collector does not accept it. */
  send: (json: string) => Promise<void>
  log: (line: string) => void
}

const maxQueued = 4_096
const maxBatch = 512
const exportIntervalMs = 5_000
const kinds = { internal: 1, server: 2, client: 3 }
const failedStatus = 2

/** Sends ended spans to a collector in batches; spans that it does not accept are dropped and counted. */
export class TraceExport {
  readonly #context: ExportContext
  readonly #timer: NodeJS.Timeout
  #queued: EndedSpan[] = []
  #isFailing = false
  #sending: Promise<void> = Promise.resolve()

  constructor(context: ExportContext) {
    this.#context = context
    this.#timer = setInterval(() => void this.flush(), exportIntervalMs)
    this.#timer.unref()
  }

  add(span: EndedSpan): void {
    if (this.#queued.length >= maxQueued) {
      this.#count('dropped', 1)
      return
    }
    this.#queued.push(span)
    if (this.#queued.length >= maxBatch) void this.flush()
  }

  /** Sends all queued spans, one document at a time, so that a slow collector is not flooded. */
  flush(): Promise<void> {
    this.#sending = this.#sending.then(() => this.#sendAll())
    return this.#sending
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
  }

  async #sendAll(): Promise<void> {
    while (this.#queued.length > 0) {
      const spans = this.#queued.splice(0, maxBatch)
      try {
        await this.#context.send(JSON.stringify(toOtlp(spans, this.#context)))
        this.#count('sent', spans.length)
        this.#isFailing = false
      } catch (error) {
        // No request depends on traces, and the metric shows how many are missing.
        this.#count('dropped', spans.length)
        if (!this.#isFailing)
          this.#context.log(`Traces cannot be sent (${formatCause(error)}): they are dropped`)
        this.#isFailing = true
        return
      }
    }
  }

  #count(result: 'sent' | 'dropped', amount: number): void {
    this.#context.metrics.add('notewright_trace_spans_total', { result }, amount)
  }
}

/** The OTLP document in JSON. */
function toOtlp(spans: EndedSpan[], { serviceName, version }: ExportContext) {
  const resource = {
    ...{ 'service.name': serviceName, 'service.version': version },
    ...{ 'telemetry.sdk.name': 'notewright', 'telemetry.sdk.language': 'nodejs' },
  }
  return {
    resourceSpans: [
      {
        resource: { attributes: toKeyValues(resource) },
        scopeSpans: [{ scope: { name: 'notewright', version }, spans: spans.map(toOtlpSpan) }],
      },
    ],
  }
}

function toOtlpSpan({ parentSpanId, kind, startMs, endMs, attributes, failed, ...rest }: EndedSpan) {
  return {
    ...rest,
    ...(parentSpanId === null ? {} : { parentSpanId }),
    kind: kinds[kind],
    startTimeUnixNano: toNanoseconds(startMs),
    endTimeUnixNano: toNanoseconds(endMs),
    attributes: toKeyValues(attributes),
    status: failed ? { code: failedStatus } : {},
  }
}

/** As text, because the value exceeds the safe integers. */
function toNanoseconds(milliseconds: number): string {
  return String(BigInt(Math.round(milliseconds * 1000)) * 1000n)
}

function toKeyValues(attributes: Attributes) {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: toOtlpValue(value) }))
}

function toOtlpValue(value: Attributes[string]) {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}

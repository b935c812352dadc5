import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

/** The attributes of a span; never text of a caller or of a repository. */
export type Attributes = Record<string, string | number | boolean>

/** An ended span, as it is exported. */
export interface EndedSpan {
  traceId: string
  spanId: string
  parentSpanId: string | null
  name: string
  kind: SpanKind
  /** Milliseconds since the epoch. */
  startMs: number
  endMs: number
  attributes: Attributes
  failed: boolean
}

type SpanKind = 'internal' | 'server' | 'client'

/** A running span. */
export interface Span {
  traceId: string
  spanId: string
  /** Adds attributes and ends the span; only the first call counts. */
  end: (more?: { attributes?: Attributes; failed?: boolean; name?: string }) => void
}

/** What is known when a span begins. */
interface SpanStart {
  name: string
  kind: SpanKind
  attributes?: Attributes
  /** The caller's `traceparent` header, if it sent one. */
  traceparent?: string | undefined
}

/** Creates spans; a span that begins within another one becomes its child. */
export class Traces {
  readonly #current = new AsyncLocalStorage<Span>()
  readonly #onEnd: (span: EndedSpan) => void
  readonly #now: () => number

  constructor(onEnd: (span: EndedSpan) => void, now: () => number) {
    this.#onEnd = onEnd
    this.#now = now
  }

  /** Begins a span; the caller must end it. */
  begin({ name, kind, attributes = {}, traceparent }: SpanStart): Span {
    const parent = readParent(traceparent) ?? this.#current.getStore() ?? null
    const traceId = parent?.traceId ?? randomBytes(16).toString('hex')
    const spanId = randomBytes(8).toString('hex')
    const startMs = this.#now()
    let ended = false
    return {
      traceId,
      spanId,
      end: (more = {}) => {
        if (ended) return
        ended = true
        this.#onEnd({
          ...{ traceId, spanId, parentSpanId: parent?.spanId ?? null, name: more.name ?? name, kind },
          ...{ startMs, endMs: this.#now(), failed: more.failed === true },
          attributes: { ...attributes, ...more.attributes },
        })
      },
    }
  }

  /** Runs a function within a span. */
  within<Result>(span: Span, work: () => Result): Result {
    return this.#current.run(span, work)
  }

  /** Records a span that has already ended. */
  record(start: SpanStart, seconds: number, failed = false): void {
    const parent = this.#current.getStore()
    // A span outside a request would belong to no trace.
    if (!parent) return
    const endMs = this.#now()
    this.#onEnd({
      ...{ traceId: parent.traceId, spanId: randomBytes(8).toString('hex'), parentSpanId: parent.spanId },
      ...{ name: start.name, kind: start.kind, attributes: start.attributes ?? {}, failed },
      ...{ startMs: endMs - seconds * 1000, endMs },
    })
  }
}

/** Reads a `traceparent` header (W3C Trace Context); null if it is missing or invalid. */
function readParent(header: string | undefined): Pick<Span, 'traceId' | 'spanId'> | null {
  const found = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(header ?? '')
  if (!found || /^0+$/.test(found[1]!) || /^0+$/.test(found[2]!)) return null
  return { traceId: found[1]!, spanId: found[2]! }
}

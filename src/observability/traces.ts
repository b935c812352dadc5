import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

/** What is said of a span; never a text of a caller or of a repository. */
export type Attributes = Record<string, string | number | boolean>

/** A span that is over, as it is exported. */
export interface EndedSpan {
  traceId: string
  spanId: string
  parentSpanId: string | null
  name: string
  kind: SpanKind
  /** Milliseconds by the clock. */
  startMs: number
  endMs: number
  attributes: Attributes
  failed: boolean
}

/** Where a span stands in its trace. */
type SpanKind = 'internal' | 'server' | 'client'

/** A span that runs. */
export interface Span {
  traceId: string
  spanId: string
  /** Tells more of it and ends it; only the first end counts. */
  end: (more?: { attributes?: Attributes; failed?: boolean; name?: string }) => void
}

/** What a span begins with. */
interface SpanStart {
  name: string
  kind: SpanKind
  attributes?: Attributes
  /** The caller's `traceparent`, where it sent one. */
  traceparent?: string | undefined
}

/** Follows requests through the process; what happens within a span becomes its children. */
export class Traces {
  readonly #here = new AsyncLocalStorage<Span>()
  readonly #onEnd: (span: EndedSpan) => void
  readonly #now: () => number

  constructor(onEnd: (span: EndedSpan) => void, now: () => number) {
    this.#onEnd = onEnd
    this.#now = now
  }

  /** Begins a span; it ends when it is told to. */
  begin({ name, kind, attributes = {}, traceparent }: SpanStart): Span {
    const above = readParent(traceparent) ?? this.#here.getStore() ?? null
    const traceId = above?.traceId ?? randomBytes(16).toString('hex')
    const spanId = randomBytes(8).toString('hex')
    const startMs = this.#now()
    let over = false
    return {
      traceId,
      spanId,
      end: (more = {}) => {
        if (over) return
        over = true
        this.#onEnd({
          ...{ traceId, spanId, parentSpanId: above?.spanId ?? null, name: more.name ?? name, kind },
          ...{ startMs, endMs: this.#now(), failed: more.failed === true },
          attributes: { ...attributes, ...more.attributes },
        })
      },
    }
  }

  /** Does something within a span. */
  within<Result>(span: Span, work: () => Result): Result {
    return this.#here.run(span, work)
  }

  /** Tells of something that is over and took some time. */
  note(start: SpanStart, seconds: number, failed = false): void {
    const above = this.#here.getStore()
    // Without a request that it belongs to nobody would find it.
    if (!above) return
    const endMs = this.#now()
    this.#onEnd({
      ...{ traceId: above.traceId, spanId: randomBytes(8).toString('hex'), parentSpanId: above.spanId },
      ...{ name: start.name, kind: start.kind, attributes: start.attributes ?? {}, failed },
      ...{ startMs: endMs - seconds * 1000, endMs },
    })
  }
}

/** What a `traceparent` header says (W3C Trace Context); null when it says nothing that can be used. */
function readParent(header: string | undefined): Pick<Span, 'traceId' | 'spanId'> | null {
  const found = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(header ?? '')
  if (!found || /^0+$/.test(found[1]!) || /^0+$/.test(found[2]!)) return null
  return { traceId: found[1]!, spanId: found[2]! }
}

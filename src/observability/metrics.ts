import { Counter, Gauge, Histogram, Registry } from 'prom-client'

interface MetricDefinition {
  type: 'counter' | 'gauge' | 'histogram'
  labels: readonly string[]
  help: string
}

/** Every metric that `/metrics` may contain. */
const definitions = {
  notewright_requests_total: {
    type: 'counter',
    labels: ['route', 'status'],
    help: 'Requests answered, by route and status.',
  },
  notewright_request_seconds: {
    type: 'histogram',
    labels: ['route'],
    help: 'How long requests took, by route.',
  },
  notewright_requests_in_flight: { type: 'gauge', labels: [], help: 'Requests that are being answered.' },
  notewright_stage_seconds: {
    type: 'histogram',
    labels: ['stage'],
    help: 'How long the stages of generations took, by stage.',
  },
  notewright_upstream_calls_total: {
    type: 'counter',
    labels: ['kind', 'status'],
    help: 'Calls to hosts and gateways, by kind and by the class of the status.',
  },
  notewright_upstream_seconds: {
    type: 'histogram',
    labels: ['kind'],
    help: 'How long hosts and gateways took until an answer began, by kind.',
  },
  notewright_model_answers_total: {
    type: 'counter',
    labels: [],
    help: 'Answers for which a language model was asked to write entries.',
  },
  notewright_model_tokens_total: {
    type: 'counter',
    labels: ['direction'],
    help: 'Tokens that language models read and wrote, by direction.',
  },
  notewright_entries_total: {
    type: 'counter',
    labels: ['writer'],
    help: 'Entries in the notes, by who wrote them.',
  },
  notewright_fallback_entries_total: {
    type: 'counter',
    labels: ['reason'],
    help: "Entries that the rules wrote in the model's place, by reason.",
  },
  notewright_rejected_entries_total: {
    type: 'counter',
    labels: ['reason'],
    help: 'Changes that the rules wrote because the text of the model was unsupported, invalid or missing.',
  },
  notewright_answers_total: {
    type: 'counter',
    labels: ['by'],
    help: 'Answers, by source: generated, shared with a request at the same time, or cached.',
  },
  notewright_refusals_total: {
    type: 'counter',
    labels: ['limit'],
    help: 'Requests rejected by a limit, by limit.',
  },
  notewright_event_loop_delay_seconds: {
    type: 'gauge',
    labels: ['quantile'],
    help: 'Event-loop delay: the highest 99th percentile of any ten seconds in the last minute.',
  },
  notewright_memory_bytes: { type: 'gauge', labels: [], help: 'The memory that the process holds.' },
  notewright_jobs_total: { type: 'counter', labels: ['state'], help: 'Queued requests, by how they ended.' },
  notewright_trace_spans_total: {
    type: 'counter',
    labels: ['result'],
    help: 'Spans for the collector, sent or dropped.',
  },
  notewright_redis_lost: { type: 'gauge', labels: [], help: 'Whether Redis is lost: 1 when it is.' },
  notewright_redis_losses_total: { type: 'counter', labels: [], help: 'How often Redis was lost.' },
} as const satisfies Record<string, MetricDefinition>

type Definitions = typeof definitions
type MetricName = keyof Definitions
type Labels<Name extends MetricName> = Record<Definitions[Name]['labels'][number], string>

type NameOfType<Type extends MetricDefinition['type']> = {
  [Name in MetricName]: Definitions[Name]['type'] extends Type ? Name : never
}[MetricName]
type CounterName = NameOfType<'counter'>
type GaugeName = NameOfType<'gauge'>
type HistogramName = NameOfType<'histogram'>

export const metricNames: string[] = Object.keys(definitions)

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120]

/** The metrics of this process. One appears in the output when it first has a value. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #counters = new Map<CounterName, Counter>()
  readonly #gauges = new Map<GaugeName, Gauge>()
  readonly #histograms = new Map<HistogramName, Histogram>()

  /** Adds to a counter. Label values come from our own code, never from a caller: each one costs memory. */
  add<Name extends CounterName>(name: Name, labels: Labels<Name>, amount = 1): void {
    const counter = this.#counters.get(name) ?? new Counter(this.#options(name))
    this.#counters.set(name, counter)
    counter.inc(labels, amount)
  }

  set<Name extends GaugeName>(name: Name, labels: Labels<Name>, value: number): void {
    const gauge = this.#gauges.get(name) ?? new Gauge(this.#options(name))
    this.#gauges.set(name, gauge)
    gauge.set(labels, value)
  }

  /** Records how long something took. */
  observe<Name extends HistogramName>(name: Name, labels: Labels<Name>, seconds: number): void {
    const histogram = this.#histograms.get(name) ?? new Histogram({ ...this.#options(name), buckets })
    this.#histograms.set(name, histogram)
    histogram.observe(labels, seconds)
  }

  /** Returns all metrics in the text format of Prometheus. */
  print(): Promise<string> {
    return this.#registry.metrics()
  }

  #options(name: MetricName): { name: string; help: string; labelNames: string[]; registers: Registry[] } {
    const { help, labels } = definitions[name]
    return { name, help, labelNames: [...labels], registers: [this.#registry] }
  }
}

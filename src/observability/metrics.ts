interface Metric {
  help: string
  type: 'counter' | 'gauge' | 'histogram'
}

/** What is measured: its name, what it is about, and how it is read. */
const metrics = {
  notewright_requests_total: { type: 'counter', help: 'Requests answered, by route and status.' },
  notewright_request_seconds: { type: 'histogram', help: 'How long requests took, by route.' },
  notewright_requests_in_flight: { type: 'gauge', help: 'Requests that are being answered.' },
  notewright_stage_seconds: { type: 'histogram', help: 'How long the stages of generations took, by stage.' },
  notewright_upstream_calls_total: {
    type: 'counter',
    help: 'Calls to hosts and gateways, by kind and by the class of the status.',
  },
  notewright_upstream_seconds: {
    type: 'histogram',
    help: 'How long hosts and gateways took until an answer began, by kind.',
  },
  notewright_model_answers_total: {
    type: 'counter',
    help: 'Answers for whose words a language model was asked.',
  },
  notewright_model_tokens_total: {
    type: 'counter',
    help: 'Tokens that language models read and wrote, by direction.',
  },
  notewright_entries_total: { type: 'counter', help: 'Entries told, by who wrote them.' },
  notewright_fallback_entries_total: {
    type: 'counter',
    help: "Entries that the rules wrote in the model's place, by reason.",
  },
  notewright_answers_total: {
    type: 'counter',
    help: 'Answers by how they were come by: made, waited for, or known.',
  },
  notewright_refusals_total: { type: 'counter', help: 'Requests refused by a limit, by which.' },
  notewright_event_loop_delay_seconds: {
    type: 'gauge',
    help: 'Event-loop delay: the highest 99th percentile of any ten seconds in the last minute.',
  },
  notewright_memory_bytes: { type: 'gauge', help: 'The memory that the process holds.' },
  notewright_jobs_total: { type: 'counter', help: 'Queued requests, by how they ended.' },
  notewright_trace_spans_total: { type: 'counter', help: 'Spans for the collector, sent or dropped.' },
  notewright_redis_lost: { type: 'gauge', help: 'Whether Redis is lost: 1 when it is.' },
  notewright_redis_losses_total: { type: 'counter', help: 'How often Redis was lost.' },
} as const satisfies Record<string, Metric>

/** The name of everything that is measured. */
export const metricNames = Object.keys(metrics)

type NameOf<Type extends Metric['type']> = {
  [Name in keyof typeof metrics]: (typeof metrics)[Name]['type'] extends Type ? Name : never
}[keyof typeof metrics]

/** The name of a counter. */
export type MetricName = NameOf<'counter'>

type Labels = Record<string, string>

const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120]

interface Spread {
  counts: number[]
  sum: number
  total: number
}

/** Measures since the process began, printed as Prometheus reads them. */
export class Metrics {
  readonly #values = new Map<keyof typeof metrics, Map<string, number | Spread>>()

  /** Adds to a counter; the labels come from us, never from a caller. */
  add(name: MetricName, labels: Labels, amount = 1): void {
    this.#change(name, labels, (value = 0) => (value as number) + amount)
  }

  /** Sets a measure that goes up and down. */
  set(name: NameOf<'gauge'>, labels: Labels, value: number): void {
    this.#change(name, labels, () => value)
  }

  /** Notes how long something took. */
  time(name: NameOf<'histogram'>, labels: Labels, seconds: number): void {
    this.#change(name, labels, (value) => {
      const spread = (value as Spread | undefined) ?? { counts: bounds.map(() => 0), sum: 0, total: 0 }
      const place = bounds.findIndex((bound) => seconds <= bound)
      if (place >= 0) spread.counts[place]! += 1
      spread.sum += seconds
      spread.total += 1
      return spread
    })
  }

  print(): string {
    return [...this.#values].map(([name, values]) => printMetric(name, values)).join('')
  }

  #change(
    name: keyof typeof metrics,
    labels: Labels,
    next: (value: number | Spread | undefined) => number | Spread,
  ): void {
    const key = Object.entries(labels)
      .map(([label, value]) => `${label}="${value.replace(/[\\"\n]/g, '_')}"`)
      .join(',')
    const values = this.#values.get(name) ?? new Map<string, number | Spread>()
    values.set(key, next(values.get(key)))
    this.#values.set(name, values)
  }
}

function printMetric(name: keyof typeof metrics, values: Map<string, number | Spread>): string {
  const { help, type } = metrics[name]
  const lines = [...values].flatMap(([labels, value]) =>
    typeof value === 'number' ? [`${name}${inBraces(labels)} ${value}`] : printSpread(name, labels, value),
  )
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ''].join('\n')
}

/** Buckets hold everything up to their bound, so each is the sum of those before it. */
function printSpread(name: string, labels: string, { counts, sum, total }: Spread): string[] {
  let upTo = 0
  const buckets = bounds.map((bound, index) => {
    upTo += counts[index]!
    return `${name}_bucket${inBraces(labels, `le="${bound}"`)} ${upTo}`
  })
  return [
    ...buckets,
    `${name}_bucket${inBraces(labels, 'le="+Inf"')} ${total}`,
    `${name}_sum${inBraces(labels)} ${sum}`,
    `${name}_count${inBraces(labels)} ${total}`,
  ]
}

function inBraces(...labels: string[]): string {
  const given = labels.filter((label) => label !== '')
  return given.length === 0 ? '' : `{${given.join(',')}}`
}

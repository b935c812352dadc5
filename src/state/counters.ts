/** What is counted: its name, and what it is about. */
const help = {
  notewright_requests_total: 'Requests answered, by route and status.',
  notewright_model_answers_total: 'Answers for whose words a language model was asked.',
  notewright_model_tokens_total: 'Tokens that language models read and wrote, by direction.',
  notewright_entries_total: 'Entries told, by who wrote them.',
  notewright_fallback_entries_total: "Entries that the rules wrote in the model's place, by reason.",
} as const

/** The name of a counter. */
export type CounterName = keyof typeof help

/** Counts since the process began, printed as Prometheus reads them. */
export class Counters {
  readonly #values = new Map<CounterName, Map<string, number>>()

  /** Adds to a counter; the labels come from us, never from a caller. */
  add(name: CounterName, labels: Record<string, string>, amount = 1): void {
    const key = Object.entries(labels)
      .map(([label, value]) => `${label}="${value.replace(/[\\"\n]/g, '_')}"`)
      .join(',')
    const values = this.#values.get(name) ?? new Map<string, number>()
    values.set(key, (values.get(key) ?? 0) + amount)
    this.#values.set(name, values)
  }

  print(): string {
    return [...this.#values]
      .map(([name, values]) =>
        [
          `# HELP ${name} ${help[name]}`,
          `# TYPE ${name} counter`,
          ...[...values].map(([labels, value]) => `${name}${labels === '' ? '' : `{${labels}}`} ${value}`),
          '',
        ].join('\n'),
      )
      .join('')
  }
}

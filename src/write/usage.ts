import type { Problem, ProblemCode } from '../core/errors.ts'
import type { ModelResponse, ModelUsage } from '../core/gateway.ts'
import { type Warning, warn } from '../core/warnings.ts'

const outages = new Set<ProblemCode>([
  'gateway_rate_limited',
  'gateway_unreachable',
  'gateway_down',
  'gateway_timeout',
])

/** What asking a language model took, and what came to nothing. */
export class UsageTracker {
  /** The model as it calls itself. */
  model: string
  calls = 0
  /** How many changes the rules worded in the model's place. */
  unfinished = 0
  failure: Problem | null = null
  readonly #usage: ModelUsage = { inputTokens: 0, outputTokens: 0 }

  constructor(model: string) {
    this.model = model
  }

  add({ model, usage }: ModelResponse): void {
    this.model = model
    if (!usage) return
    this.#usage.inputTokens += usage.inputTokens
    this.#usage.outputTokens += usage.outputTokens
    if (usage.cost !== undefined) this.#usage.cost = (this.#usage.cost ?? 0) + usage.cost
  }

  spent(): ModelUsage & { calls: number } {
    return { ...this.#usage, calls: this.calls }
  }

  /** Whether it failed in a way that the next question would share. */
  isOutage(): boolean {
    return this.failure !== null && outages.has(this.failure.code)
  }

  report() {
    const reason = this.failure?.code ?? (this.unfinished > 0 ? 'entries_refused' : null)
    return {
      engine: 'model' as const,
      model: this.model,
      usage: this.#usage,
      fallback: reason === null ? null : { reason, entries: this.unfinished },
    }
  }

  /** What the caller should know, also of so many texts of which only the beginning was sent. */
  warnings(cut: number): Warning[] {
    const warnings: Warning[] = []
    if (this.unfinished > 0) {
      const failure = this.failure?.message ?? null
      warnings.push(warn('model-fallback', { entries: this.unfinished, failure }))
    }
    if (cut > 0) warnings.push(warn('evidence-cut', { changes: cut }))
    return warnings
  }
}

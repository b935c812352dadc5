import type { FallbackChange, WriterReport } from '../core/answer.ts'
import type { Problem, ProblemCode } from '../core/errors.ts'
import type { ModelResponse, ModelUsage } from '../core/gateway.ts'
import { type Warning, warn } from '../core/warnings.ts'

const outages = new Set<ProblemCode>([
  'gateway_rate_limited',
  'gateway_unreachable',
  'gateway_down',
  'gateway_timeout',
])

const maxListedFallbacks = 200

/** Adds up the model calls, tokens and cost of one generation, and the entries that fell back to the rules. */
export class UsageTracker {
  /** The model's name, as the gateway reports it. */
  model: string
  calls = 0
  /** The changes that the rules wrote instead of the model, with the reasons. */
  readonly fallbackChanges: FallbackChange[] = []
  failure: Problem | null = null
  /** Why statements could not be checked by the model, and how many. */
  checkFailure: Problem | null = null
  uncheckedEntries = 0
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

  total(): ModelUsage & { calls: number } {
    return { ...this.#usage, calls: this.calls }
  }

  /** Whether the failure would affect the next call too. */
  isOutage(): boolean {
    return this.failure !== null && outages.has(this.failure.code)
  }

  report(): WriterReport {
    const { length: entries } = this.fallbackChanges
    const reason = this.failure?.code ?? (entries > 0 ? 'entries_refused' : null)
    return {
      engine: 'model',
      model: this.model,
      usage: this.#usage,
      fallback:
        reason === null
          ? null
          : { reason, entries, changes: this.fallbackChanges.slice(0, maxListedFallbacks) },
    }
  }

  /** Warnings about entries that fell back to the rules, and about texts that were cut before they were sent. */
  warnings(cutTexts: number): Warning[] {
    const warnings: Warning[] = []
    const { length: entries } = this.fallbackChanges
    if (entries > 0) {
      const failure = this.failure?.message ?? null
      warnings.push(warn('model-fallback', { entries, failure }))
    }
    if (this.checkFailure && this.uncheckedEntries > 0) {
      const { message: reason } = this.checkFailure
      warnings.push(warn('check-failed', { entries: this.uncheckedEntries, reason }))
    }
    if (cutTexts > 0) warnings.push(warn('evidence-cut', { changes: cutTexts }))
    return warnings
  }
}

import type { Answer } from '../core/answer.ts'
import { entryWriters } from '../core/entry.ts'
import type { Metrics } from '../observability/metrics.ts'

/** Counts the entries of an answer by writer, the tokens used, and the entries that fell back to the rules. */
export function countAnswer(metrics: Metrics, { entries, writer }: Answer): void {
  for (const writtenBy of entryWriters) {
    const count = entries.filter((entry) => entry.writtenBy === writtenBy).length
    if (count > 0) metrics.add('notewright_entries_total', { writer: writtenBy }, count)
  }
  if (writer.engine === 'model') metrics.add('notewright_model_answers_total', {})
  if (writer.usage) {
    metrics.add('notewright_model_tokens_total', { direction: 'input' }, writer.usage.inputTokens)
    metrics.add('notewright_model_tokens_total', { direction: 'output' }, writer.usage.outputTokens)
  }
  if (writer.fallback) {
    const { reason, entries: count } = writer.fallback
    metrics.add('notewright_fallback_entries_total', { reason }, count)
    for (const { reason: why } of writer.fallback.changes ?? [])
      metrics.add('notewright_rejected_entries_total', { reason: why }, 1)
  }
}

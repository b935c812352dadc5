import type { FallbackChange } from '../core/answer.ts'
import type { Change } from '../core/change.ts'
import type { Draft } from '../core/entry.ts'
import { Problem } from '../core/errors.ts'
import { type BatchContext, BatchWriter } from './batch-writer.ts'
import type { ModelSession } from './model-session.ts'
import type { WritingTask } from './plan-batches.ts'
import { estimatePlan } from './plan-writing.ts'
import type { DraftChecks, ModelWriteContext } from './write-context.ts'

const batchesAtATime = 8

/** Writes the entries of one generation with a language model, and collects the drafts of all its batches. */
export class ModelWriter {
  readonly #session: ModelSession
  readonly #context: ModelWriteContext
  readonly #checks: DraftChecks
  readonly #drafts = new Map<string, Draft>()
  #total = 0

  constructor(session: ModelSession, context: ModelWriteContext, checks: DraftChecks) {
    this.#session = session
    this.#context = context
    this.#checks = checks
  }

  /** Reports the estimated usage before the first call. */
  async reportPlan(batches: WritingTask[][]): Promise<void> {
    const { gateway, onProgress, signal } = this.#context
    const { writingOptions, check } = this.#session
    this.#total = batches.flat().filter(({ isDoubtful }) => !isDoubtful).length
    const plan = await estimatePlan(batches, writingOptions, { gateway, signal, check })
    onProgress({ stage: 'write', done: 0, total: this.#total, plan })
  }

  /** Writes all batches, a few at a time. An error that cannot fall back to the rules stops the others. */
  async writeBatches(batches: WritingTask[][]): Promise<void> {
    const batchContext: BatchContext = {
      session: this.#session,
      checks: this.#checks,
      acceptedTexts: new Map(),
      accept: (draft, fallback) => this.#accept(draft, fallback),
    }
    const waiting = batches.values()
    const workers = Array.from({ length: batchesAtATime }, async () => {
      for (const batch of waiting) await new BatchWriter(batch, batchContext).write()
    })
    try {
      await Promise.all(workers)
    } catch (error) {
      this.#session.stop(error)
      await Promise.allSettled(workers)
      throw error
    }
  }

  #accept(draft: Draft, fallback?: FallbackChange): void {
    for (const id of draft.changeIds) this.#drafts.set(id, draft)
    this.#checks.onDraft(draft)
    this.#context.onProgress({
      stage: 'write',
      done: Math.min(this.#drafts.size, this.#total),
      total: this.#total,
      spent: this.#session.usage.total(),
      ...(fallback ? { fallback } : {}),
    })
  }

  /** Whether an entry is about a change. */
  hasWritten({ id }: Change): boolean {
    return this.#drafts.has(id)
  }

  /** Returns each draft once, in the order of the changes. Throws if the model is required but wrote nothing valid. */
  draftsInOrder(changes: Change[]): Draft[] {
    const drafts = [...new Set(changes.map(({ id }) => this.#drafts.get(id)!))]
    if (!this.#session.isModelRequired || drafts.length === 0) return drafts
    if (drafts.some(({ writtenBy }) => writtenBy === 'model')) return drafts
    throw new Problem(
      'gateway_unusable',
      `No entry that ${this.#session.usage.model} wrote was valid: the answer was not the requested JSON, or the commits do not support it. Use another \`model\`, or writer "auto", which falls back to the rules.`,
    )
  }
}

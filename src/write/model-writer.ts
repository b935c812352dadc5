import type { WriterReport } from '../core/answer.ts'
import { type Category, categories, mustIncludeCategories } from '../core/category.ts'
import type { Change } from '../core/change.ts'
import type { Draft } from '../core/entry.ts'
import { Problem, type ProblemCode } from '../core/errors.ts'
import type { ModelRequest, ModelResponse } from '../core/gateway.ts'
import type { WriteRequest } from '../core/request.ts'
import type { Warning } from '../core/warnings.ts'
import { EntryReader, type ModelEntry } from './entry-reader.ts'
import { estimateOutputTokens, type WritingTask } from './plan-batches.ts'
import { countCutTexts, estimatePlan, toWritingOptions } from './plan-writing.ts'
import {
  buildEntriesPrompt,
  entriesSchema,
  type RejectedText,
  type WritingOptions,
  writingInstructions,
} from './prompt.ts'
import { UsageTracker } from './usage.ts'
import type { DraftChecks, ModelWriteContext } from './write-context.ts'

const batchesAtATime = 8
/** The time before the deadline that is reserved for finishing the answer, by rules if necessary. */
const reserveMs = 1500
/** The notability from which a change is included even if the model calls it not notable. */
const surelyNotable = 0.55

/** The parts of a model request that differ between entries and summaries. */
type PromptParts = Pick<ModelRequest, 'instructions' | 'evidence' | 'answer'>

/** Writes the entries of one generation with a language model, and collects the drafts of all its batches. */
export class ModelWriter {
  readonly writingOptions: WritingOptions
  readonly #request: WriteRequest
  readonly #context: ModelWriteContext
  readonly #checks: DraftChecks
  readonly #drafts = new Map<string, Draft>()
  readonly #usage: UsageTracker
  readonly #stop = new AbortController()
  #total = 0

  constructor(request: WriteRequest, context: ModelWriteContext, checks: DraftChecks) {
    this.#request = request
    this.#context = context
    this.#checks = checks
    this.#usage = new UsageTracker(context.gateway.model)
    this.writingOptions = toWritingOptions(request, context.changelog)
  }

  /** Reports the estimated usage before the first call. */
  async reportPlan(batches: WritingTask[][]): Promise<void> {
    const { gateway, onProgress, signal } = this.#context
    this.#total = batches.flat().length
    const plan = await estimatePlan(batches, this.writingOptions, { gateway, signal })
    onProgress({ stage: 'write', done: 0, total: this.#total, plan })
  }

  /** Writes all batches, a few at a time. An error that cannot fall back to the rules stops the others. */
  async writeBatches(batches: WritingTask[][]): Promise<void> {
    const waiting = batches.values()
    const workers = Array.from({ length: batchesAtATime }, async () => {
      for (const batch of waiting) await this.#writeBatch(batch)
    })
    try {
      await Promise.all(workers)
    } catch (error) {
      this.#stop.abort(error)
      await Promise.allSettled(workers)
      throw error
    }
  }

  async #writeBatch(batch: WritingTask[]): Promise<void> {
    const open = new Map(batch.map((task) => [task.item.id, task]))
    const rejected: RejectedText[] = []
    // Rejected and missing entries are requested once more.
    if (await this.#requestEntries(open, rejected)) await this.#requestEntries(open, rejected)
    for (const { change, byRules } of open.values()) {
      this.#usage.fallbackEntries += 1
      this.#accept([change.id], byRules)
    }
  }

  /** Whether the gateway has an outage, so that further calls are pointless. */
  hasGivenUp(): boolean {
    return this.#usage.isOutage()
  }

  /** Requests the open tasks, accepts the valid entries and collects the rejected ones; returns whether to retry. */
  async #requestEntries(open: Map<string, WritingTask>, rejected: RejectedText[]): Promise<boolean> {
    if (open.size === 0 || this.hasGivenUp()) return false
    const before = rejected.splice(0)
    const tasks = [...open.values()]
    const evidence = buildEntriesPrompt(
      tasks.map(({ item }) => item),
      this.writingOptions,
      before,
    )
    const reader = new EntryReader((entry) => {
      const faults = this.#checkEntry(entry, open)
      if (faults.length > 0) rejected.push({ ids: entry.ids, text: entry.text.slice(0, 400), faults })
    })
    const request = this.buildRequest(
      { instructions: writingInstructions, evidence, answer: entriesSchema },
      { changes: tasks.length, reader },
    )
    try {
      const response = await this.send(request)
      if (reader.count > 0) this.keep(request, response)
    } catch (error) {
      this.#recordFailure(error)
      return false
    }
    const answered = new Set(rejected.flatMap(({ ids }) => ids))
    const missing = [...open.keys()].filter((id) => !answered.has(id))
    if (missing.length > 0)
      rejected.push({ ids: missing, text: '', faults: ['no entry has these ids; write one for each'] })
    return open.size > 0
  }

  /** Accepts an entry that passes every check; otherwise returns its faults. */
  #checkEntry(entry: ModelEntry, open: Map<string, WritingTask>): string[] {
    const ids = [...new Set(entry.ids)]
    const tasks = ids.flatMap((id) => open.get(id) ?? [])
    // A retried answer repeats entries that were accepted before the connection broke.
    if (tasks.length === 0) return []
    if (tasks.length < ids.length) return ['it has ids that were not requested; use only the given ids']
    if (!categories.includes(entry.category as Category))
      return [`its category is unknown; use one of ${categories.join(', ')}`]
    const changes = tasks.map(({ change }) => change)
    const draft: Draft = {
      changeIds: changes.map(({ id }) => id),
      category: entry.category as Category,
      text: entry.text.trim(),
      writtenBy: 'model',
      exclusionReason: null,
    }
    const faults = this.#checks.check(draft)
    if (faults.length > 0) return faults
    for (const id of ids) open.delete(id)
    const exclusionReason = entry.notable ? null : findExclusionReason(changes)
    this.#accept(draft.changeIds, { ...draft, exclusionReason })
    return []
  }

  #accept(changeIds: string[], draft: Draft): void {
    for (const id of changeIds) this.#drafts.set(id, draft)
    this.#checks.onDraft(draft)
    this.#context.onProgress({
      stage: 'write',
      done: this.#drafts.size,
      total: this.#total,
      spent: this.#usage.total(),
    })
  }

  /** Builds a model request with the limits that all requests share. */
  buildRequest(
    prompt: PromptParts,
    { changes, reader }: { changes: number; reader?: EntryReader },
  ): ModelRequest {
    return {
      ...prompt,
      maxOutputTokens: 600 + 3 * estimateOutputTokens(changes),
      signal: AbortSignal.any([this.#context.signal, this.#stop.signal]),
      deadlineAt: this.#context.deadlineAt - reserveMs,
      onText: (piece) => reader?.push(piece),
      onRestart: () => reader?.restart(),
    }
  }

  /** Sends a request to the gateway and adds its usage to the total. */
  async send(request: ModelRequest): Promise<ModelResponse> {
    this.#usage.calls += 1
    const response = await this.#context.gateway.ask(request)
    this.#usage.add(response)
    return response
  }

  /** Stores a response that was accepted, for the next identical request. */
  keep(request: ModelRequest, response: ModelResponse): void {
    this.#context.gateway.keep(request, response)
  }

  throwIfAborted(): void {
    this.#context.signal.throwIfAborted()
  }

  /** Records a failure, so that the rules write instead. Throws if the caller must fix it or requires the model. */
  #recordFailure(error: unknown): void {
    this.throwIfAborted()
    if (!(error instanceof Problem) || callerErrors.has(error.code) || this.#request.writer === 'model')
      throw error
    this.#usage.failure ??= error
  }

  /** Returns each draft once, in the order of the changes. Throws if the model is required but wrote nothing valid. */
  draftsInOrder(changes: Change[]): Draft[] {
    const drafts = [...new Set(changes.map(({ id }) => this.#drafts.get(id)!))]
    if (this.#request.writer !== 'model' || drafts.length === 0) return drafts
    if (drafts.some(({ writtenBy }) => writtenBy === 'model')) return drafts
    throw new Problem(
      'gateway_unusable',
      `No entry that ${this.#usage.model} wrote was valid: the answer was not the requested JSON, or the commits do not support it. Use another \`model\`, or writer "auto", which falls back to the rules.`,
    )
  }

  report(): WriterReport {
    return this.#usage.report()
  }

  warnings(batches: WritingTask[][]): Warning[] {
    return this.#usage.warnings(countCutTexts(batches))
  }
}

/** Errors that only the caller can fix; they are reported instead of falling back to the rules. */
const callerErrors = new Set<ProblemCode>([
  'gateway_key_rejected',
  'gateway_credit',
  'gateway_denied',
  'model_not_found',
])

/** The reason to exclude changes that the model calls not notable; null if the rules are sure that they are. */
function findExclusionReason(changes: Change[]): string | null {
  const isSurelyNotable = ({ breaking, category, notability }: Change) =>
    breaking || mustIncludeCategories.has(category) || notability >= surelyNotable
  if (changes.some(isSurelyNotable)) return null
  const score = Math.max(...changes.map(({ notability }) => notability))
  return `The model considers it not notable, and the rules give it a notability of only ${score.toFixed(2)}.`
}

import type { FallbackChange, WriterReport } from '../core/answer.ts'
import { type Category, categories, mustIncludeCategories } from '../core/category.ts'
import type { Change } from '../core/change.ts'
import type { Draft, Suspicion } from '../core/entry.ts'
import { Problem, type ProblemCode } from '../core/errors.ts'
import type { ModelRequest, ModelResponse } from '../core/gateway.ts'
import type { Check, WriteRequest } from '../core/request.ts'
import type { Warning } from '../core/warnings.ts'
import {
  buildClaims,
  findUnsupported,
  type HeldDraft,
  readVerdicts,
  unsupportedFault,
} from './claim-checker.ts'
import { EntryReader, type ModelEntry } from './entry-reader.ts'
import { estimateOutputTokens, type WritingTask } from './plan-batches.ts'
import { checkOf, countCutTexts, estimatePlan, toWritingOptions } from './plan-writing.ts'
import {
  buildEntriesPrompt,
  checkInstructions,
  checkSchema,
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
/** The notability from which a project with a known house style usually lists a change. */
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
  readonly check: Check
  /** The text by rules of each change whose text was accepted, by that text. */
  readonly #texts = new Map<string, string>()
  #total = 0

  constructor(request: WriteRequest, context: ModelWriteContext, checks: DraftChecks) {
    this.#request = request
    this.#context = context
    this.#checks = checks
    this.#usage = new UsageTracker(context.gateway.model)
    this.check = checkOf(request, context.gateway)
    this.writingOptions = toWritingOptions(request, context)
  }

  /** Reports the estimated usage before the first call. */
  async reportPlan(batches: WritingTask[][]): Promise<void> {
    const { gateway, onProgress, signal } = this.#context
    this.#total = batches.flat().length
    const plan = await estimatePlan(batches, this.writingOptions, { gateway, signal, check: this.check })
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
    const state: BatchState = {
      open: new Map(batch.map((task) => [task.item.id, task])),
      held: [],
      rejected: [],
      reasons: new Map(),
      refused: new Set(),
    }
    // Rejected and missing entries are requested once more.
    if (await this.#requestEntries(state)) await this.#requestEntries(state)
    for (const { change, item, byRules } of state.open.values()) {
      const reason = this.#usage.failure?.code ?? 'missing'
      const fallback = { id: change.id, ...(state.reasons.get(item.id) ?? { reason, words: [] }) }
      this.#usage.fallbackChanges.push(fallback)
      this.#accept([change.id], byRules, fallback)
    }
  }

  /** Whether the gateway has an outage, so that further calls are pointless. */
  hasGivenUp(): boolean {
    return this.#usage.isOutage()
  }

  /** Requests the open tasks, accepts the valid entries and collects the rejected ones; returns whether to retry. */
  async #requestEntries(state: BatchState): Promise<boolean> {
    const { open, rejected } = state
    if (open.size === 0 || this.hasGivenUp()) return false
    const before = rejected.splice(0)
    const tasks = [...open.values()]
    const evidence = buildEntriesPrompt(
      tasks.map(({ item }) => item),
      this.writingOptions,
      before,
    )
    const reader = new EntryReader((entry) => {
      const faults = this.#checkEntry(entry, state)
      if (faults.length > 0) reject(state, entry, faults)
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
      await this.#decideHeld(state)
      return false
    }
    await this.#decideHeld(state)
    const answered = new Set(rejected.flatMap(({ ids }) => ids))
    const missing = [...open.keys()].filter((id) => !answered.has(id))
    if (missing.length > 0)
      rejected.push({ ids: missing, text: '', faults: ['no entry has these ids; write one for each'] })
    return open.size > 0
  }

  /** Accepts an entry that passes every check, or holds it for the checker; otherwise returns its faults. */
  #checkEntry(entry: ModelEntry, state: BatchState): string[] {
    const { open, held, refused } = state
    const ids = [...new Set(entry.ids)]
    const tasks = ids.flatMap((id) => open.get(id) ?? [])
    // A retried answer repeats entries that were accepted before the connection broke.
    if (tasks.length === 0) return []
    if (tasks.length < ids.length) return ['it has ids that were not requested; use only the given ids']
    if (!categories.includes(entry.category as Category))
      return [`its category is unknown; use one of ${categories.join(', ')}`]
    const changes = tasks.map(({ change }) => change)
    const draft = this.#checks.settle(
      {
        changeIds: changes.map(({ id }) => id),
        category: entry.category as Category,
        text: entry.text.trim(),
        writtenBy: 'model',
        exclusionReason: entry.notable ? null : findExclusionReason(changes, this.#context.voice !== null),
        ...this.#breakingQuote(entry, changes),
      },
      entry.quote,
    )
    if (refused.has(refusalKey(draft))) return ['it was rejected before; write another text']
    const faults = [...this.#checks.check(draft), ...this.#checkRepetition(draft, tasks)]
    if (faults.length > 0) return faults
    const suspicions = tasks.some(({ byRules }) => byRules.text === draft.text)
      ? []
      : this.#checks.suspect(draft)
    const strong = suspicions.filter((suspicion) => suspicion.strong)
    if (this.check === 'words' && strong.length > 0)
      return [unsupportedFault(strong.map(({ words }) => words).filter((words) => words !== ''))]
    for (const task of tasks) {
      open.delete(task.item.id)
      this.#texts.set(draft.text, task.byRules.text)
    }
    const needsVerdict = this.#needsVerdict(draft, tasks, suspicions)
    const openNames = draft.exclusionReason === null ? this.#checks.listOpenNames(draft) : []
    if (needsVerdict || openNames.length > 0)
      held.push({
        draft,
        tasks,
        items: tasks.map(({ item }) => item),
        suspicions,
        needsDetails: needsVerdict && this.#checks.needsDetails(draft),
        needsVerdict,
        openNames,
      })
    else this.#accept(draft.changeIds, draft)
    return []
  }

  /** A model may mark a change as breaking with literal words of the evidence. */
  #breakingQuote({ breaking, quote }: ModelEntry, changes: Change[]): Pick<Draft, 'breakingQuote'> {
    if (!breaking || changes.some((change) => change.breaking)) return {}
    const ids = changes.map(({ id }) => id)
    return claimsBreak.test(quote) && this.#checks.isQuoted(ids, quote) ? { breakingQuote: quote.trim() } : {}
  }

  /** Two changes may have the same text only if the rules write the same for both. */
  #checkRepetition({ text }: Draft, tasks: WritingTask[]): string[] {
    const before = this.#texts.get(text)
    return before === undefined || tasks.some(({ byRules }) => byRules.text === before)
      ? []
      : ['another entry has the same text; say what is different']
  }

  #needsVerdict(draft: Draft, tasks: WritingTask[], suspicions: Suspicion[]): boolean {
    if (this.check === 'words' || draft.exclusionReason !== null) return false
    const isOwn = tasks.length === 1 && tasks[0]!.byRules.text === draft.text
    if (isOwn || this.#checks.isCopy(draft)) return false
    if (this.check === 'full' || suspicions.length > 0) return true
    return tasks.some(({ change }) => change.breaking || change.category === 'Security')
  }

  /**
   * Asks the model whether the evidence supports the held drafts, looks up their names at the ends of the range, and
   * accepts or rejects each draft.
   */
  async #decideHeld(state: BatchState): Promise<void> {
    const held = state.held.splice(0)
    if (held.length === 0) return
    const claims = held.filter(({ needsVerdict }) => needsVerdict)
    const [verdicts, absent] = await Promise.all([
      claims.length === 0 ? null : this.askForVerdicts(claims),
      this.#checks.findAbsentNames(held.flatMap(({ openNames }) => openNames)),
    ])
    for (const each of held) {
      const { draft, tasks, suspicions, needsVerdict, openNames } = each
      const strong = suspicions.filter((suspicion) => suspicion.strong)
      const unsupported = !needsVerdict
        ? null
        : verdicts === null
          ? decideByRules(strong)
          : findUnsupported(each, verdicts.get(String(claims.indexOf(each) + 1)), this.#checks)
      const missing = openNames.filter((name) => absent.has(name))
      if (unsupported === null && missing.length === 0) {
        this.#accept(draft.changeIds, draft)
        continue
      }
      for (const task of tasks) state.open.set(task.item.id, task)
      this.#texts.delete(draft.text)
      state.refused.add(refusalKey(draft))
      const ids = tasks.map(({ item }) => item.id)
      const faults = [
        ...missing.map((name) => absent.get(name)!),
        ...(unsupported === null ? [] : [unsupportedFault(unsupported)]),
      ]
      reject(state, { ids, text: draft.text }, faults, [...missing, ...(unsupported ?? [])])
    }
  }

  /** Returns the verdicts of the model by the place of each draft; null if it gives none, and the rules decide. */
  async askForVerdicts(held: HeldDraft[]): Promise<ReturnType<typeof readVerdicts> | null> {
    const request = this.buildRequest(
      {
        instructions: checkInstructions,
        evidence: buildClaims(held, this.writingOptions),
        answer: checkSchema,
      },
      { changes: held.length },
    )
    try {
      if (this.hasGivenUp()) throw this.#usage.failure
      const response = await this.send(request)
      const verdicts = readVerdicts(response.text)
      if (verdicts.size > 0) this.keep(request, response)
      return verdicts
    } catch (error) {
      this.throwIfAborted()
      if (!(error instanceof Problem)) throw error
      this.#usage.checkFailure ??= error
      this.#usage.uncheckedEntries += held.length
      return null
    }
  }

  #accept(changeIds: string[], draft: Draft, fallback?: FallbackChange): void {
    for (const id of changeIds) this.#drafts.set(id, draft)
    this.#checks.onDraft(draft)
    this.#context.onProgress({
      stage: 'write',
      done: this.#drafts.size,
      total: this.#total,
      spent: this.#usage.total(),
      ...(fallback ? { fallback } : {}),
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

/** What is known about a batch while it is written. */
interface BatchState {
  /** The tasks without an accepted entry, by the id that the model sees. */
  open: Map<string, WritingTask>
  /** The drafts that wait for a verdict, or for the lookup of names. */
  held: (HeldDraft & { tasks: WritingTask[]; needsVerdict: boolean; openNames: string[] })[]
  /** The entries to be requested again. */
  rejected: RejectedText[]
  /** Why the last entry for each id was rejected. */
  reasons: Map<string, Pick<FallbackChange, 'reason' | 'words'>>
  /** The drafts that the checker rejected. */
  refused: Set<string>
}

function refusalKey({ changeIds, text }: Draft): string {
  return JSON.stringify([changeIds, text])
}

/** Notes a rejected entry, for the next request and for the report. */
function reject(
  { rejected, reasons }: BatchState,
  { ids, text }: Pick<ModelEntry, 'ids' | 'text'>,
  faults: string[],
  unsupported: string[] | null = null,
): void {
  rejected.push({ ids, text: text.slice(0, 400), faults })
  const reason = unsupported === null ? 'invalid' : 'unsupported'
  for (const id of ids)
    if (reasons.get(id)?.reason !== 'unsupported') reasons.set(id, { reason, words: unsupported ?? faults })
}

/** The decision of the rules where the model gives no verdict. */
function decideByRules(strong: Suspicion[]): string[] | null {
  return strong.length === 0 ? null : strong.map(({ words }) => words).filter((words) => words !== '')
}

const claimsBreak =
  /break|incompatib|no longer|remov|\bdrop|renam|\bmust\b|requir|migrat|instead|replac|chang|unsupported|now (?:throw|return|fail|reject)/i

/** Evidence of the project's own decision to list a change. */
const ownDecisions = new Set(['own-entry', 'fragment', 'type-config', 'asked-for'])

/**
 * The reason to exclude changes that the model calls not notable; null if they are included all the same: breaking
 * changes, must-include categories, what the authors wrote an entry for, and what the project usually lists.
 */
function findExclusionReason(changes: Change[], hasHouseStyle: boolean): string | null {
  const isKept = ({ breaking, category, notability, ownText, evidence }: Change) =>
    breaking ||
    mustIncludeCategories.has(category) ||
    ownText !== undefined ||
    evidence.some(({ kind }) => ownDecisions.has(kind)) ||
    (hasHouseStyle && notability >= surelyNotable)
  if (changes.some(isKept)) return null
  const score = Math.max(...changes.map(({ notability }) => notability))
  return `The model considers it not notable; the rules give it a notability of ${score.toFixed(2)}.`
}

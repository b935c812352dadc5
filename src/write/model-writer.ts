import { type Category, categories } from '../core/category.ts'
import type { Change } from '../core/change.ts'
import type { Draft } from '../core/entry.ts'
import { Problem, type ProblemCode } from '../core/errors.ts'
import type { ModelRequest } from '../core/gateway.ts'
import type { GenerateRequest } from '../core/request.ts'
import type { Warning } from '../core/warnings.ts'
import { EntryReader, type ModelEntry } from './entry-reader.ts'
import { outputTokens, type WritingTask } from './plan-batches.ts'
import { cutTexts, estimatePlan, toWritingOptions } from './plan-writing.ts'
import {
  buildEntriesPrompt,
  entriesSchema,
  type RejectedEntry,
  type WritingOptions,
  writingInstructions,
} from './prompt.ts'
import { UsageTracker } from './usage.ts'
import type { DraftChecks, WriteContext } from './write-context.ts'

const batchesAtATime = 8
/** What is kept back of the time for putting the answer together, by the rules if need be. */
const reserveMs = 1500
/** The rules' score from which on a change is told whatever the model thinks of it. */
const surelyNotable = 0.55

/** The one place where the answers of a request come together. */
export class ModelWriter {
  readonly writingOptions: WritingOptions
  readonly context: WriteContext & DraftChecks
  readonly #request: GenerateRequest
  readonly #drafts = new Map<string, Draft>()
  readonly #tally: UsageTracker
  readonly #stop = new AbortController()
  #total = 0

  constructor(request: GenerateRequest, context: WriteContext & DraftChecks) {
    this.#request = request
    this.context = context
    this.#tally = new UsageTracker(context.gateway!.model)
    this.writingOptions = toWritingOptions(request, context.changelog)
  }

  /** Says what the batches will take, before anything is spent. */
  async announce(batches: WritingTask[][]): Promise<void> {
    const { gateway, onProgress, signal } = this.context
    this.#total = batches.flat().length
    const plan = await estimatePlan(batches, this.writingOptions, { gateway: gateway!, signal })
    onProgress({ stage: 'write', done: 0, total: this.#total, plan })
  }

  /** Does all batches, a few at a time; the first that must not fail and does stops the others. */
  async work(batches: WritingTask[][]): Promise<void> {
    const waiting = batches.values()
    const workers = Array.from({ length: batchesAtATime }, async () => {
      for (const batch of waiting) await this.#doBatch(batch)
    })
    try {
      await Promise.all(workers)
    } catch (error) {
      this.#stop.abort(error)
      await Promise.allSettled(workers)
      throw error
    }
  }

  async #doBatch(batch: WritingTask[]): Promise<void> {
    const open = new Map(batch.map((task) => [task.item.id, task]))
    const faults: RejectedEntry[] = []
    // One answer, and one more chance for what was wrong with it.
    if (await this.#askAbout(open, faults)) await this.#askAbout(open, faults)
    for (const { change, byRules } of open.values()) {
      this.#tally.unfinished += 1
      this.#settle([change.id], byRules)
    }
  }

  /** Whether the gateway failed three times in a row: it is not bothered with the rest. */
  isGivenUp(): boolean {
    return this.#tally.isOutage()
  }

  /** Asks about the open tasks and settles what is answered well; says whether it is worth asking again. */
  async #askAbout(open: Map<string, WritingTask>, faults: RejectedEntry[]): Promise<boolean> {
    if (open.size === 0 || this.isGivenUp()) return false
    const told = faults.splice(0)
    const tasks = [...open.values()]
    const evidence = buildEntriesPrompt(
      tasks.map(({ item }) => item),
      this.writingOptions,
      told,
    )
    const reader = new EntryReader((entry) => {
      const found = this.#read(entry, open)
      if (found.length > 0) faults.push({ ids: entry.ids, text: entry.text.slice(0, 400), faults: found })
    })
    const question = this.question(
      { instructions: writingInstructions, evidence, answer: entriesSchema },
      { size: tasks.length, reader },
    )
    try {
      const reply = await this.ask(question)
      if (reader.count > 0) this.context.gateway!.keep(question, reply)
    } catch (error) {
      this.#mayFallBack(error)
      return false
    }
    const answered = new Set(faults.flatMap(({ ids }) => ids))
    const missing = [...open.keys()].filter((id) => !answered.has(id))
    if (missing.length > 0) faults.push({ ids: missing, text: '', faults: ['no entry has these ids'] })
    return open.size > 0
  }

  /** Settles the changes of an entry that stands every check; otherwise says what is wrong with it. */
  #read(entry: ModelEntry, open: Map<string, WritingTask>): string[] {
    const ids = [...new Set(entry.ids)]
    const tasks = ids.flatMap((id) => open.get(id) ?? [])
    // After a break an answer begins anew: what was settled before it is not asked for any more.
    if (tasks.length === 0) return []
    if (tasks.length < ids.length) return ['it names ids that are not among the open ones']
    if (!categories.includes(entry.category as Category))
      return [`its category is none of ${categories.join(', ')}`]
    const changes = tasks.map(({ change }) => change)
    const draft: Draft = {
      changeIds: changes.map(({ id }) => id),
      category: entry.category as Category,
      text: entry.text.trim(),
      writtenBy: 'model',
      leftOut: null,
    }
    const faults = this.context.check(draft)
    if (faults.length > 0) return faults
    for (const id of ids) open.delete(id)
    this.#settle(draft.changeIds, { ...draft, leftOut: entry.notable ? null : whyLeftOut(changes) })
    return []
  }

  #settle(changeIds: string[], draft: Draft): void {
    for (const id of changeIds) this.#drafts.set(id, draft)
    this.context.onDraft(draft)
    this.context.onProgress({
      stage: 'write',
      done: this.#drafts.size,
      total: this.#total,
      spent: this.#tally.spent(),
    })
  }

  /** A question with what every one of them has. */
  question(
    words: Pick<ModelRequest, 'instructions' | 'evidence' | 'answer'>,
    { size, reader }: { size: number; reader?: EntryReader },
  ): ModelRequest {
    return {
      ...words,
      maxOutputTokens: 600 + 3 * outputTokens(size),
      signal: AbortSignal.any([this.context.signal, this.#stop.signal]),
      deadlineAt: this.context.deadlineAt - reserveMs,
      onText: (piece) => reader?.push(piece),
      onRestart: () => reader?.restart(),
    }
  }

  /** Asks, and adds up what it took. */
  async ask(question: ModelRequest) {
    this.#tally.calls += 1
    const reply = await this.context.gateway!.ask(question)
    this.#tally.add(reply)
    return reply
  }

  /** Lets the rules step in, unless the caller is at fault or asked for the model and nothing else. */
  #mayFallBack(error: unknown): void {
    this.context.signal.throwIfAborted()
    if (!(error instanceof Problem) || callersFault.has(error.code) || this.#request.writer === 'model')
      throw error
    this.#tally.failure ??= error
  }

  /** The drafts in the order of their changes, each once; without any by the model it was of no use. */
  inOrder(changes: Change[]): Draft[] {
    const drafts = [...new Set(changes.map(({ id }) => this.#drafts.get(id)!))]
    if (this.#request.writer !== 'model' || drafts.length === 0) return drafts
    if (drafts.some(({ writtenBy }) => writtenBy === 'model')) return drafts
    throw new Problem(
      'gateway_unusable',
      `Nothing that ${this.#tally.model} wrote could be used: it was not the JSON asked for, or not what the commits say. Ask for another \`model\`, or for writer "auto", which lets the rules step in.`,
    )
  }

  report() {
    return this.#tally.report()
  }

  warnings(batches: WritingTask[][]): Warning[] {
    return this.#tally.warnings(cutTexts(batches))
  }
}

const callersFault = new Set<ProblemCode>([
  'gateway_key_rejected',
  'gateway_credit',
  'gateway_denied',
  'model_not_found',
])

const mustTell = new Set<Category>(['Deprecated', 'Removed', 'Security'])

/** The model's doubt counts only where the rules were in doubt too. */
function whyLeftOut(changes: Change[]): string | null {
  const sure = ({ breaking, category, notability }: Change) =>
    breaking || mustTell.has(category) || notability >= surelyNotable
  if (changes.some(sure)) return null
  const score = Math.max(...changes.map(({ notability }) => notability))
  return `The model finds it of no interest to readers, and the rules give it only ${score.toFixed(2)} of 1.`
}

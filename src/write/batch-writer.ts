import type { FallbackChange } from '../core/answer.ts'
import { type Category, categories } from '../core/category.ts'
import type { Draft, Suspicion } from '../core/entry.ts'
import { takeTurn } from '../core/take-turn.ts'
import { findUnsupported, type HeldDraft, unsupportedFault } from './claim-checker.ts'
import { draftFromEntry } from './draft-from-entry.ts'
import { EntryReader, type ModelEntry } from './entry-reader.ts'
import type { ModelSession } from './model-session.ts'
import type { WritingTask } from './plan-batches.ts'
import { buildEntriesPrompt, entriesSchema, type RejectedText, writingInstructions } from './prompt.ts'
import type { DraftChecks } from './write-context.ts'

/** What the batches of one generation share. */
export interface BatchContext {
  session: ModelSession
  checks: DraftChecks
  /** The text by rules of each change whose text was accepted, by that text. */
  acceptedTexts: Map<string, string>
  /** Receives every draft that is final. */
  accept: (draft: Draft, fallback?: FallbackChange) => void
}

/** Writes one batch: requests its entries, checks each of them, and requests once more what fails. */
export class BatchWriter {
  readonly #context: BatchContext
  /** The tasks without an accepted entry, by the id that the model sees. */
  readonly #open: Map<string, WritingTask>
  /** The drafts that wait for a verdict, or for the lookup of names. */
  #held: HeldTask[] = []
  /** The entries to be requested again. */
  #rejected: RejectedText[] = []
  /** Why the last entry for each id was rejected. */
  readonly #reasons = new Map<string, Omit<FallbackChange, 'id'>>()
  /** The drafts that the checker rejected. */
  readonly #refused = new Set<string>()

  constructor(batch: WritingTask[], context: BatchContext) {
    this.#context = context
    this.#open = new Map(batch.map((task) => [task.item.id, task]))
  }

  async write(): Promise<void> {
    const { session, accept } = this.#context
    // Rejected and missing entries are requested once more.
    if (await this.#requestEntries()) await this.#requestEntries()
    for (const { change, item, byRules } of this.#open.values()) {
      const reason = session.usage.failure?.code ?? 'missing'
      const fallback = { id: change.id, ...(this.#reasons.get(item.id) ?? { reason, words: [] }) }
      session.usage.fallbackChanges.push(fallback)
      accept(byRules, fallback)
    }
  }

  /** Requests the open tasks, accepts the valid entries and collects the rejected ones; returns whether to retry. */
  async #requestEntries(): Promise<boolean> {
    await takeTurn()
    const { session } = this.#context
    const isFailing = session.hasGivenUp()
    if (isFailing) this.#dropDoubtful()
    if (this.#open.size === 0 || isFailing) return false
    const before = this.#rejected.splice(0)
    const tasks = [...this.#open.values()]
    const items = tasks.map(({ item }) => item)
    const evidence = buildEntriesPrompt(items, session.writingOptions, before)
    const reader = new EntryReader((entry) => {
      const faults = this.#checkEntry(entry)
      if (faults.length > 0) this.#reject(entry, faults)
    })
    const request = session.buildRequest(
      { instructions: writingInstructions, evidence, answer: entriesSchema },
      { changes: tasks.length, reader },
    )
    let isAnswered = true
    try {
      const response = await session.send(request)
      if (reader.count > 0) session.keep(request, response)
    } catch (error) {
      session.recordFailure(error)
      isAnswered = false
    }
    await this.#decideHeld()
    this.#dropDoubtful()
    if (!isAnswered) return false
    const answered = new Set(this.#rejected.flatMap(({ ids }) => ids))
    const missing = [...this.#open.keys()].filter((id) => !answered.has(id))
    if (missing.length > 0)
      this.#rejected.push({ ids: missing, text: '', faults: ['no entry has these ids; write one for each'] })
    return this.#open.size > 0
  }

  /** What the rules exclude stays excluded, unless the first answer has a valid entry about it. */
  #dropDoubtful(): void {
    for (const [id, { isDoubtful }] of this.#open) if (isDoubtful) this.#open.delete(id)
  }

  /** Accepts an entry that passes every check, or holds it for the checker; otherwise returns its faults. */
  #checkEntry(entry: ModelEntry): string[] {
    const { session, checks, acceptedTexts } = this.#context
    const ids = [...new Set(entry.ids)]
    const known = ids.flatMap((id) => this.#open.get(id) ?? [])
    const tasks = entry.notable ? known : known.filter(({ isDoubtful }) => !isDoubtful)
    // A retried answer repeats entries that were accepted before the connection broke.
    if (tasks.length === 0) return []
    if (known.length < ids.length) return ['it has ids that were not requested; use only the given ids']
    if (!categories.includes(entry.category as Category))
      return [`its category is unknown; use one of ${categories.join(', ')}`]
    const draft = draftFromEntry(entry, tasks, checks)
    if (this.#refused.has(refusalKey(draft))) return ['it was rejected before; write another text']
    const faults = [...checks.check(draft), ...this.#checkRepetition(draft, tasks)]
    if (faults.length > 0) return faults
    const isByRules = tasks.some(({ byRules }) => byRules.text === draft.text)
    const suspicions = isByRules ? [] : checks.suspect(draft)
    const strong = strongWords(suspicions)
    if (session.check === 'words' && strong !== null) return [unsupportedFault(strong)]
    for (const task of tasks) {
      this.#open.delete(task.item.id)
      acceptedTexts.set(draft.text, task.byRules.text)
    }
    const needsVerdict = this.#needsVerdict(draft, tasks, suspicions)
    const openNames = draft.exclusionReason === null ? checks.listOpenNames(draft) : []
    if (needsVerdict || openNames.length > 0) {
      const items = tasks.map(({ item }) => item)
      const needsDetails = needsVerdict && checks.needsDetails(draft)
      this.#held.push({ draft, tasks, items, suspicions, needsDetails, needsVerdict, openNames })
    } else this.#context.accept(draft)
    return []
  }

  /** Two changes may have the same text only if the rules write the same for both. */
  #checkRepetition({ text }: Draft, tasks: WritingTask[]): string[] {
    const before = this.#context.acceptedTexts.get(text)
    return before === undefined || tasks.some(({ byRules }) => byRules.text === before)
      ? []
      : ['another entry has the same text; say what is different']
  }

  #needsVerdict(draft: Draft, tasks: WritingTask[], suspicions: Suspicion[]): boolean {
    const { session, checks } = this.#context
    if (session.check === 'words' || draft.exclusionReason !== null) return false
    const isOwn = tasks.length === 1 && tasks[0]!.byRules.text === draft.text
    if (isOwn || checks.isCopy(draft)) return false
    if (session.check === 'full' || suspicions.length > 0) return true
    return tasks.some(({ change }) => change.breaking || change.category === 'Security')
  }

  /**
   * Asks the model whether the evidence supports the held drafts, looks up their names at the ends of the range, and
   * accepts or rejects each draft.
   */
  async #decideHeld(): Promise<void> {
    const { session, checks, accept, acceptedTexts } = this.#context
    const held = this.#held.splice(0)
    if (held.length === 0) return
    await takeTurn()
    const claims = held.filter(({ needsVerdict }) => needsVerdict)
    const [verdicts, absent] = await Promise.all([
      claims.length === 0 ? null : session.askForVerdicts(claims),
      checks.findAbsentNames(held.flatMap(({ openNames }) => openNames)),
    ])
    for (const each of held) {
      const { draft, tasks, suspicions, needsVerdict, openNames } = each
      const verdict = verdicts?.get(String(claims.indexOf(each) + 1))
      const judged = verdicts === null ? strongWords(suspicions) : findUnsupported(each, verdict, checks)
      const unsupported = needsVerdict ? judged : null
      const missing = openNames.filter((name) => absent.has(name))
      if (unsupported === null && missing.length === 0) {
        accept(draft)
        continue
      }
      for (const task of tasks) this.#open.set(task.item.id, task)
      acceptedTexts.delete(draft.text)
      this.#refused.add(refusalKey(draft))
      const ids = tasks.map(({ item }) => item.id)
      const faults = [
        ...missing.map((name) => absent.get(name)!),
        ...(unsupported === null ? [] : [unsupportedFault(unsupported)]),
      ]
      this.#reject({ ids, text: draft.text }, faults, [...missing, ...(unsupported ?? [])])
    }
  }

  /** Notes a rejected entry, for the next request and for the report. */
  #reject(
    { ids, text }: Pick<ModelEntry, 'ids' | 'text'>,
    faults: string[],
    unsupported: string[] | null = null,
  ): void {
    // Nothing is requested again that the rules exclude.
    if (ids.every((id) => this.#open.get(id)?.isDoubtful)) return
    this.#rejected.push({ ids, text: text.slice(0, 400), faults })
    const reason = unsupported === null ? 'invalid' : 'unsupported'
    for (const id of ids)
      if (this.#reasons.get(id)?.reason !== 'unsupported')
        this.#reasons.set(id, { reason, words: unsupported ?? faults, text: text.slice(0, 400) })
  }
}

/** A draft that waits for a decision, with its tasks. */
interface HeldTask extends HeldDraft {
  tasks: WritingTask[]
  needsVerdict: boolean
  openNames: string[]
}

function refusalKey({ changeIds, text }: Draft): string {
  return JSON.stringify([changeIds, text])
}

/** The words for which the rules alone reject a text, where the model gives no verdict; null if there are none. */
function strongWords(suspicions: Suspicion[]): string[] | null {
  const strong = suspicions.filter((suspicion) => suspicion.strong)
  return strong.length === 0 ? null : strong.map(({ words }) => words).filter((words) => words !== '')
}

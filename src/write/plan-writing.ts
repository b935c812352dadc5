import type { Curated } from '../core/change.ts'
import type { Gateway, ModelPlan } from '../core/gateway.ts'
import type { Voice } from '../core/house-style.ts'
import type { ChangelogFile } from '../core/project-files.ts'
import type { Check, WriteRequest } from '../core/request.ts'
import { redact } from '../text/redact.ts'
import { estimateOutputTokens, estimateTokens, planBatches, type WritingTask } from './plan-batches.ts'
import {
  buildEntriesPrompt,
  checkInstructions,
  reviewInstructions,
  type WritingOptions,
  writingInstructions,
} from './prompt.ts'
import { selectChanges } from './select-changes.ts'
import { pastEntries } from './voice.ts'
import { writeByRules } from './write-by-rules.ts'

/** A gateway of which only the model and its price are used. */
type PricedGateway = Pick<Gateway, 'model' | 'price' | 'check'>

/** The dependencies of an estimate. */
interface PlanContext {
  changelog: ChangelogFile | null
  fromRef: string | null
  voice: Voice | null
  gateway: PricedGateway
  signal: AbortSignal
}

/** Estimates the calls, tokens and cost of writing these changes with a model; only the price is requested. */
export function planWriting(
  { changes, doubtful = [] }: Pick<Curated, 'changes' | 'doubtful'>,
  request: WriteRequest,
  { changelog, fromRef, voice, gateway, signal }: PlanContext,
): Promise<ModelPlan> {
  const { selected } = selectChanges(changes, request)
  const byRules = writeByRules([...selected, ...doubtful.map(({ change }) => change)], voice)
  return estimatePlan(
    planBatches(selected, byRules, doubtful),
    toWritingOptions(request, { changelog, fromRef }),
    {
      gateway,
      signal,
      check: checkOf(request, gateway),
    },
  )
}

/** How the entries of a request are checked: as it says, or as the operator set it. */
export function checkOf({ check }: Pick<WriteRequest, 'check'>, gateway: Pick<Gateway, 'check'>): Check {
  return check ?? gateway.check ?? 'full'
}

/** The share of the entries that the checker is asked about, for an estimate; measured for `suspected`. */
const checkedShare: Record<Check, number> = { full: 1, suspected: 0.3, words: 0 }
const verdictTokens = 40
const claimTokens = 45
const reviewedTokens = { input: 45, output: 12 }

/** Estimates the calls, tokens and cost of these batches. */
export async function estimatePlan(
  batches: WritingTask[][],
  writingOptions: WritingOptions,
  { gateway, signal, check }: { gateway: PricedGateway; signal: AbortSignal; check: Check },
): Promise<ModelPlan> {
  const fixed = estimateTokens(writingInstructions + buildEntriesPrompt([], writingOptions, []))
  const items = batches.flat().map(({ item }) => estimateTokens(JSON.stringify(item)))
  const itemTokens = items.reduce((sum, tokens) => sum + tokens, 0)
  const share = checkedShare[check]
  const checks = share === 0 ? 0 : batches.length
  const checkedTokens =
    checks * estimateTokens(checkInstructions) + share * (itemTokens + claimTokens * items.length)
  // The whole list is reviewed if several batches wrote it.
  const reviews = batches.length > 1 ? 1 : 0
  const reviewTokens = estimateTokens(reviewInstructions) + reviewedTokens.input * items.length
  const inputTokens = Math.ceil(batches.length * fixed + itemTokens + checkedTokens + reviews * reviewTokens)
  const outputTokens = Math.ceil(
    estimateOutputTokens(items.length) +
      share * verdictTokens * items.length +
      reviews * reviewedTokens.output * items.length,
  )
  const price = batches.length === 0 ? null : await gateway.price(signal)
  const cost = price && (inputTokens * price.input + outputTokens * price.output) / 1e6
  return {
    model: gateway.model,
    calls: batches.length + checks + reviews,
    inputTokens,
    outputTokens,
    cost,
    cutTexts: countCutTexts(batches),
  }
}

/** Counts the changes whose text is so long that only its beginning is sent. */
export function countCutTexts(batches: WritingTask[][]): number {
  return batches.flat().filter(({ item }) => item.bodyCut).length
}

/** Returns the language, audience, instructions and voice for the prompt, with all secrets redacted. */
export function toWritingOptions(
  { language, audience, instructions }: WriteRequest,
  { changelog, fromRef }: Pick<PlanContext, 'changelog' | 'fromRef'>,
): WritingOptions {
  return {
    language,
    audience,
    instructions: instructions === null ? null : redact(instructions).text,
    voice: pastEntries(changelog?.text ?? null, fromRef).map((entry) => redact(entry).text),
  }
}

import type { Change } from '../core/change.ts'
import type { Gateway, ModelPlan } from '../core/gateway.ts'
import type { Voice } from '../core/house-style.ts'
import type { ChangelogFile } from '../core/project-files.ts'
import type { GenerateRequest } from '../core/request.ts'
import { redact } from '../text/redact.ts'
import { estimateTokens, outputTokens, planBatches, type WritingTask } from './plan-batches.ts'
import { buildEntriesPrompt, type WritingOptions, writingInstructions } from './prompt.ts'
import { pastEntries } from './voice.ts'
import { writeByRules } from './write-by-rules.ts'

type Priced = Pick<Gateway, 'model' | 'price'>

interface PlanContext {
  changelog: ChangelogFile | null
  voice: Voice | null
  gateway: Priced
  signal: AbortSignal
}

/** What asking a language model about these changes would take; nothing is asked but the price. */
export function planWriting(
  changes: Change[],
  request: GenerateRequest,
  { changelog, voice, gateway, signal }: PlanContext,
): Promise<ModelPlan> {
  const byRules = writeByRules(changes, voice)
  return estimatePlan(planBatches(changes, byRules), toWritingOptions(request, changelog), {
    gateway,
    signal,
  })
}

/** What these batches will take. */
export async function estimatePlan(
  batches: WritingTask[][],
  writingOptions: WritingOptions,
  { gateway, signal }: { gateway: Priced; signal: AbortSignal },
): Promise<ModelPlan> {
  const fixed = estimateTokens(writingInstructions + buildEntriesPrompt([], writingOptions, []))
  const items = batches.flat().map(({ item }) => estimateTokens(JSON.stringify(item)))
  const inputTokens = batches.length * fixed + items.reduce((sum, each) => sum + each, 0)
  const output = outputTokens(items.length)
  const price = batches.length === 0 ? null : await gateway.price(signal)
  const cost = price && (inputTokens * price.input + output * price.output) / 1e6
  return {
    model: gateway.model,
    calls: batches.length,
    inputTokens,
    outputTokens: output,
    cost,
    cutTexts: cutTexts(batches),
  }
}

/** How many changes have texts so long that only their beginning is sent. */
export function cutTexts(batches: WritingTask[][]): number {
  return batches.flat().filter(({ item }) => item.bodyCut).length
}

/** What is asked for beside the changes; what a caller or a changelog lets slip is no model's business. */
export function toWritingOptions(
  { language, audience, instructions }: GenerateRequest,
  changelog: ChangelogFile | null,
): WritingOptions {
  return {
    language,
    audience,
    instructions: instructions === null ? null : redact(instructions).text,
    voice: pastEntries(changelog?.text ?? null).map((entry) => redact(entry).text),
  }
}

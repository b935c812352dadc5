import type { Change } from '../core/change.ts'
import type { Draft } from '../core/entry.ts'
import { Problem } from '../core/errors.ts'
import type { WriteRequest } from '../core/request.ts'
import { warn } from '../core/warnings.ts'
import { findUnsupported, type HeldDraft, unsupportedFault } from './claim-checker.ts'
import { ModelWriter } from './model-writer.ts'
import { planBatches } from './plan-batches.ts'
import {
  buildSummaryPrompt,
  promptTexts,
  type RejectedText,
  summaryInstructions,
  summarySchema,
} from './prompt.ts'
import { writeByRules } from './write-by-rules.ts'
import type { DraftChecks, ModelWriteContext, WriteResult } from './write-context.ts'

/**
 * Writes the selected changes with a language model, batch by batch. The rules write the other changes, and those
 * for which the model returns no valid text.
 */
export async function writeByModel(
  { selected, others }: { selected: Change[]; others: Change[] },
  request: WriteRequest,
  context: ModelWriteContext,
): Promise<WriteResult> {
  const checks = await context.loadChecks(promptTexts)
  const byRules = writeByRules(others, context.voice, context.projectName)
  for (const draft of byRules) checks.onDraft(draft)
  const modelWriter = new ModelWriter(request, context, checks)
  const batches = planBatches(selected, writeByRules(selected, context.voice, context.projectName))
  await modelWriter.reportPlan(batches)
  await modelWriter.writeBatches(batches)
  const drafts = modelWriter.draftsInOrder(selected)
  const wantsSummary = request.summary && !modelWriter.hasGivenUp()
  const summary = wantsSummary ? await writeSummary(drafts, modelWriter, checks) : null
  const warnings = [
    ...modelWriter.warnings(batches),
    ...(request.summary && summary === null ? [warn('summary-missing')] : []),
  ]
  return { drafts: [...drafts, ...byRules], summary, report: modelWriter.report(), warnings }
}

const maxEntries = 60

/** Has the model write a sentence or two about the release; null when the gateway or the check fails. */
async function writeSummary(
  drafts: Draft[],
  modelWriter: ModelWriter,
  checks: DraftChecks,
): Promise<string | null> {
  const included = drafts.filter(({ exclusionReason }) => exclusionReason === null).slice(0, maxEntries)
  const entries = included.map(({ category, text }) => ({ category, text }))
  let rejected: RejectedText[] = []
  for (let attempt = 0; attempt < 2 && entries.length > 0; attempt += 1) {
    const evidence = buildSummaryPrompt(entries, modelWriter.writingOptions, rejected)
    const prompt = { instructions: summaryInstructions, evidence, answer: summarySchema }
    const request = modelWriter.buildRequest(prompt, { changes: 4 })
    try {
      const response = await modelWriter.send(request)
      const text = parseSummary(response.text)
      const faults =
        text === null
          ? ['it is not JSON of the given schema; return only that JSON']
          : await findSummaryFaults(text, included, { modelWriter, checks })
      if (text !== null && faults.length === 0) {
        modelWriter.keep(request, response)
        return text
      }
      rejected = [{ ids: [], text: text ?? '', faults }]
    } catch (error) {
      modelWriter.throwIfAborted()
      // The notes are complete without a summary.
      if (error instanceof Problem) return null
      throw error
    }
  }
  return null
}

/** Checks a summary against the entries: by the rules, and by the model as the entries are. */
async function findSummaryFaults(
  text: string,
  entries: Draft[],
  { modelWriter, checks }: { modelWriter: ModelWriter; checks: DraftChecks },
): Promise<string[]> {
  const faults = checks.checkSummary(text)
  if (faults.length > 0) return faults
  const texts = entries.map((entry) => entry.text)
  const suspicions = checks.suspectSummary(text, texts)
  const strong = suspicions.filter((suspicion) => suspicion.strong).map(({ words }) => words)
  const isChecked =
    modelWriter.check === 'full' || (modelWriter.check === 'suspected' && suspicions.length > 0)
  const claim: HeldDraft = {
    draft: { ...entries[0]!, changeIds: [], text },
    items: entries.map(({ category, text: title }, index) => ({
      id: `e${index + 1}`,
      title,
      category,
      rules: '',
    })),
    suspicions,
    needsDetails: false,
  }
  const verdicts = isChecked ? await modelWriter.askForVerdicts([claim]) : null
  if (verdicts === null) return strong.length === 0 ? [] : [unsupportedFault(strong)]
  const plain = texts.map(toPlain).join('\n')
  const unsupported = findUnsupported(claim, verdicts.get('1'), {
    isQuoted: (_ids, quote) => toPlain(quote).length > 2 && plain.includes(toPlain(quote)),
  })
  return unsupported === null ? [] : [unsupportedFault(unsupported)]
}

function toPlain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s`]+/g, ' ')
    .trim()
}

function parseSummary(answer: string): string | null {
  const json = answer.slice(Math.max(0, answer.indexOf('{')), answer.lastIndexOf('}') + 1)
  try {
    const { summary } = JSON.parse(json) as { summary?: unknown }
    return typeof summary === 'string' && summary.trim() !== '' ? summary.trim() : null
  } catch {
    return null
  }
}

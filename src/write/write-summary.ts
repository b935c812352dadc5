import type { Draft } from '../core/entry.ts'
import { findUnsupported, type HeldDraft, unsupportedFault } from './claim-checker.ts'
import type { ModelSession } from './model-session.ts'
import { buildSummaryPrompt, type RejectedText, summaryInstructions, summarySchema } from './prompt.ts'
import { parseAnswer } from './read-answer.ts'
import type { DraftChecks } from './write-context.ts'

const maxEntries = 60

/** Has the model write a sentence or two about the release; null when the gateway or the check fails. */
export async function writeSummary(
  drafts: Draft[],
  session: ModelSession,
  checks: DraftChecks,
): Promise<string | null> {
  const included = drafts.filter(({ exclusionReason }) => exclusionReason === null).slice(0, maxEntries)
  const entries = included.map(({ category, text }) => ({ category, text }))
  let rejected: RejectedText[] = []
  for (let attempt = 0; attempt < 2 && entries.length > 0; attempt += 1) {
    const evidence = buildSummaryPrompt(entries, session.writingOptions, rejected)
    const prompt = { instructions: summaryInstructions, evidence, answer: summarySchema }
    const request = session.buildRequest(prompt, { changes: 4 })
    // The notes are complete without a summary.
    const response = await session.trySend(request)
    if (response === null) return null
    const text = parseSummary(response.text)
    const faults =
      text === null
        ? ['it is not JSON of the given schema; return only that JSON']
        : await findFaultsAgainst(text, included, { session, checks })
    if (text !== null && faults.length === 0) {
      session.keep(request, response)
      return text
    }
    rejected = [{ ids: [], text: text ?? '', faults }]
  }
  return null
}

/** Checks a text about the whole release against the entries: by the rules, and by the model as the entries are. */
async function findFaultsAgainst(
  text: string,
  entries: Pick<Draft, 'text' | 'category'>[],
  { session, checks }: { session: ModelSession; checks: DraftChecks },
): Promise<string[]> {
  const faults = checks.checkSummary(text)
  if (faults.length > 0) return faults
  const texts = entries.map((entry) => entry.text)
  const suspicions = checks.suspectSummary(text, texts)
  const strong = suspicions.filter((suspicion) => suspicion.strong).map(({ words }) => words)
  const isChecked = session.check === 'full' || (session.check === 'suspected' && suspicions.length > 0)
  const claim: HeldDraft = {
    draft: { changeIds: [], category: entries[0]!.category, text, writtenBy: 'model', exclusionReason: null },
    items: entries.map(({ category, text: title }, index) => ({
      id: `e${index + 1}`,
      title,
      category,
      rules: '',
    })),
    suspicions,
    needsDetails: false,
  }
  const verdicts = isChecked ? await session.askForVerdicts([claim]) : null
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
  const summary = parseAnswer(answer)?.summary
  return typeof summary === 'string' && summary.trim() !== '' ? summary.trim() : null
}

import type { Change, Curated } from '../core/change.ts'
import type { Commit } from '../core/commit.ts'
import { compareImportance, rankUrgency } from '../core/compare-importance.ts'
import type { Draft, Entry } from '../core/entry.ts'
import type { Warning } from '../core/warnings.ts'
import { chooseHighlights } from '../render/choose-highlights.ts'
import { listPrinted, type RenderedNotes, type RenderInput, render } from '../render/render.ts'
import { makeHarmless } from '../text/inline-text.ts'
import { redact } from '../text/redact.ts'
import { checkFormat } from '../verify/check-format.ts'
import { checkLedger } from '../verify/check-ledger.ts'
import { type VerifiedNotes, verify } from '../verify/verify.ts'
import type { WriteResult } from '../write/write-context.ts'

/** The drafts of a range, and everything else that its notes show. */
export interface FinishInput {
  curated: Pick<Curated, 'changes' | 'omitted' | 'contributors'>
  commits: Pick<Commit, 'sha'>[]
  written: Pick<WriteResult, 'drafts' | 'included' | 'isOrdered' | 'highlights' | 'summary'>
  /** The order of the entries in the text: the most important of a category first, or that of the drafts. */
  order: 'importance' | 'drafts'
  /** Whether the notes begin with the most important entries. */
  wantsHighlights: boolean
  /** Whether the notes are printed; not if a template prints them. */
  isRendered: boolean
  /** What is printed beside the entries. */
  shown: Omit<RenderInput, 'entries' | 'highlights' | 'historyOrder'>
}

/** The verified notes and their text. */
export interface FinishedNotes extends VerifiedNotes {
  /** The ids of the entries in the order of the text. */
  printedOrder: string[]
  highlights: Entry[]
  /** Null if a template prints the notes. */
  rendered: RenderedNotes | null
  formatFaults: Warning[]
  /** How many secrets were found in the final texts. */
  secrets: number
}

/** Verifies drafts, checks the ledger, renders the notes and checks their format. */
export function verifyAndRender(input: FinishInput): FinishedNotes {
  const { commits, written, order, shown } = input
  const curated = withIncluded(input.curated, written.included ?? [])
  const verified = hideSecrets(verify(written.drafts, curated, commits))
  checkLedger(commits, verified.entries, verified.omitted)
  const entries = order === 'drafts' ? inDraftOrder(verified.entries, written.drafts) : verified.entries
  const printed = order === 'importance' ? inPrintedOrder(entries, written) : entries
  const { format, web, releaseConfig } = shown
  const highlights = input.wantsHighlights
    ? settleHighlights(listPrinted({ entries, format, web, releaseConfig }), written)
    : []
  const printedInput = { entries: printed, highlights, historyOrder: entries.map(({ id }) => id) }
  const rendered = input.isRendered ? render({ ...shown, ...printedInput }) : null
  return {
    entries,
    omitted: verified.omitted,
    secrets: verified.secrets,
    printedOrder: printed.map(({ id }) => id),
    highlights,
    rendered,
    // A layout of the project itself follows no other rules.
    formatFaults:
      !rendered || rendered.isConfigured ? [] : findFormatFaults(rendered, { ...shown, ...printedInput }),
  }
}

/** Checks the format of the text without what a person may write freely. */
function findFormatFaults({ text }: RenderedNotes, input: RenderInput): Warning[] {
  const { format, part, blocks = {}, entries } = input
  const cited = entries.filter(({ commits }) => commits.length > 0)
  const isFree = cited.length < entries.length || Object.keys(blocks).length > 0
  const checked = isFree ? render({ ...input, entries: cited, blocks: {} }).text : text
  return checkFormat(checked, { format, part })
}

/** Redacts the final texts once more: rules and writers join words that were apart when the commits were read. */
function hideSecrets({ entries, omitted }: VerifiedNotes): VerifiedNotes & { secrets: number } {
  let secrets = 0
  const hide = (text: string) => {
    const redacted = redact(text)
    secrets += redacted.found
    return redacted.text
  }
  const shown = entries.map((entry) => ({
    ...entry,
    text: hide(entry.text),
    scope: entry.scope === null ? null : hide(entry.scope),
  }))
  return {
    entries: shown,
    omitted: omitted.map((each) => ({ ...each, subject: hide(each.subject) })),
    secrets,
  }
}

const minHighlights = 3

/** The highlights of the model, urgent ones first; those of the rules if the model has too few or misses a break. */
function settleHighlights(entries: Entry[], { highlights: given = [] }: FinishInput['written']): Entry[] {
  const byRules = chooseHighlights(entries)
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const byModel = given.flatMap(({ id, text }) => {
    const entry = byId.get(id)
    return entry ? [{ ...entry, text: makeHarmless(redact(text).text) }] : []
  })
  const ids = new Set(byModel.map(({ id }) => id))
  const isMissing = byRules.some(({ id, breaking }) => breaking && !ids.has(id))
  if (byRules.length === 0 || byModel.length < minHighlights || isMissing) return byRules
  return byModel.toSorted((one, other) => rankUrgency(one) - rankUrgency(other))
}

/** Adds changes that the rules exclude and the writer includes; their commits are no longer omitted. */
function withIncluded(curated: FinishInput['curated'], included: Change[]): FinishInput['curated'] {
  if (included.length === 0) return curated
  const shas = new Set(included.flatMap(({ commits }) => commits))
  return {
    ...curated,
    changes: [...curated.changes, ...included],
    omitted: curated.omitted.filter(({ sha }) => !shas.has(sha)),
  }
}

/** The most important entries first, or the order that the model gave them, in which urgent entries are still first. */
function inPrintedOrder(entries: Entry[], { drafts, isOrdered = false }: FinishInput['written']): Entry[] {
  if (!isOrdered) return entries.toSorted(compareImportance)
  return inDraftOrder(entries, drafts).toSorted((one, other) => rankUrgency(one) - rankUrgency(other))
}

function inDraftOrder(entries: Entry[], drafts: Draft[]): Entry[] {
  const place = new Map(drafts.map(({ id, changeIds }, index) => [changeIds[0] ?? id!, index]))
  return entries.toSorted((one, other) => place.get(one.id)! - place.get(other.id)!)
}

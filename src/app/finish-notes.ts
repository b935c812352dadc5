import type { Answer } from '../core/answer.ts'
import type { Change, Curated } from '../core/change.ts'
import { compareImportance, rankUrgency } from '../core/compare-importance.ts'
import type { Draft, Entry } from '../core/entry.ts'
import type { AreaMode, Format, Part } from '../core/format.ts'
import type { History } from '../core/history.ts'
import type { HouseReport } from '../core/house-style.ts'
import type { StageReporter } from '../core/progress.ts'
import type { AnsweredRange } from '../core/range.ts'
import type { PackagePaths } from '../core/repository-config.ts'
import type { NextVersion } from '../core/versioning.ts'
import { type Warning, warn } from '../core/warnings.ts'
import type { WebAddress } from '../core/web-address.ts'
import { chooseHighlights } from '../render/choose-highlights.ts'
import type { RenderedNotes, RenderInput } from '../render/render.ts'
import { makeHarmless } from '../text/inline-text.ts'
import { checkFormat } from '../verify/check-format.ts'
import { checkLedger } from '../verify/check-ledger.ts'
import { verify } from '../verify/verify.ts'
import type { WriteResult } from '../write/write-context.ts'
import { printsOwnScopes } from './configured-voice.ts'
import { type LoadedConfig, reportConfig } from './load-config.ts'
import type { renderByTemplate as RenderByTemplate } from './render-by-template.ts'

/** The changes of a range, and everything else that its notes show. */
export interface CuratedRange {
  /** The address of the repository on the web. */
  web: WebAddress | null
  /** The name of the repository without its owner. */
  projectName: string
  range: AnsweredRange
  version: string | null
  date: string | null
  /** The tag of the release, if it has one. */
  tag?: string | null
  /** The version at the start of the range, if it is a release. */
  previousVersion?: string | null
  history: Pick<History, 'commits' | 'releaseConfig' | 'changelog'>
  curated: Curated
  houseStyle: HouseReport | null
  /** The version that the changes call for, if it was asked for. */
  nextVersion?: NextVersion | null
  /** The configuration that is used. */
  config: LoadedConfig
  /** The warnings of resolving, collecting and curating. */
  warnings: Warning[]
}

/** How the notes are finished. */
export interface FinishOptions {
  format: Format
  /** The name of a configured format that is based on `format`. */
  formatName?: string
  /** Whether the notes are added to a changelog. */
  forFile?: boolean
  part: Part
  areas: AreaMode
  /** Whether the notes begin with the most important entries. */
  highlights: boolean
  stages: StageReporter
  /** The order of the entries in the text: the most important of a category first, or that of the drafts. */
  order: 'importance' | 'drafts'
  signal?: AbortSignal
  /** Receives the verified entries in the order of the text, before they are rendered. */
  onVerified?: (entries: Entry[]) => void
}

/**
 * Turns drafts into the answer: verify, check the ledger, render, check the format. The answer has the warnings of
 * every step, in the order of the steps.
 */
export async function finishNotes(
  gathered: CuratedRange,
  written: WriteResult,
  { format, formatName, part, areas, highlights: wantsHighlights, stages, order, ...options }: FinishOptions,
): Promise<Answer> {
  const { onVerified, forFile, signal = neverAborted } = options
  const { web, range, version, date, history, houseStyle } = gathered
  const curated = withIncluded(gathered.curated, written.included ?? [])
  const { commits, releaseConfig, changelog } = history

  await stages('verify', written.drafts.length)
  const verified = verify(written.drafts, curated, commits)
  checkLedger(commits, verified.entries, verified.omitted)
  const entries = order === 'drafts' ? inDraftOrder(verified.entries, written.drafts) : verified.entries
  const printed = order === 'importance' ? inPrintedOrder(entries, written) : entries
  onVerified?.(printed)

  await stages('render', entries.length)
  const shown = {
    commitCount: commits.length,
    format: formatName ?? format,
    range,
    summary: written.summary,
    entries,
    contributors: curated.contributors,
  }
  const configuration = gathered.config.source === 'none' ? null : gathered.config.config
  const { listPrinted, render } = await import('../render/render.ts')
  const highlights = wantsHighlights
    ? settleHighlights(listPrinted({ entries, format, web, releaseConfig }), written)
    : []
  const input: RenderInput = {
    ...{ ...shown, format, highlights, version, date, part, areas, releaseConfig, changelog, web },
    scopeStyle: printsOwnScopes(configuration) ? null : (houseStyle?.voice.scope ?? null),
    entries: printed,
    formatName,
    forFile,
    config: configuration,
    historyOrder: entries.map(({ id }) => id),
    projectName: gathered.projectName,
    package: packageOf(gathered.config),
    tag: gathered.tag ?? null,
    previousVersion: gathered.previousVersion ?? null,
  }
  // A changelog is parsed again, so that no template prints what is added to it.
  const template = forFile ? undefined : configuration?.formats?.[formatName ?? format]?.template
  const rendered =
    template === undefined
      ? render(input)
      : await printByTemplate(input, {
          ...{ template, config: configuration!, path: gathered.config.path, signal },
          omittedCount: verified.omitted.length,
        })
  // A layout of the project itself follows no other rules.
  const formatFaults = rendered.isConfigured ? [] : checkFormat(rendered.text, { format, part })
  await stages(null, null)

  return {
    success: true,
    changelog: rendered.text,
    ...shown,
    highlights: highlights.map(({ id }) => id),
    houseStyle,
    nextVersion: gathered.nextVersion ?? null,
    config: reportConfig(gathered.config, curated.unused ?? []),
    writer: written.report,
    omitted: verified.omitted,
    warnings: [
      ...gathered.warnings,
      ...written.warnings,
      ...(wantsHighlights && highlights.length === 0
        ? [warn('highlights-omitted', { entries: entries.length })]
        : []),
      ...rendered.warnings,
      ...formatFaults,
    ],
  }
}

/** The package that was chosen, as formats print it. */
export function packageOf({ package: name, packages }: LoadedConfig): PackagePaths | null {
  return packages?.find((each) => each.name === name) ?? null
}

const neverAborted = new AbortController().signal

/** Prints by a template, which is loaded only if the configuration has one. */
async function printByTemplate(
  input: RenderInput,
  context: Parameters<typeof RenderByTemplate>[1],
): Promise<RenderedNotes> {
  const { renderByTemplate } = await import('./render-by-template.ts')
  return { ...(await renderByTemplate(input, context)), isConfigured: true }
}

const minHighlights = 3

/** The highlights of the model, urgent ones first; those of the rules if the model has too few or misses a break. */
function settleHighlights(entries: Entry[], { highlights: given = [] }: WriteResult): Entry[] {
  const byRules = chooseHighlights(entries)
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const byModel = given.flatMap(({ id, text }) => {
    const entry = byId.get(id)
    return entry ? [{ ...entry, text: makeHarmless(text) }] : []
  })
  const ids = new Set(byModel.map(({ id }) => id))
  const isMissing = byRules.some(({ id, breaking }) => breaking && !ids.has(id))
  if (byRules.length === 0 || byModel.length < minHighlights || isMissing) return byRules
  return byModel.toSorted((one, other) => rankUrgency(one) - rankUrgency(other))
}

/** Adds changes that the rules exclude and the writer includes; their commits are no longer omitted. */
function withIncluded(curated: Curated, included: Change[]): Curated {
  if (included.length === 0) return curated
  const shas = new Set(included.flatMap(({ commits }) => commits))
  return {
    ...curated,
    changes: [...curated.changes, ...included],
    omitted: curated.omitted.filter(({ sha }) => !shas.has(sha)),
  }
}

/** The most important entries first, or the order that the model gave them, in which urgent entries are still first. */
function inPrintedOrder(entries: Entry[], { drafts, isOrdered = false }: WriteResult): Entry[] {
  if (!isOrdered) return entries.toSorted(compareImportance)
  return inDraftOrder(entries, drafts).toSorted((one, other) => rankUrgency(one) - rankUrgency(other))
}

function inDraftOrder(entries: Entry[], drafts: Draft[]): Entry[] {
  const place = new Map(drafts.map(({ changeIds }, index) => [changeIds[0]!, index]))
  return entries.toSorted((one, other) => place.get(one.id)! - place.get(other.id)!)
}

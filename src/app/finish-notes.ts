import type { Answer } from '../core/answer.ts'
import type { Curated } from '../core/change.ts'
import type { Entry } from '../core/entry.ts'
import type { AreaMode, Format, Part } from '../core/format.ts'
import { type RunHeavy, runInline } from '../core/heavy-work.ts'
import type { History } from '../core/history.ts'
import type { HouseReport } from '../core/house-style.ts'
import type { NotesBlocks } from '../core/notes-blocks.ts'
import type { StageReporter } from '../core/progress.ts'
import type { AnsweredRange } from '../core/range.ts'
import type { PackagePaths } from '../core/repository-config.ts'
import type { NextVersion } from '../core/versioning.ts'
import { type Warning, warn } from '../core/warnings.ts'
import type { WebAddress } from '../core/web-address.ts'
import { formatSettings, printsOwnScopes } from '../render/layout.ts'
import type { RenderedNotes, RenderInput } from '../render/render.ts'
import { redact } from '../text/redact.ts'
import type { WriteResult } from '../write/write-context.ts'
import { finishTask } from './heavy-tasks.ts'
import { type LoadedConfig, reportConfig } from './load-config.ts'
import type { renderByTemplate as RenderByTemplate } from './render-by-template.ts'
import type { FinishInput } from './verify-and-render.ts'

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
  /** The token of the caller. */
  caller?: string | null
  /** Runs heavy work; by default in this thread. */
  runHeavy?: RunHeavy | undefined
  /** Receives the verified entries in the order of the text, before they are rendered. */
  onVerified?: (entries: Entry[]) => void
}

/**
 * Turns drafts into the answer: verify, check the ledger, render, check the format. The answer has the warnings of
 * every step, in the order of the steps.
 */
export async function finishNotes(
  gathered: CuratedRange,
  written: WriteResult & { blocks?: NotesBlocks },
  { format, formatName, part, areas, highlights: wantsHighlights, stages, order, ...options }: FinishOptions,
): Promise<Answer> {
  const { onVerified, forFile, signal = neverAborted, caller = null, runHeavy = runInline } = options
  const { web, range, version, date, history, houseStyle, curated } = gathered
  const { commits, releaseConfig, changelog } = history
  const summary = written.summary === null ? null : redact(written.summary).text
  const blocks = redactBlocks(written.blocks ?? {})
  const configuration = gathered.config.source === 'none' ? null : gathered.config.config
  // A changelog is parsed again, so that no template prints what is added to it.
  const template = forFile ? undefined : formatSettings(configuration, { format, formatName, web }).template
  const shown: FinishInput['shown'] = {
    ...{
      commitCount: commits.length,
      range,
      summary,
      contributors: curated.contributors,
      blocks: blocks.texts,
    },
    ...{ format, version, date, part, areas, releaseConfig, changelog, web, formatName, forFile },
    scopeStyle: printsOwnScopes(configuration) ? null : (houseStyle?.voice.scope ?? null),
    config: configuration,
    projectName: gathered.projectName,
    package: packageOf(gathered.config),
    tag: gathered.tag ?? null,
    previousVersion: gathered.previousVersion ?? null,
  }

  await stages('verify', written.drafts.length)
  const { drafts, included = [], isOrdered = false, highlights: chosen = [] } = written
  const { changes, omitted: excluded, contributors } = curated
  const finished = await runHeavy(
    finishTask,
    {
      curated: { changes, omitted: excluded, contributors },
      commits: commits.map(({ sha }) => ({ sha })),
      written: { drafts, included, isOrdered, highlights: chosen, summary },
      ...{ order, wantsHighlights, shown, isRendered: template === undefined },
    },
    { signal, caller },
  )
  const { entries, omitted, highlights, formatFaults } = finished
  const secrets = finished.secrets + blocks.secrets
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const printed = finished.printedOrder.map((id) => byId.get(id)!)
  onVerified?.(printed)

  await stages('render', entries.length)
  const rendered =
    finished.rendered ??
    (await printByTemplate(
      { ...shown, entries: printed, highlights, historyOrder: entries.map(({ id }) => id) },
      {
        ...{ template: template!, config: configuration!, path: gathered.config.path, signal },
        omittedCount: omitted.length,
      },
    ))
  await stages(null, null)

  return {
    success: true,
    changelog: rendered.text,
    commitCount: commits.length,
    format: formatName ?? format,
    range,
    summary,
    entries,
    contributors,
    highlights: highlights.map(({ id }) => id),
    houseStyle,
    nextVersion: gathered.nextVersion ?? null,
    config: reportConfig(gathered.config, curated.unused ?? []),
    writer: written.report,
    omitted,
    warnings: [
      ...gathered.warnings,
      ...written.warnings,
      ...(secrets > 0 ? [warn('secrets-redacted', { secrets })] : []),
      ...(wantsHighlights && highlights.length === 0
        ? [warn('highlights-omitted', { entries: entries.length })]
        : []),
      ...rendered.warnings,
      ...formatFaults,
    ],
  }
}

/** Hides secrets in the blocks of a person. */
function redactBlocks(blocks: NotesBlocks): { texts: NotesBlocks; secrets: number } {
  const redacted = Object.entries(blocks).map(([name, text]) => ({ name, ...redact(text) }))
  return {
    texts: Object.fromEntries(redacted.map(({ name, text }) => [name, text])),
    secrets: redacted.reduce((sum, { found }) => sum + found, 0),
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

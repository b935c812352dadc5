import type { Entry } from '../core/entry.ts'
import type { Format } from '../core/format.ts'
import type { RepositoryConfig } from '../core/repository-config.ts'
import { type Warning, warn } from '../core/warnings.ts'
import type { WebAddress } from '../core/web-address.ts'
import { groupByReleaseConfig } from './group-by-release-config.ts'
import { resolveLayout } from './layout.ts'
import { createLinks } from './links.ts'
import type { NotesContent } from './notes-content.ts'
import { renderConfigured } from './render-configured.ts'
import { renderHostRelease } from './render-host-release.ts'
import { renderKeepAChangelog } from './render-keepachangelog.ts'
import { renderSimple } from './render-simple.ts'

/** The notes to render, and how. */
export type RenderInput = Omit<
  NotesContent,
  'links' | 'cut' | 'historyOrder' | 'projectName' | 'tag' | 'previousVersion'
> &
  Partial<Pick<NotesContent, 'historyOrder' | 'projectName' | 'tag' | 'previousVersion'>> & {
    format: Format
    web: WebAddress | null
    /** The name of a configured format that is based on `format`. */
    formatName?: string | undefined
    /** The configuration of the repository; null if there is none. */
    config?: RepositoryConfig | null
    /** Whether the notes are added to a changelog. */
    forFile?: boolean | undefined
  }

/** The rendered notes. */
export interface RenderedNotes {
  text: string
  /** Whether the configuration of the repository changed the layout of the format. */
  isConfigured: boolean
  warnings: Warning[]
}

/** What formats print of the notes, with nothing cut. */
export function toNotesContent(input: RenderInput): NotesContent {
  return {
    historyOrder: [],
    projectName: '',
    tag: null,
    previousVersion: null,
    ...input,
    links: createLinks(input.web),
    cut: 0,
  }
}

/** The maximum length of a release body. */
const releaseCharacters = 125_000

/** Renders the notes in a format. If a release is too long, the least notable entries are cut. */
export function render(input: RenderInput): RenderedNotes {
  const layout = resolveLayout(input.config ?? null, {
    format: input.format,
    formatName: input.formatName,
    web: input.web,
    forFile: input.forFile,
    isRuled: input.entries.some(({ section, category }) => section !== undefined && section !== category),
  })
  const { print: printFormat, limit } = chooseRenderer(input.format)
  const print = layout ? (notes: NotesContent) => renderConfigured(notes, layout) : printFormat
  const releaseConfig = usesReleaseConfig(input) ? input.releaseConfig : null
  const excluded = releaseConfig ? groupByReleaseConfig(input.entries, releaseConfig).excluded : []
  const renderEntries = (entries: Entry[]) =>
    print({
      ...toNotesContent({ ...input, entries }),
      releaseConfig,
      cut: input.entries.length - entries.length,
    })
  const whole = renderEntries(input.entries)
  const warnings =
    excluded.length === 0
      ? []
      : [
          warn('left-out-by-release-config', {
            excluded: excluded.length,
            entries: input.entries.length,
          }),
        ]
  const isConfigured = layout !== null
  if (whole.length <= limit) return { text: whole, isConfigured, warnings }
  // Rendering is slow, so the number of entries is estimated first, with a small margin.
  const share = limit / whole.length
  for (let count = Math.floor(input.entries.length * share * 0.98); ; count = Math.floor(count * 0.98)) {
    const text = renderEntries(mostNotable(input.entries, count))
    if (text.length <= limit || count === 0)
      return { text, isConfigured, warnings: [...warnings, textCut(input, count, limit)] }
  }
}

/** The entries that the text contains: on GitHub, .github/release.yml can exclude some. */
export function listPrinted(input: LayoutInput & Pick<RenderInput, 'entries'>): Entry[] {
  if (!usesReleaseConfig(input)) return input.entries
  const excluded = new Set(groupByReleaseConfig(input.entries, input.releaseConfig!).excluded)
  return input.entries.filter((entry) => !excluded.has(entry))
}

type LayoutInput = Pick<RenderInput, 'format' | 'web' | 'releaseConfig'>

/** Only a release on GitHub uses .github/release.yml. */
function usesReleaseConfig({ format, web, releaseConfig }: LayoutInput): boolean {
  const onGithub = format === 'github_release' || (format === 'hosting_release' && web?.kind === 'github')
  return onGithub && releaseConfig !== null && releaseConfig.categories.length > 0
}

function chooseRenderer(format: Format): { print: (notes: NotesContent) => string; limit: number } {
  if (format === 'keepachangelog') return { print: renderKeepAChangelog, limit: Number.POSITIVE_INFINITY }
  if (format === 'simple') return { print: renderSimple, limit: Number.POSITIVE_INFINITY }
  return { print: renderHostRelease, limit: releaseCharacters }
}

/** Returns the most notable entries in their original order. */
function mostNotable(entries: Entry[], count: number): Entry[] {
  const chosen = new Set(entries.toSorted((a, b) => b.notability - a.notability).slice(0, count))
  return entries.filter((entry) => chosen.has(entry))
}

function textCut({ entries, range }: RenderInput, kept: number, limit: number): Warning {
  return warn('text-cut', {
    limit,
    cut: entries.length - kept,
    entries: entries.length,
    url: range.compareUrl,
  })
}

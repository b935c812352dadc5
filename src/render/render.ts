import type { Entry } from '../core/entry.ts'
import type { Format } from '../core/format.ts'
import { type Warning, warn } from '../core/warnings.ts'
import type { WebAddress } from '../core/web-address.ts'
import { groupByReleaseConfig } from './group-by-release-config.ts'
import { createLinks } from './links.ts'
import type { NotesContent } from './notes-content.ts'
import { renderHostRelease } from './render-host-release.ts'
import { renderKeepAChangelog } from './render-keepachangelog.ts'
import { renderSimple } from './render-simple.ts'

/** The notes to render, and how. */
export type RenderInput = Omit<NotesContent, 'links' | 'cut'> & { format: Format; web: WebAddress | null }

/** The maximum length of a release body. */
const releaseCharacters = 125_000

/** Renders the notes in a format. If a release is too long, the least notable entries are cut. */
export function render(input: RenderInput): { text: string; warnings: Warning[] } {
  const { print, limit } = chooseRenderer(input.format)
  const releaseConfig = usesReleaseConfig(input) ? input.releaseConfig : null
  const excluded = releaseConfig ? groupByReleaseConfig(input.entries, releaseConfig).excluded : []
  const renderEntries = (entries: Entry[]) =>
    print({
      ...input,
      releaseConfig,
      entries,
      links: createLinks(input.web),
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
  if (whole.length <= limit) return { text: whole, warnings }
  // Rendering is slow, so the number of entries is estimated first, with a small margin.
  const share = limit / whole.length
  for (let count = Math.floor(input.entries.length * share * 0.98); ; count = Math.floor(count * 0.98)) {
    const text = renderEntries(mostNotable(input.entries, count))
    if (text.length <= limit || count === 0)
      return { text, warnings: [...warnings, textCut(input, count, limit)] }
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

import type { Entry } from '../core/entry.ts'
import type { Format } from '../core/format.ts'
import type { ReleaseConfig } from '../core/project-files.ts'
import { type Warning, warn } from '../core/warnings.ts'
import type { WebAddress } from '../core/web-address.ts'
import { groupByReleaseConfig } from './group-by-release-config.ts'
import { createLinks } from './links.ts'
import type { NotesContent } from './notes-content.ts'
import { renderHostRelease } from './render-host-release.ts'
import { renderKeepAChangelog } from './render-keepachangelog.ts'
import { renderSimple } from './render-simple.ts'

type RenderInput = Omit<NotesContent, 'links' | 'cut'> & { format: Format; web: WebAddress | null }

/** What the body of a release may hold on the hosts that have one. */
const releaseCharacters = 125_000

/** Prints the notes in a format; what a release has no room for is cut by whole entries, least notable first. */
export function render(input: RenderInput): { text: string; warnings: Warning[] } {
  const { print, limit } = printerOf(input.format)
  const releaseConfig = usesReleaseConfig(input) ? input.releaseConfig : null
  const draw = (entries: Entry[]) =>
    print({
      ...input,
      releaseConfig,
      entries,
      links: createLinks(input.web),
      cut: input.entries.length - entries.length,
    })
  const whole = draw(input.entries)
  const warnings = releaseConfig ? leftOutByConfig(input.entries, releaseConfig) : []
  if (whole.length <= limit) return { text: whole, warnings }
  // Printing is dear, so the first try is by estimate, with a little room to spare.
  const share = limit / whole.length
  for (let count = Math.floor(input.entries.length * share * 0.98); ; count = Math.floor(count * 0.98)) {
    const text = draw(mostNotable(input.entries, count))
    if (text.length <= limit || count === 0)
      return { text, warnings: [...warnings, textCut(input, count, limit)] }
  }
}

/** Only a release on GitHub is laid out by the file that GitHub reads. */
function usesReleaseConfig({ format, web, releaseConfig }: RenderInput): boolean {
  const onGithub = format === 'github_release' || (format === 'hosting_release' && web?.kind === 'github')
  return onGithub && releaseConfig !== null && releaseConfig.categories.length > 0
}

function leftOutByConfig(entries: Entry[], config: ReleaseConfig): Warning[] {
  const { leftOut } = groupByReleaseConfig(entries, config)
  if (leftOut.length === 0) return []
  return [warn('left-out-by-release-config', { excluded: leftOut.length, entries: entries.length })]
}

function printerOf(format: Format): { print: (notes: NotesContent) => string; limit: number } {
  if (format === 'keepachangelog') return { print: renderKeepAChangelog, limit: Number.POSITIVE_INFINITY }
  if (format === 'simple') return { print: renderSimple, limit: Number.POSITIVE_INFINITY }
  return { print: renderHostRelease, limit: releaseCharacters }
}

/** The most notable entries, in the order in which they were. */
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

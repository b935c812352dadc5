import type { Entry, Format, Warning, WebAddress } from '../types.ts'
import { renderHostRelease } from './host-release.ts'
import { renderKeepAChangelog } from './keepachangelog.ts'
import { linksOf } from './links.ts'
import type { Notes } from './notes.ts'
import { renderSimple } from './simple.ts'

type RenderInput = Omit<Notes, 'links' | 'cut'> & { format: Format; web: WebAddress | null }

/** What the body of a release may hold on the hosts that have one. */
const releaseCharacters = 125_000

/** Prints the notes in a format; what a release has no room for is cut by whole entries, least notable first. */
export function render(input: RenderInput): { text: string; warnings: Warning[] } {
  const { print, limit } = printerOf(input.format)
  const draw = (entries: Entry[]) =>
    print({ ...input, entries, links: linksOf(input.web), cut: input.entries.length - entries.length })
  const whole = draw(input.entries)
  if (whole.length <= limit) return { text: whole, warnings: [] }
  // Printing is dear, so the first try is by estimate, with a little room to spare.
  const share = limit / whole.length
  for (let count = Math.floor(input.entries.length * share * 0.98); ; count = Math.floor(count * 0.98)) {
    const text = draw(mostNotable(input.entries, count))
    if (text.length <= limit || count === 0) return { text, warnings: [textCut(input, count, limit)] }
  }
}

function printerOf(format: Format): { print: (notes: Notes) => string; limit: number } {
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
  return {
    code: 'text-cut',
    detail: `A release holds ${limit} characters: ${entries.length - kept} of ${entries.length} entries, the least notable, are not in the text. All are in \`entries\`${range.compareUrl ? `, and on ${range.compareUrl}` : ''}.`,
  }
}

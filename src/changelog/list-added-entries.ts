import type { OwnLine } from '../core/own-words.ts'
import type { TagVersion } from '../git/tag.ts'
import { readOwnText } from './own-text.ts'
import { parseGroups } from './parse-groups.ts'
import { type Outline, parseOutline } from './parse-outline.ts'

/** An entry of a changelog, and the release that its section is about; null for the unreleased one. */
export interface AddedEntry extends OwnLine {
  release: TagVersion | null
}

// The heading of a section is rarely farther above a new entry; otherwise the whole file is parsed.
const linesAbove = 400
const linesBelow = 20
const maxEntries = 200

/** Lists the entries that a changelog has after a commit and did not have before. */
export function listAddedEntries(before: string, after: string, path: string): AddedEntry[] {
  const old = splitLines(before)
  const young = splitLines(after)
  const first = countSame(old, young)
  const shared = Math.min(old.length, young.length) - first
  const same = countSame(old.toReversed(), young.toReversed(), shared)
  const last = young.length - same
  if (first >= last) return []
  const known = new Set(old.slice(first, old.length - same).map((line) => line.trim()))
  const start = Math.max(0, first - linesAbove)
  const part = parseOutline(young.slice(start, last + linesBelow).join('\n'), { path })
  const isWhole = start === 0 || part.sections.some((section) => section.first <= first - start)
  const outline = isWhole ? part : parseOutline(young.join('\n'), { path })
  const offset = isWhole ? start : 0
  const isAdded = (item: { first: number; last: number }) =>
    item.last + offset >= first &&
    item.first + offset < last &&
    !known.has((young[item.first + offset] ?? '').trim())
  return listEntries(outline, path, isAdded).slice(0, maxEntries)
}

/** Lists the entries of all releases in a changelog, or of those items that are accepted. */
export function listEntries(
  outline: Outline,
  path: string,
  accepts: (item: { first: number; last: number }) => boolean = () => true,
): AddedEntry[] {
  return listParts(outline).flatMap(({ release, ...part }) =>
    parseGroups(outline, part).flatMap(({ title, items }) =>
      items.filter(accepts).flatMap((item) => {
        const own = readOwnText(firstParagraph(item.text), { heading: title, path })
        return own ? [{ ...own, release }] : []
      }),
    ),
  )
}

interface ChangelogPart {
  release: TagVersion | null
  body: number
  end: number
}

/** The sections of a changelog; entries above the first one are unreleased, as in the changelogs of Rails. */
function listParts({ sections, lines }: Outline): ChangelogPart[] {
  const parts = sections.map(({ heading, body, end }) => ({
    release: heading.isPlanned ? null : heading.version,
    body,
    end,
  }))
  const isWritten = parts.some(({ release }) => release === null)
  return isWritten ? parts : [{ release: null, body: 0, end: sections[0]?.first ?? lines.length }, ...parts]
}

/** An item up to its first nested item or blank line. */
function firstParagraph(text: string): string {
  const [first = '', ...rest] = splitLines(text)
  const end = rest.findIndex((line) => /^\s*(?:[-*+•]|\d{1,3}[.)])\s|^\s*$|^\s*(?:```|~~~|\.\. )/.test(line))
  return [first, ...(end === -1 ? rest : rest.slice(0, end))].join('\n')
}

function splitLines(text: string): string[] {
  return text.split(/\r\n|\n|\r/)
}

function countSame(some: string[], others: string[], most = Number.POSITIVE_INFINITY): number {
  let same = 0
  while (same < most && same < some.length && some[same] === others[same]) same += 1
  return same
}

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
const linesAbove = 120
const linesBelow = 20
// A commit that adds more entries describes the changes of others.
const maxEntries = 40

/**
 * Lists the entries that a changelog has after a commit and did not have before. Only the lines around the difference are
 * decoded, because a range may contain hundreds of versions of a long file.
 */
export function listAddedEntries(
  before: Buffer,
  after: Buffer,
  path: string,
  decode: (bytes: Buffer) => string,
): AddedEntry[] {
  const { old, young, isCut } = cutToDifference(before, after)
  const found = findAddedEntries(decode(old), decode(young), { path, isCut })
  return found ?? findAddedEntries(decode(before), decode(after), { path, isCut: false })!
}

/** The parts of two versions of a file that contain all differences; `isCut` if lines above them are left out. */
function cutToDifference(before: Buffer, after: Buffer): { old: Buffer; young: Buffer; isCut: boolean } {
  const least = Math.min(before.length, after.length)
  const same = countSameBytes(before, after, least)
  const sameAtEnd = countSameBytesAtEnd(before, after, least - same)
  let first = startOfLine(after, same)
  for (let line = 0; line < linesAbove && first > 0; line += 1) first = startOfLine(after, first - 1)
  const changed = after.length - sameAtEnd
  let end = changed
  for (let line = 0; line <= linesBelow && end !== -1; line += 1) end = after.indexOf(lineFeed, end) + 1 || -1
  const more = end === -1 ? sameAtEnd : end - changed
  return {
    old: before.subarray(first, before.length - sameAtEnd + more),
    young: after.subarray(first, changed + more),
    isCut: first > 0,
  }
}

const lineFeed = 10

function startOfLine(bytes: Buffer, at: number): number {
  return at === 0 ? 0 : bytes.lastIndexOf(lineFeed, at - 1) + 1
}

const chunk = 4096

function countSameBytes(some: Buffer, others: Buffer, most: number): number {
  let same = 0
  while (
    same + chunk <= most &&
    some.subarray(same, same + chunk).equals(others.subarray(same, same + chunk))
  )
    same += chunk
  while (same < most && some[same] === others[same]) same += 1
  return same
}

function countSameBytesAtEnd(some: Buffer, others: Buffer, most: number): number {
  const part = (bytes: Buffer, same: number) =>
    bytes.subarray(bytes.length - same - chunk, bytes.length - same)
  let same = 0
  while (same + chunk <= most && part(some, same).equals(part(others, same))) same += chunk
  while (same < most && some[some.length - same - 1] === others[others.length - same - 1]) same += 1
  return same
}

/** Finds the new entries of a file; null if it is cut, and the heading of their section is not in it. */
function findAddedEntries(
  before: string,
  after: string,
  { path, isCut }: { path: string; isCut: boolean },
): AddedEntry[] | null {
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
  const isWhole = (start === 0 && !isCut) || part.sections.some((section) => section.first <= first - start)
  if (!isWhole && isCut) return null
  const outline = isWhole ? part : parseOutline(young.join('\n'), { path })
  const offset = isWhole ? start : 0
  const isAdded = (item: { first: number; last: number }) =>
    item.last + offset >= first &&
    item.first + offset < last &&
    !known.has((young[item.first + offset] ?? '').trim())
  const items = listItems(outline, listParts(outline), isAdded)
  return items.length > maxEntries ? [] : readItems(items, path)
}

/** Lists the entries of the unreleased section and of some releases in a changelog. */
export function listEntries(
  outline: Outline,
  path: string,
  isListed: (release: TagVersion | null) => boolean,
): AddedEntry[] {
  const parts = listParts(outline).filter(({ release }) => isListed(release))
  return readItems(listItems(outline, parts), path)
}

/** An item of a changelog, with the heading above it. */
interface FoundItem {
  release: TagVersion | null
  heading: string | null
  text: string
}

function listItems(
  outline: Outline,
  parts: ChangelogPart[],
  accepts: (item: { first: number; last: number }) => boolean = () => true,
): FoundItem[] {
  return parts.flatMap(({ release, ...part }) =>
    parseGroups(outline, part).flatMap(({ title, items }) =>
      items.filter(accepts).map(({ text }) => ({ release, heading: title, text })),
    ),
  )
}

function readItems(items: FoundItem[], path: string): AddedEntry[] {
  return items.flatMap(({ release, heading, text }) => {
    const own = readOwnText(firstParagraph(text), { heading, path })
    return own ? [{ ...own, release }] : []
  })
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

import { parseTag } from '../git/tag.ts'
import { compareVersions, type Version } from '../git/version.ts'
import { keyOf, type Outline } from './parse-outline.ts'
import type { TextEdits } from './text-edits.ts'

/** A link definition for the end of the file. */
export interface LinkDefinition {
  label: string
  url: string
}

/** Inserts link definitions next to those of the same kind, in their order; existing labels are skipped. */
export function insertLinkDefinitions(outline: Outline, links: LinkDefinition[], edits: TextEdits): void {
  const defined = new Set(outline.definitions.map(({ key }) => key))
  const byKey = new Map(links.map((link) => [keyOf(link.label), link]))
  const added = [...byKey].flatMap(([key, link]) => (defined.has(key) ? [] : [rankLink(link)]))
  const unplaced = (['release', 'number'] as const).flatMap((kind) => {
    const ofKind = added.filter(({ rank }) => rank.kind === kind).sort(compareLinks)
    return insertBesideOthers(outline, ofKind, edits) ? [] : ofKind
  })
  if (unplaced.length > 0) appendLinks(outline, unplaced, edits)
}

/** The position of a definition: releases first, the newest first, then numbers, the lowest first. */
interface LinkRank {
  kind: 'release' | 'number'
  version: Version | null
  number: number
}

type RankedLink = LinkDefinition & { rank: LinkRank }

function rankLink(link: LinkDefinition): RankedLink {
  const name = link.label.replace(/\\/g, '')
  const number = /^[#!](\d{1,9})$/.exec(name)?.[1]
  const rank: LinkRank =
    number === undefined
      ? { kind: 'release', version: parseTag(name), number: 0 }
      : { kind: 'number', version: null, number: Number(number) }
  return { ...link, rank }
}

/** Compares two definitions; one without a version is unreleased, and newer than all releases. */
function compareLinks({ rank: one }: RankedLink, { rank: other }: RankedLink): number {
  if (one.kind === 'number') return one.number - other.number
  if (one.version && other.version) return compareVersions(other.version, one.version)
  return (one.version ? 1 : 0) - (other.version ? 1 : 0)
}

/** Inserts definitions next to those of their kind, in the same order; false if there are none. */
function insertBesideOthers(outline: Outline, links: RankedLink[], edits: TextEdits): boolean {
  const kind = links[0]?.rank.kind
  const existing = outline.definitions
    .map((definition) => ({ ...rankLink(definition), line: definition.line, key: definition.key }))
    .filter(
      ({ rank, key }) => rank.kind === kind && (kind === 'number' || rank.version || key === 'unreleased'),
    )
  const [first, last] = [existing[0], existing.at(-1)]
  if (!first || !last) return false
  const isReversed = compareLinks(first, last) > 0
  for (const link of isReversed ? links.toReversed() : links) {
    const next = existing.find((other) =>
      isReversed ? compareLinks(link, other) > 0 : compareLinks(link, other) < 0,
    )
    if (next) edits.insert(outline.lines[next.line]!.start, `${printLink(link)}${outline.lineBreak}`)
    else edits.insert(outline.lines[last.line]!.end, `${outline.lineBreak}${printLink(link)}`)
  }
  return true
}

/** Appends definitions to the file, directly after existing ones. */
function appendLinks(outline: Outline, links: LinkDefinition[], edits: TextEdits): void {
  const { lines, lineBreak, text } = outline
  const last = lines.findLastIndex(({ kind }) => kind !== 'blank')
  const at = last === -1 ? text.length : lines[last]!.end
  const separator = last !== -1 && lines[last]!.kind === 'definition' ? lineBreak : lineBreak.repeat(2)
  edits.insert(at, separator + links.map(printLink).join(lineBreak))
}

function printLink({ label, url }: LinkDefinition): string {
  return `[${label}]: ${url}`
}

/** Makes the compare link of the unreleased section start at a new tag. */
export function updateUnreleasedLink(outline: Outline, tag: string, edits: TextEdits): void {
  const found = outline.definitions.find(({ key }) => key === 'unreleased')
  if (!found) return
  const { start, end } = outline.lines[found.line]!
  const line = outline.text.slice(start, end)
  const compare = /\/compare\/([^\s<>]{1,250}?)\.{2,3}HEAD/.exec(line)
  const from = compare?.[1]
  if (from === undefined || from === tag) return
  const at = start + compare!.index + '/compare/'.length
  edits.replace(at, at + from.length, tag)
}

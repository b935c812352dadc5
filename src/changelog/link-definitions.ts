import { parseTag } from '../git/tag.ts'
import { compareVersions, type Version } from '../git/version.ts'
import { keyOf, type Outline } from './parse-outline.ts'
import type { TextEdits } from './text-edits.ts'

/** An address that is to stand at the bottom of the file. */
export interface LinkDefinition {
  label: string
  url: string
}

/** Puts addresses where others like them stand, in the order that those have; none is given twice. */
export function insertLinkDefinitions(outline: Outline, links: LinkDefinition[], edits: TextEdits): void {
  const defined = new Set(outline.definitions.map(({ key }) => key))
  const byKey = new Map(links.map((link) => [keyOf(link.label), link]))
  const fresh = [...byKey].flatMap(([key, link]) => (defined.has(key) ? [] : [ranked(link)]))
  const homeless = (['release', 'number'] as const).flatMap((kind) => {
    const ofKind = fresh.filter(({ rank }) => rank.kind === kind).sort(byRank)
    return placeBeside(outline, ofKind, edits) ? [] : ofKind
  })
  if (homeless.length > 0) placeBelow(outline, homeless, edits)
}

/** Where an address belongs: releases first, the newest first, then numbers, the lowest first. */
interface Rank {
  kind: 'release' | 'number'
  version: Version | null
  number: number
}

type Ranked = LinkDefinition & { rank: Rank }

function ranked(link: LinkDefinition): Ranked {
  const name = link.label.replace(/\\/g, '')
  const number = /^[#!](\d{1,9})$/.exec(name)?.[1]
  const rank: Rank =
    number === undefined
      ? { kind: 'release', version: parseTag(name), number: 0 }
      : { kind: 'number', version: null, number: Number(number) }
  return { ...link, rank }
}

/** What has no version is what is not released yet, and newer than all. */
function byRank({ rank: one }: Ranked, { rank: other }: Ranked): number {
  if (one.kind === 'number') return one.number - other.number
  if (one.version && other.version) return compareVersions(other.version, one.version)
  return (one.version ? 1 : 0) - (other.version ? 1 : 0)
}

/** Beside the addresses of their kind, in the direction in which those go; false where there are none. */
function placeBeside(outline: Outline, links: Ranked[], edits: TextEdits): boolean {
  const kind = links[0]?.rank.kind
  const there = outline.definitions
    .map((definition) => ({ ...ranked(definition), line: definition.line, key: definition.key }))
    .filter(
      ({ rank, key }) => rank.kind === kind && (kind === 'number' || rank.version || key === 'unreleased'),
    )
  const [first, last] = [there[0], there.at(-1)]
  if (!first || !last) return false
  const isTurned = byRank(first, last) > 0
  for (const link of isTurned ? links.toReversed() : links) {
    const next = there.find((other) => (isTurned ? byRank(link, other) > 0 : byRank(link, other) < 0))
    if (next) edits.insert(outline.lines[next.line]!.start, `${printLink(link)}${outline.lineBreak}`)
    else edits.insert(outline.lines[last.line]!.end, `${outline.lineBreak}${printLink(link)}`)
  }
  return true
}

/** Below everything else, or below the addresses that stand there. */
function placeBelow(outline: Outline, links: LinkDefinition[], edits: TextEdits): void {
  const { lines, lineBreak, text } = outline
  const last = lines.findLastIndex(({ kind }) => kind !== 'blank')
  const at = last === -1 ? text.length : lines[last]!.end
  const joint = last !== -1 && lines[last]!.kind === 'definition' ? lineBreak : lineBreak.repeat(2)
  edits.insert(at, joint + links.map(printLink).join(lineBreak))
}

function printLink({ label, url }: LinkDefinition): string {
  return `[${label}]: ${url}`
}

/** Lets the address of what is not released yet begin at the release that was just made. */
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

import { type EntryGroup, parseGroups } from './parse-groups.ts'
import type { ReleaseHeading } from './parse-heading.ts'
import { lineText, type Outline, type Section } from './parse-outline.ts'

/** How a changelog is written, learned from a section that is there, so that a new one looks like it. */
export interface ChangelogStyle {
  heading: ReleaseHeading
  depth: number
  underlined: boolean
  /** Whether entries stand in one list, without the names of groups. */
  flat: boolean
  /** 0 where the names of groups are bold words. */
  groupDepth: number
  /** Whether the names of groups end with a colon. */
  groupColon: boolean
  /** Names that the file has for groups, by what tells them apart. */
  groupNames: Map<string, string>
  /** What stands before an entry, such as `- `. */
  bullet: string
  /** What stands between a heading and what follows it. */
  gap: string
  /** Whether addresses stand at the bottom of the file, and not in the lines. */
  byReference: boolean
}

const keepAChangelog: ReleaseHeading = {
  version: null,
  label: 'Unreleased',
  isPlanned: false,
  before: '',
  form: 'reference',
  after: ' - 2000-01-01',
}

/** Learns how a file is written. */
export function detectStyle(outline: Outline): ChangelogStyle {
  const { sections, lineBreak } = outline
  const released = sections.filter(({ heading }) => heading.version !== null)
  const sample = released[0] ?? sections[0]
  const groups = (sample ? [sample, ...released.slice(0, 5)] : []).flatMap((section) =>
    parseGroups(outline, section),
  )
  const named = groups.filter(({ title }) => title !== null)
  const item = groups.flatMap(({ items }) => items)[0]
  // Some tools write patch releases a step deeper than others.
  const depth = Math.min(
    ...(released[0] ? released.slice(0, 5) : sections.slice(0, 1)).map((each) => each.depth),
  )
  const versionDepth = sample ? depth : 2
  return {
    heading: sample ? sampleHeading(sample) : keepAChangelog,
    depth: versionDepth,
    underlined: sample?.underlined ?? false,
    flat: item !== undefined && named.length === 0,
    groupDepth: named[0]?.depth ?? Math.min(versionDepth + 1, 6),
    groupColon: named[0]?.title?.endsWith(':') ?? false,
    groupNames: new Map(named.toReversed().map(({ key, title }) => [key!, title!])),
    bullet: item === undefined ? '- ' : bulletOf(outline, item.first),
    gap: gapBelow(outline, named[0], sample) ? lineBreak.repeat(2) : lineBreak,
    byReference: usesReferences(outline, sample),
  }
}

/** What is not released yet shows how versions are marked, but not how they are dated. */
function sampleHeading({ heading }: Section): ReleaseHeading {
  return heading.version === null ? { ...keepAChangelog, form: heading.form } : heading
}

/** The bullet of the list that a line begins, with its indentation. */
export function bulletOf(outline: Outline, line: number): string {
  return /^[ \t]*[-*+][ \t]+/.exec(lineText(outline, line))?.[0] ?? '- '
}

function gapBelow({ lines }: Outline, group: EntryGroup | undefined, sample: Section | undefined): boolean {
  const below = group?.body ?? sample?.body
  return below === undefined || below >= lines.length || lines[below]!.kind === 'blank'
}

function usesReferences({ definitions, sections }: Outline, sample: Section | undefined): boolean {
  if (sections.length === 0 || sample?.heading.form === 'reference') return true
  return definitions.some(({ label }) => /^[#!]\d+$/.test(label))
}

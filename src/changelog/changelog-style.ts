import { type EntryGroup, parseGroups } from './parse-groups.ts'
import type { ReleaseHeading } from './parse-heading.ts'
import { lineText, type Outline, type Section } from './parse-outline.ts'

/** The style of a changelog, detected from an existing section and used for new ones. */
export interface ChangelogStyle {
  heading: ReleaseHeading
  depth: number
  underlined: boolean
  /** Whether entries are one list without groups. */
  flat: boolean
  /** The depth of group headings; 0 if they are bold text. */
  groupDepth: number
  /** Whether group headings end with a colon. */
  groupColon: boolean
  /** The group headings of the file, by key. */
  groupNames: Map<string, string>
  /** The bullet with its space, such as `- `. */
  bullet: string
  /** The line breaks between a heading and its content. */
  gap: string
  /** Whether links are defined at the end of the file instead of inline. */
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

/** Detects the style of a changelog. */
export function detectStyle(outline: Outline): ChangelogStyle {
  const { sections, lineBreak } = outline
  const released = sections.filter(({ heading }) => heading.version !== null)
  const sample = released[0] ?? sections[0]
  const groups = (sample ? [sample, ...released.slice(0, 5)] : []).flatMap((section) =>
    parseGroups(outline, section),
  )
  const named = groups.filter(({ title }) => title !== null)
  const item = groups.flatMap(({ items }) => items)[0]
  // Some tools write patch releases one level deeper.
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

/** An unreleased section shows the form of the label, but not of the date. */
function sampleHeading({ heading }: Section): ReleaseHeading {
  return heading.version === null ? { ...keepAChangelog, form: heading.form } : heading
}

/** Returns the bullet of a line, with its indentation. */
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

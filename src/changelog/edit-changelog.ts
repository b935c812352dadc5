import { Problem } from '../core/errors.ts'
import { compareVersions } from '../git/version.ts'
import { type ChangelogStyle, detectStyle } from './changelog-style.ts'
import { findInsertionLine, findSection, findUnreleased, isNewest } from './find-section.ts'
import { insertEntries } from './insert-entries.ts'
import { insertLinkDefinitions, type LinkDefinition, updateUnreleasedLink } from './link-definitions.ts'
import type { EntrySource } from './match-entries.ts'
import { formatHeadingLike } from './parse-heading.ts'
import { isUnreleased, type NewSection, parseNotes } from './parse-notes.ts'
import { keyOf, type Outline, parseOutline, type Section } from './parse-outline.ts'
import { printSection } from './print-section.ts'
import { TextEdits } from './text-edits.ts'

/** What became of the notes of one release. */
export interface UpdatedRelease {
  label: string
  /** `added`: new section; `merged`: entries inserted into an existing one; `released`: the unreleased section became this release. */
  action: 'added' | 'merged' | 'released' | 'unchanged'
  /** The entries that were put in, as they are printed. */
  added: string[]
  /** How many of the notes' entries the section told already. */
  known: number
}

/** A changelog with notes put into it. */
export interface ChangelogUpdate {
  text: string
  changed: boolean
  releases: UpdatedRelease[]
}

interface Options {
  /** Whether releases that the file has are left as they are. */
  onlyMissing?: boolean
  /** Where the entries of the notes come from, as far as it is known. */
  sources?: EntrySource[]
}

/** All that the parts of an update share. */
interface EditContext {
  outline: Outline
  style: ChangelogStyle
  edits: TextEdits
  links: LinkDefinition[]
  sources: EntrySource[]
}

/**
 * Puts notes in the format `keepachangelog` into the text of a changelog. What people wrote stays byte for byte:
 * the text is changed at some offsets and never printed anew. Doing it twice is doing it once.
 */
export function editChangelog(
  text: string,
  notes: string | string[],
  { onlyMissing = false, sources = [] }: Options = {},
): ChangelogUpdate {
  const sections = newestFirst([notes].flat().map(readSection))
  const names = sections.flatMap((section) =>
    section.version || isUnreleased(section) ? [] : [section.label],
  )
  const isEmpty = /^\ufeff?\s*$/.test(text)
  const outline = parseOutline(isEmpty ? emptyFile(text, sections) : text, names)
  const work: EditContext = {
    outline,
    style: detectStyle(outline),
    edits: new TextEdits(),
    links: [],
    sources,
  }
  const staysUnreleased = sections.some(isUnreleased)
  const releases = sections.map((section) => {
    const there = findSection(outline, section)
    if (there && onlyMissing && !isUnreleased(section)) return untouched(section)
    return putSection(work, section, there ?? (staysUnreleased ? null : findUnreleased(outline, section)))
  })
  insertLinkDefinitions(outline, work.links, work.edits)
  const updated = work.edits.apply(outline.text)
  const nothing = isEmpty && releases.every(({ action }) => action === 'unchanged')
  return nothing ? { text, changed: false, releases } : { text: updated, changed: updated !== text, releases }
}

function readSection(notes: string): NewSection {
  const section = parseNotes(notes)
  if (section) return section
  throw new Problem(
    'invalid_request',
    'The notes hold no section: a heading such as "## [1.2.0] - 2026-01-31" was looked for. Make them in the format keepachangelog.',
  )
}

function newestFirst(sections: NewSection[]): NewSection[] {
  return sections.toSorted((one, other) => {
    if (one.version && other.version) return compareVersions(other.version, one.version)
    return (one.version ? 1 : 0) - (other.version ? 1 : 0)
  })
}

function untouched({ label, entries }: NewSection): UpdatedRelease {
  return { label, action: 'unchanged', added: [], known: entries.length }
}

/** A file with nothing in it gets the beginning of a document. */
function emptyFile(text: string, [first]: NewSection[]): string {
  const mark = text.startsWith('\ufeff') ? '\ufeff' : ''
  const lineBreak = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n'
  const preamble = first?.preamble.trim() || '# Changelog'
  return `${mark}${preamble.replaceAll('\n', lineBreak)}${lineBreak}`
}

function putSection(work: EditContext, section: NewSection, there: Section | null): UpdatedRelease {
  const { outline, edits } = work
  const becomes =
    there?.heading.version === null &&
    !isUnreleased(section) &&
    keyOf(there.heading.label) !== keyOf(section.label)
  if (!there) return addSection(work, section)
  if (becomes) {
    const heading = printHeading(work, section, there)
    edits.insert(outline.lines[there.body - 1]!.end, `${outline.lineBreak.repeat(2)}${heading}`)
    followRelease(work, section)
  } else {
    if (there.heading.form === 'reference') addLink(work, section, there.heading.label)
    dateHeading(work, section, there)
  }
  const { added, known } = insertEntries({ ...work, section, there, isNew: becomes })
  const action = becomes ? 'released' : added.length > 0 ? 'merged' : 'unchanged'
  return { label: section.label, action, added, known }
}

function addSection(work: EditContext, section: NewSection): UpdatedRelease {
  const { outline, style, edits, links } = work
  if (isUnreleased(section) && section.entries.length === 0) return untouched(section)
  const heading = printHeading(work, section, style)
  const { text, links: used } = printSection(heading, { section, style, lineBreak: outline.lineBreak })
  links.push(...used)
  const above = findInsertionLine(outline, section)
  const gap = outline.lineBreak.repeat(2)
  if (above >= 0) edits.insert(outline.lines[above]!.end, `${gap}${text}`)
  else edits.insert(outline.lines[0]?.start ?? outline.text.length, `${text}${gap}`)
  if (!isUnreleased(section)) followRelease(work, section)
  return {
    label: section.label,
    action: 'added',
    added: section.entries.map((entry) => entry.text),
    known: 0,
  }
}

/** A release that was coming is as deep as it was, so that what stands below it stays below it. */
function printHeading(
  work: EditContext,
  section: NewSection,
  { depth, underlined }: Pick<ChangelogStyle, 'depth' | 'underlined'>,
): string {
  const { style, outline } = work
  const url = section.links.get(keyOf(section.label))?.url ?? null
  const title = formatHeadingLike(style.heading, { label: section.label, date: section.date, url })
  const name = /^(?:\w+ )?\[([^[\]]+)\](?!\()/.exec(title)?.[1]
  if (name !== undefined) addLink(work, section, name)
  if (!underlined) return `${'#'.repeat(depth)} ${title}`
  return `${title}${outline.lineBreak}${(depth === 1 ? '=' : '-').repeat(title.length)}`
}

function addLink({ links }: EditContext, section: NewSection, label: string): void {
  const own = section.links.get(keyOf(section.label))
  if (own) links.push({ label, url: own.url })
}

/** After a release, what is not released yet is what came after it. */
function followRelease({ outline, edits }: EditContext, section: NewSection): void {
  const url = section.links.get(keyOf(section.label))?.url
  const tag = /\/compare\/.{1,250}\.\.\.([^\s/?#]{1,250})$/.exec(url ?? '')?.[1]
  if (tag !== undefined && tag !== 'HEAD' && isNewest(outline, section))
    updateUnreleasedLink(outline, tag, edits)
}

/** A version that was announced gets its day. */
function dateHeading({ outline, edits }: EditContext, { date, version }: NewSection, there: Section): void {
  if (date === null || version === null || !there.heading.isPlanned) return
  const { start, end } = outline.lines[there.body - (there.underlined ? 2 : 1)]!
  const word = /\b(?:unreleased|tbd|in development)\b/i.exec(outline.text.slice(start, end))
  if (word) edits.replace(start + word.index, start + word.index + word[0].length, date)
}

import { Problem } from '../core/errors.ts'
import { compareVersions } from '../git/version.ts'
import { Edits } from './edits.ts'
import type { EntrySource } from './find-known.ts'
import { findComing, findSection, isNewest, placeOf } from './find-section.ts'
import { type Link, moveUnreleased, placeLinks } from './place-links.ts'
import { printSection } from './print-section.ts'
import { putIntoSection } from './put-into-section.ts'
import { headingLike } from './read-heading.ts'
import { isUnreleased, type NewSection, readNotes } from './read-notes.ts'
import { keyOf, type Outline, readOutline, type Section } from './read-outline.ts'
import { learnStyle, type Style } from './style.ts'

/** What became of the notes of one release. */
export interface UpdatedRelease {
  label: string
  /** Put in as a section, put into one that was there, made of what was not released, or nothing. */
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
interface Work {
  outline: Outline
  style: Style
  edits: Edits
  links: Link[]
  sources: EntrySource[]
}

/**
 * Puts notes in the format `keepachangelog` into the text of a changelog. What people wrote stays byte for byte:
 * the text is changed at some offsets and never printed anew. Doing it twice is doing it once.
 */
export function updateChangelog(
  text: string,
  notes: string | string[],
  { onlyMissing = false, sources = [] }: Options = {},
): ChangelogUpdate {
  const sections = newestFirst([notes].flat().map(readSection))
  const names = sections.flatMap((section) =>
    section.version || isUnreleased(section) ? [] : [section.label],
  )
  const isEmpty = /^\ufeff?\s*$/.test(text)
  const outline = readOutline(isEmpty ? emptyFile(text, sections) : text, names)
  const work: Work = { outline, style: learnStyle(outline), edits: new Edits(), links: [], sources }
  const staysUnreleased = sections.some(isUnreleased)
  const releases = sections.map((section) => {
    const there = findSection(outline, section)
    if (there && onlyMissing && !isUnreleased(section)) return untouched(section)
    return putSection(work, section, there ?? (staysUnreleased ? null : findComing(outline, section)))
  })
  placeLinks(outline, work.links, work.edits)
  const updated = work.edits.apply(outline.text)
  const nothing = isEmpty && releases.every(({ action }) => action === 'unchanged')
  return nothing ? { text, changed: false, releases } : { text: updated, changed: updated !== text, releases }
}

function readSection(notes: string): NewSection {
  const section = readNotes(notes)
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

function putSection(work: Work, section: NewSection, there: Section | null): UpdatedRelease {
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
  const { added, known } = putIntoSection({ ...work, section, there, isNew: becomes })
  const action = becomes ? 'released' : added.length > 0 ? 'merged' : 'unchanged'
  return { label: section.label, action, added, known }
}

function addSection(work: Work, section: NewSection): UpdatedRelease {
  const { outline, style, edits, links } = work
  if (isUnreleased(section) && section.entries.length === 0) return untouched(section)
  const heading = printHeading(work, section, style)
  const { text, links: used } = printSection(heading, { section, style, lineBreak: outline.lineBreak })
  links.push(...used)
  const above = placeOf(outline, section)
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
  work: Work,
  section: NewSection,
  { depth, underlined }: Pick<Style, 'depth' | 'underlined'>,
): string {
  const { style, outline } = work
  const url = section.links.get(keyOf(section.label))?.url ?? null
  const title = headingLike(style.heading, { label: section.label, date: section.date, url })
  const name = /^(?:\w+ )?\[([^[\]]+)\](?!\()/.exec(title)?.[1]
  if (name !== undefined) addLink(work, section, name)
  if (!underlined) return `${'#'.repeat(depth)} ${title}`
  return `${title}${outline.lineBreak}${(depth === 1 ? '=' : '-').repeat(title.length)}`
}

function addLink({ links }: Work, section: NewSection, label: string): void {
  const own = section.links.get(keyOf(section.label))
  if (own) links.push({ label, url: own.url })
}

/** After a release, what is not released yet is what came after it. */
function followRelease({ outline, edits }: Work, section: NewSection): void {
  const url = section.links.get(keyOf(section.label))?.url
  const tag = /\/compare\/.{1,250}\.\.\.([^\s/?#]{1,250})$/.exec(url ?? '')?.[1]
  if (tag !== undefined && tag !== 'HEAD' && isNewest(outline, section)) moveUnreleased(outline, tag, edits)
}

/** A version that was announced gets its day. */
function dateHeading({ outline, edits }: Work, { date, version }: NewSection, there: Section): void {
  if (date === null || version === null || !there.heading.isPlanned) return
  const { start, end } = outline.lines[there.body - (there.underlined ? 2 : 1)]!
  const word = /\b(?:unreleased|tbd|in development)\b/i.exec(outline.text.slice(start, end))
  if (word) edits.replace(start + word.index, start + word.index + word[0].length, date)
}

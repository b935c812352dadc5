import { Problem } from '../core/errors.ts'
import { parseTag, type TagVersion } from '../git/tag.ts'
import { compareVersions } from '../git/version.ts'
import { ChangelogEntries } from './changelog-entries.ts'
import { belowRelease, type ChangelogStyle, detectStyle, findSample } from './changelog-style.ts'
import { findInsertionPoint, findSection, findUnreleased, isNewest } from './find-section.ts'
import { insertEntries } from './insert-entries.ts'
import { parseCommitLabel } from './line-prefixes.ts'
import { insertLinkDefinitions, type LinkDefinition, updateUnreleasedLink } from './link-definitions.ts'
import { detectMarkup, type Markup } from './markup.ts'
import { type EntryMatches, type EntrySource, matchEntries, pairWithSources } from './match-entries.ts'
import { applyOwnStyle, keyByTitle, type OwnStyle } from './own-style.ts'
import { plannedWord } from './parse-heading.ts'
import { emptyPhrases, isUnreleased, type NewEntry, type NewSection, parseNotes } from './parse-notes.ts'
import {
  breakAfter,
  findPlannedLine,
  keyOf,
  lastContent,
  type Outline,
  parseOutline,
  type Section,
} from './parse-outline.ts'
import { linksIn } from './print-entry.ts'
import {
  formatTitleLike,
  formatUnreleasedLike,
  type HeadingMarkup,
  printHeadingLines,
} from './print-heading.ts'
import { printFree, printSection } from './print-section.ts'
import { TextEdits } from './text-edits.ts'

/** What was done with the notes of one release. */
export interface UpdatedRelease {
  label: string
  /** `added`: new section; `merged`: entries inserted into an existing one; `released`: the unreleased section became this release. */
  action: 'added' | 'merged' | 'released' | 'unchanged'
  /** The entries that were inserted, as they are printed. */
  added: string[]
  /** The number of entries that the file contained already. */
  known: number
  /** These entries, as the notes print them. */
  knownEntries: string[]
}

/** The edited changelog. */
export interface ChangelogUpdate {
  text: string
  changed: boolean
  releases: UpdatedRelease[]
}

/** The notes of one release in the format `keepachangelog`, and where they come from. */
export interface ReleaseNotes {
  notes: string
  /** The changes behind the entries, as far as they are known. */
  sources?: EntrySource[]
  /** The tag or version that the notes start after; null or undefined if it is not known. */
  since?: string | null
  /** What the configuration of the project decides, instead of the style of the file. */
  own?: OwnStyle | null
}

interface EditOptions {
  /** Whether releases that the file already has are not changed. */
  onlyMissing?: boolean
  /** The changes behind the entries of notes that come without them. */
  sources?: EntrySource[]
  /** The path of the file, whose extension names its markup language. */
  path?: string | null
}

/** A parsed release with the changes behind its entries. */
type SourcedSection = NewSection & {
  sources: EntrySource[]
  since: TagVersion | null
  own: OwnStyle | null
}

/** The state of one edit. */
interface EditContext {
  outline: Outline
  style: ChangelogStyle
  edits: TextEdits
  links: LinkDefinition[]
  /** The labels of links that are the headings of releases. */
  releaseLabels: Set<string>
  entries: ChangelogEntries
}

/**
 * Inserts notes in the format `keepachangelog` into a changelog. All existing text is kept byte for byte, because the
 * file is edited at offsets and never printed again. Inserting the same notes twice changes nothing.
 */
export function editChangelog(
  text: string,
  notes: string | ReleaseNotes | (string | ReleaseNotes)[],
  { onlyMissing = false, sources = [], path = null }: EditOptions = {},
): ChangelogUpdate {
  const sections = newestFirst([notes].flat().map((each) => readSection(each, sources)))
  const names = sections.flatMap((section) =>
    section.version || isUnreleased(section) ? [] : [section.label],
  )
  const isEmpty = /^\ufeff?\s*$/.test(text)
  const outline = parseOutline(isEmpty ? emptyFile(text, sections, detectMarkup('', path)) : text, {
    names,
    path,
  })
  const context: EditContext = {
    outline,
    style: detectStyle(outline),
    edits: new TextEdits(),
    links: [],
    releaseLabels: new Set(),
    entries: new ChangelogEntries(outline),
  }
  const staysUnreleased = sections.some(isUnreleased)
  const releases = sections.map((section) => {
    const existing = findSection(outline, section)
    if (existing && onlyMissing && !isUnreleased(section)) return unchangedRelease(section)
    return mergeSection(
      context,
      section,
      existing ?? (staysUnreleased ? null : findUnreleased(outline, section)),
    )
  })
  insertLinkDefinitions(outline, definedLinks(context), context.edits)
  const updated = context.edits.apply(outline.text)
  const isUnchanged = isEmpty && releases.every(({ action }) => action === 'unchanged')
  return isUnchanged
    ? { text, changed: false, releases }
    : { text: updated, changed: updated !== text, releases }
}

function readSection(input: string | ReleaseNotes, fallback: EntrySource[]): SourcedSection {
  const {
    notes,
    sources = fallback,
    since = null,
    own = null,
  } = typeof input === 'string' ? { notes: input } : input
  const parsed = parseNotes(notes)
  const section = parsed && own?.hasOwnTitles ? { ...parsed, entries: keyByTitle(parsed.entries) } : parsed
  if (section) {
    const entries = pairWithSources(section.entries, sources).map(({ entry, source }) => ({
      ...entry,
      ...(source?.authors && { authors: source.authors }),
      ...(source?.pullRequests && { pullRequests: source.pullRequests }),
      ...labelOf(source?.messages ?? []),
    }))
    return { ...section, entries, sources, own, since: since === null ? null : parseTag(since) }
  }
  throw new Problem(
    'invalid_request',
    'The notes have no heading such as "## [1.2.0] - 2026-01-31". Generate them in the format keepachangelog.',
  )
}

/** The type and scope of the first commit that has one. */
function labelOf(messages: string[]): Pick<NewEntry, 'label'> {
  for (const message of messages) {
    const label = parseCommitLabel(message)
    if (label) return { label: { type: label.type, scope: label.scope } }
  }
  return {}
}

function newestFirst(sections: SourcedSection[]): SourcedSection[] {
  return sections.toSorted((one, other) => {
    if (one.version && other.version) return compareVersions(other.version, one.version)
    return (one.version ? 1 : 0) - (other.version ? 1 : 0)
  })
}

function unchangedRelease({ label, entries }: NewSection): UpdatedRelease {
  return { label, action: 'unchanged', added: [], ...reportKnown(entries) }
}

/** The beginning of a new changelog: title and preamble. */
function emptyFile(text: string, [first]: NewSection[], markup: Markup): string {
  const mark = text.startsWith('\ufeff') ? '\ufeff' : ''
  const lineBreak = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n'
  const title = { rst: 'Changelog\n=========', asciidoc: '= Changelog' }[markup as string]
  const preamble = title ?? (first?.preamble.trim() || '# Changelog')
  return `${mark}${preamble.replaceAll('\n', lineBreak)}${lineBreak}`
}

function mergeSection(given: EditContext, section: SourcedSection, existing: Section | null): UpdatedRelease {
  const context = { ...given, style: applyOwnStyle(given.style, section.own, section) }
  const { outline, edits } = context
  const matches = findKnown(context, section, existing)
  const becomesRelease =
    existing !== null &&
    !isUnreleased(section) &&
    (existing.heading.version === null || existing === findUnreleased(outline, section)) &&
    keyOf(existing.heading.label) !== keyOf(section.label)
  if (!existing) return addSection(context, section, matches)
  if (becomesRelease) {
    const { heading } = printHeading(context, section, existing === outline.list ? null : existing)
    const opening = openingOf(context, section, existing)
    // A list without a heading gets one; otherwise the heading goes below that of the unreleased section.
    if (existing === outline.list)
      edits.insert(
        outline.lines[existing.first]!.start,
        [heading, opening, '']
          .filter((part, at) => at !== 1 || part !== '')
          .join(outline.lineBreak.repeat(2)),
      )
    else {
      const { separator, gap, dateLine } = context.style
      const below = dateLine && section.date !== null ? gap + dateLine(section.date) : ''
      const own = opening === '' ? '' : `${gap}${opening}${gap === outline.lineBreak ? gap : ''}`
      edits.insert(outline.lines[existing.body - 1]!.end, `${separator}${heading}${below}${own}`)
    }
    moveUnreleasedLink(context, section)
  } else {
    if (existing.heading.form === 'reference') addLink(context, section, existing.heading.linkText)
    addDate(context, section, existing)
  }
  const { added } = insertEntries({
    ...context,
    style: { ...context.style, groups: belowRelease(context.style.groups, existing.markup) },
    section,
    existing,
    matches,
    isNew: becomesRelease,
  })
  const action = becomesRelease ? 'released' : added.length > 0 ? 'merged' : 'unchanged'
  return { label: section.label, action, added, ...reportKnown(matches.known) }
}

/** The opening of a section that becomes a release; that it has no entries is said only if it has none. */
function openingOf(
  { outline, style, links }: EditContext,
  section: SourcedSection,
  existing: Section,
): string {
  const isEmpty = lastContent(outline, existing.body, existing.end) === -1
  const saysNothing = emptyPhrases.includes(section.opening)
  if (section.opening === '' || (saysNothing && (!isEmpty || section.entries.length > 0))) return ''
  links.push(...linksIn(section.opening, section.links))
  return printFree(section.opening, style, outline.lineBreak)
}

function findKnown({ entries }: EditContext, section: SourcedSection, target: Section | null): EntryMatches {
  const { sources, since } = section
  return matchEntries(section.entries, { ...entries.viewOf({ release: section, target, since }), sources })
}

function addSection(
  context: EditContext,
  whole: SourcedSection,
  { known, missing }: EntryMatches,
): UpdatedRelease {
  const { outline, style, links } = context
  if (isUnreleased(whole) && missing.length === 0) return unchangedRelease(whole)
  // A section whose entries are all in other sections says so instead of being empty.
  const opening = missing.length === 0 && whole.opening === '' ? emptyPhrases[1]! : whole.opening
  const section = { ...whole, entries: missing, opening }
  const { heading, markup } = printHeading(context, section, null)
  const { text, links: used } = printSection(heading, {
    section,
    style: { ...style, groups: belowRelease(style.groups, markup) },
    lineBreak: outline.lineBreak,
  })
  links.push(...used)
  insertSection(context, section, text)
  if (!isUnreleased(section)) moveUnreleasedLink(context, section)
  return {
    label: section.label,
    action: 'added',
    added: missing.map((entry) => entry.text),
    ...reportKnown(known),
  }
}

function reportKnown(known: NewSection['entries']): Pick<UpdatedRelease, 'known' | 'knownEntries'> {
  return { known: known.length, knownEntries: known.map(({ text }) => text) }
}

/** Inserts a section at its place; one at the top of a file without sections goes below all of its text. */
function insertSection({ outline, style, edits }: EditContext, section: NewSection, text: string): void {
  const { lines } = outline
  const point = findInsertionPoint(outline, section)
  if (point && 'before' in point) {
    const { first } = point.before
    const hasGap = first === 0 || lines[first - 1]!.kind === 'blank' || style.separator === outline.lineBreak
    const above = hasGap ? '' : outline.lineBreak
    edits.insert(lines[first]!.start, `${above}${text}${style.separator}`)
    return
  }
  const last = lastContent(outline, 0, point?.after.end ?? lines.length)
  if (last >= 0) edits.insert(lines[last]!.end, `${breakAfter(outline, last, style.separator)}${text}`)
  else edits.insert(lines[0]?.start ?? outline.text.length, `${text}${style.separator}`)
}

/** Prints the heading of a release. It has the depth of the unreleased section that it replaces, if any. */
function printHeading(
  context: EditContext,
  section: SourcedSection,
  replaced: Section | null,
): { heading: string; markup: HeadingMarkup } {
  const { style, outline } = context
  const sample = findSample(style, section)
  const url = section.links.get(keyOf(section.label))?.url ?? null
  // An unreleased section that is deeper than all releases does not make a release deep.
  const isTooDeep =
    replaced !== null && sample !== null && style.samples.every(({ depth }) => depth < replaced.depth)
  const own = isTooDeep ? sample.markup : replaced?.markup
  const markup = own ?? sample?.markup ?? outline.sections[0]?.markup ?? newMarkup(outline)
  const { label, date } = section
  const form = outline.sections[0]?.heading.form ?? (outline.markup === 'markdown' ? 'reference' : 'plain')
  const title = section.own?.heading
    ? section.own.heading
    : sample
      ? isUnreleased(section)
        ? formatUnreleasedLike(sample.heading, url)
        : formatTitleLike(sample.heading, { label, date, url })
      : printTitle(form, { label, date, url })
  const name = /\[([^[\]]+)\](?!\()/.exec(title)?.[1]
  if (name !== undefined) addLink(context, section, name)
  return { heading: printHeadingLines(title, markup, outline.lineBreak), markup }
}

/** Prints the title of the first release of a file, as Keep a Changelog does. */
function printTitle(
  form: 'plain' | 'reference' | 'link',
  { label, date, url }: { label: string; date: string | null; url: string | null },
): string {
  const name =
    form === 'reference' ? `[${label}]` : form === 'link' && url !== null ? `[${label}](${url})` : label
  return date === null ? name : `${name} - ${date}`
}

function addLink({ links, releaseLabels }: EditContext, section: NewSection, label: string): void {
  const own = section.links.get(keyOf(section.label))
  releaseLabels.add(label)
  if (own) links.push({ label, url: own.url })
}

/** Makes the link of the unreleased section start at the new release. */
function moveUnreleasedLink({ outline, edits }: EditContext, section: NewSection): void {
  const url = section.links.get(keyOf(section.label))?.url
  const tag = /\/compare\/.{1,250}\.\.\.([^\s/?#]{1,250})$/.exec(url ?? '')?.[1]
  if (tag !== undefined && tag !== 'HEAD' && isNewest(outline, section))
    updateUnreleasedLink(outline, tag, edits)
}

/** Replaces "unreleased" with the date of a planned version, in its heading or below it. */
function addDate(
  { outline, edits, style }: EditContext,
  section: NewSection,
  { heading, body, markup }: Section,
): void {
  const { date, version } = section
  if (date === null || version === null || !heading.isPlanned) return
  const sample = findSample(style, section)?.heading
  const { start, end } = outline.lines[body - (markup.underline === '' ? 1 : 2)]!
  const title = outline.text.slice(start, end)
  const word = plannedWord.exec(title)
  if (word) {
    const [from, to] = [word.index, word.index + word[0].length]
    // Between releases without dates, only the word goes away.
    const isDateless = sample !== undefined && !sample.isPlanned && sample.date === null
    if (isDateless) {
      const before = /[ \t]{0,5}[-–—/:]?[ \t]{0,5}\(?$/.exec(title.slice(0, from))![0].length
      const after = title[from - 1] === '(' && title[to] === ')' ? 1 : 0
      edits.replace(start + from - before, start + to + after, '')
    } else edits.replace(start + from, start + to, sample?.date?.format(date) ?? date)
    return
  }
  const planned = findPlannedLine(outline, body)
  if (planned === -1 || !style.dateLine) return
  edits.replace(outline.lines[planned]!.start, outline.lines[planned]!.end, style.dateLine(date))
}

/** The link definitions that the file gets: a file whose releases have none gets none for new ones. */
function definedLinks({ links, style, releaseLabels }: EditContext): LinkDefinition[] {
  return links.filter(({ label }) => style.definesReleases || !releaseLabels.has(label))
}

function newMarkup({ markup, lines }: Outline): HeadingMarkup {
  const plain = { prefix: '', suffix: '', underline: '', overline: false }
  if (markup === 'rst' || markup === 'text') {
    const hasTitle = lines.some(({ kind }) => kind === 'heading')
    return { ...plain, underline: hasTitle ? '-' : '=' }
  }
  return { ...plain, prefix: markup === 'asciidoc' ? '== ' : '## ' }
}

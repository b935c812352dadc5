import type { Html, PhrasingContent, RootContent } from 'mdast'
import {
  type LinePart,
  parseLine,
  type ReleasePlaceholder,
  releasePlaceholders,
} from '../config/repository/placeholder-line.ts'
import { rankUrgency } from '../core/compare-importance.ts'
import type { Entry } from '../core/entry.ts'
import type { EntryOrder } from '../core/repository-config.ts'
import { isActiveName } from '../text/inline-text.ts'
import { splitScope } from '../text/split-scope.ts'
import { highlightList } from './highlight-list.ts'
import { breakingTitle, type Layout } from './layout.ts'
import {
  bareUrl,
  definitions,
  heading,
  inline,
  inlineBy,
  link,
  list,
  paragraph,
  plainText,
  printMarkdown,
  reference,
  releaseName,
} from './markdown.ts'
import { closingBlock, formatEmptyNotes, type NotesContent, openingBlocks } from './notes-content.ts'
import { fullChangelog, newContributors } from './render-host-release.ts'
import { keepAChangelogPreamble } from './render-keepachangelog.ts'

/** Renders notes as the configuration of the repository lays them out. */
export function renderConfigured(notes: NotesContent, layout: Layout): string {
  const groups = groupSections(notes, layout)
  const body =
    notes.entries.length === 0
      ? [paragraph([plainText(formatEmptyNotes(notes.commitCount))])]
      : printSections(groups, notes, layout)
  const cut =
    notes.cut > 0
      ? [
          paragraph([
            plainText(
              `And ${notes.cut} more${notes.range.compareUrl === null ? '' : ', on the page linked below'}.`,
            ),
          ]),
        ]
      : []
  return printMarkdown(
    [
      ...printTop(notes, layout),
      ...openingBlocks(notes, highlightList(notes, layout.bullet), { hasHeadings: layout.headings }),
      ...body,
      ...cut,
      ...printContributors(notes, layout),
      ...printFooter(notes, layout),
      ...closingBlock(notes),
      ...linkDefinitions(notes, layout),
    ],
    layout.bullet,
  )
}

/** The title, the header and the heading of the release. */
function printTop(notes: NotesContent, layout: Layout): RootContent[] {
  const { base, title, header } = layout
  const own = header && printBlock(header, notes)
  if (base !== 'keepachangelog') {
    return [...(title === null ? [] : [heading(2, raw(title))]), ...(own ?? [])]
  }
  const isDocument = notes.part === 'document'
  return [
    ...(isDocument && title !== null ? [heading(1, raw(title))] : []),
    ...(isDocument
      ? (own ?? keepAChangelogPreamble(notes, layout.isKeepAChangelog && !usesOther(notes, layout)))
      : []),
    heading(2, printHeading(notes, layout)),
    ...(isDocument || !own ? [] : own),
  ]
}

function usesOther({ entries }: NotesContent, { sections }: Layout): boolean {
  return entries.some((entry) => !sections.some(({ title }) => title === (entry.section ?? entry.category)))
}

/** What headings, headers and footers can print. */
export type ReleaseFacts = Pick<
  NotesContent,
  'version' | 'date' | 'tag' | 'previousVersion' | 'projectName' | 'package'
> & { range: Pick<NotesContent['range'], 'fromSha' | 'fromRef' | 'compareUrl'>; entries: unknown[] }

/** Prints the configured heading of a release, as Markdown without `##`. */
export function formatReleaseHeading(line: string, release: ReleaseFacts): string {
  return fill(parseLine(line, releasePlaceholders).parts, releaseValues(release))
}

function printHeading(notes: NotesContent, { heading: line }: Layout): PhrasingContent[] {
  if (line) return [rawText(fill(line, releaseValues(notes)))]
  const label = notes.version ?? 'Unreleased'
  return [
    releaseName(label),
    ...(notes.version !== null && notes.date !== null ? [plainText(` - ${notes.date}`)] : []),
  ]
}

export interface SectionGroup {
  title: string
  isBreaking: boolean
  collapse: number | null
  entries: Entry[]
}

/** The entries by section, in the order of the layout. */
export function groupSections(notes: NotesContent, layout: Layout): SectionGroup[] {
  const isBuiltIn = layout.sections.some(({ title, isBreaking }) => isBreaking && title === breakingTitle)
  const titleOf = (entry: Entry) =>
    isBuiltIn && entry.breaking && (entry.section ?? entry.category) === entry.category
      ? breakingTitle
      : (entry.section ?? entry.category)
  const known = new Set(layout.sections.map(({ title }) => title))
  const places = new Map(notes.historyOrder.map((id, index) => [id, index]))
  const sorted = sortEntries(notes.entries, layout, places)
  const sectionOf = (entry: Entry) => (known.has(titleOf(entry)) ? titleOf(entry) : layout.other)
  const all = known.has(layout.other)
    ? layout.sections
    : [...layout.sections, { title: layout.other, isBreaking: false, collapse: null }]
  return all
    .map((section) => ({ ...section, entries: sorted.filter((entry) => sectionOf(entry) === section.title) }))
    .filter(({ entries }) => entries.length > 0)
}

/** The entries in the configured order, after breaking changes and advisories. */
function sortEntries(entries: Entry[], { order }: Layout, places: Map<string, number>): Entry[] {
  const place = ({ id }: Entry) => places.get(id) ?? 0
  const text = (one: string | null, other: string | null) =>
    (one ?? '').localeCompare(other ?? '', 'en', { sensitivity: 'base' })
  const compare: Record<EntryOrder, (one: Entry, other: Entry) => number> = {
    importance: () => 0,
    oldest: (one, other) => place(one) - place(other),
    newest: (one, other) => place(other) - place(one),
    title: (one, other) => text(one.text, other.text),
    scope: (one, other) => text(one.scope, other.scope),
    scoped: (one, other) => Number(one.scope === null) - Number(other.scope === null),
  }
  return entries.toSorted((one, other) => {
    const urgency = rankUrgency(one) - rankUrgency(other)
    if (urgency !== 0) return urgency
    for (const each of order) {
      const difference = compare[each](one, other)
      if (difference !== 0) return difference
    }
    return 0
  })
}

function printSections(groups: SectionGroup[], notes: NotesContent, layout: Layout): RootContent[] {
  const { bullet } = layout
  if (!layout.headings) {
    const lines = groups.flatMap((group) => group.entries.map((entry) => ({ entry, group })))
    return [list(lines, bullet, ({ entry, group }) => printEntry(entry, group, notes, layout))]
  }
  return groups.flatMap((group) => {
    const lists = groupScopes(group.entries, layout).flatMap(({ scope, entries }) => [
      ...(scope === null ? [] : [heading(4, inline(scope))]),
      list(entries, bullet, (entry) => printEntry(entry, group, notes, layout)),
    ])
    const { collapse, entries } = group
    const isCollapsed = layout.base === 'release' && collapse !== null && entries.length > collapse
    return [
      heading(3, raw(group.title)),
      ...(isCollapsed
        ? [
            html(
              `<details>\n<summary>${entries.length === 1 ? '1 entry' : `${entries.length} entries`}</summary>`,
            ),
            ...lists,
            html('</details>'),
          ]
        : lists),
    ]
  })
}

/** The entries under a heading for each scope, those without one first. */
function groupScopes(entries: Entry[], { scopes }: Layout): { scope: string | null; entries: Entry[] }[] {
  if (scopes !== 'group') return [{ scope: null, entries }]
  const groups = Map.groupBy(entries, ({ scope }) => scope)
  return [...groups]
    .map(([scope, own]) => ({ scope, entries: own }))
    .toSorted((one, other) => Number(one.scope !== null) - Number(other.scope !== null))
}

export function printEntry(
  entry: Entry,
  { title, isBreaking }: SectionGroup,
  notes: NotesContent,
  layout: Layout,
): PhrasingContent[] {
  const text = printText(entry, notes, layout)
  const values: Record<string, () => PhrasingContent[]> = {
    text: () => text,
    references: () => join(references(entry, notes, layout), ', '),
    authors: () => printAuthors(entry, notes, layout),
    category: () => raw(title),
    scope: () => (entry.scope === null || namesOwnArea(entry) ? [] : inline(entry.scope)),
    type: () => (entry.type ? inline(entry.type) : []),
    breaking: () => (entry.breaking && !isBreaking && layout.breaking !== '' ? raw(layout.breaking) : []),
    commit: () => commitReference(entry, notes, layout),
    labels: () => inline(entry.labels.join(', ')),
    package: () => (notes.package ? inline(notes.package.name) : []),
  }
  return layout.line.flatMap((part): PhrasingContent[] => {
    if (part.kind === 'text') return raw(part.value)
    const value = values[part.name]!()
    return value.length === 0 ? [] : [...raw(part.before), ...value, ...raw(part.after)]
  })
}

/** Whether the authors' own line begins with an area, so that a scope before it would be a second one. */
function namesOwnArea(entry: Entry): boolean {
  if (!entry.evidence.some(({ kind }) => kind === 'own-entry')) return false
  const { head, rest } = splitScope(entry)
  return head === '' && /^`?[\p{L}][\p{L}\p{N}./_-]{0,30}`?(?: [\p{L}\p{N}./_-]{1,30})?: /u.test(rest)
}

/** The text of an entry with its scope as the layout shows it, and with or without a full stop. */
export function printText(
  entry: Entry,
  notes: NotesContent,
  { scopes, fullStop, line, keepsTitles }: Layout,
): PhrasingContent[] {
  const print = inlineBy(entry.writtenBy)
  const { lead, head, rest } = splitScope(entry)
  const isLast = line.at(-1)?.kind === 'value' && (line.at(-1) as { name: string }).name === 'text'
  const stopped = (text: string) =>
    withStop(text, fullStop ?? (isLast || keepsTitles ? null : false), fullStop !== null)
  if (scopes === null) {
    const plain = head === '' || notes.scopeStyle === 'prefix'
    if (plain) return print(stopped(entry.text))
  }
  if (scopes === null || scopes === 'prefix') {
    if (head === '') return print(stopped(entry.text))
    return [
      ...(lead === '' ? [] : [...print(lead.trimEnd()), plainText(' ')]),
      { type: 'strong', children: [...inline(head), plainText(':')] },
      plainText(' '),
      ...print(stopped(rest)),
    ]
  }
  const bare = head === '' ? entry.text : lead + (lead === '' && !keepsTitles ? upperFirst(rest) : rest)
  if (scopes !== 'suffix' || entry.scope === null || head === '') return print(stopped(bare))
  const open = bare.replace(/\.$/, '')
  return print(stopped(`${open} in ${head}${open === bare ? '' : '.'}`))
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A text with a full stop, or a single sentence without one; null leaves it. */
function withStop(text: string, wanted: boolean | null, isConfigured: boolean): string {
  if (wanted === null) return text
  if (wanted) return /[.!?…]["')\]]?$/.test(text) ? text : `${text}.`
  // Several sentences keep their full stops.
  if (/[.!?] /.test(text)) return text
  return isConfigured || /(?<=[\p{L}\p{N}`)])\.$/u.test(text)
    ? text.replace(/(?<=[\p{L}\p{N}`)])\.$/u, '')
    : text
}

/** What an entry refers to, each as it is printed. */
export function references(entry: Entry, notes: NotesContent, layout: Layout): PhrasingContent[] {
  const found = layout.references.flatMap((kind): PhrasingContent[] => {
    if (kind === 'commits') return commitReference(entry, notes, layout)
    if (kind === 'tickets')
      return (entry.tickets ?? []).map(({ id, url }) => printReference({ label: id, url }, layout))
    return entry.pullRequests.map((number) =>
      printReference(
        { label: notes.links.pullRequestLabel(number), url: notes.links.pullRequest(number) },
        layout,
      ),
    )
  })
  return found.length === 0 && layout.needsReference ? commitReference(entry, notes, layout) : found
}

function commitReference(entry: Entry, { links }: NotesContent, layout: Layout): PhrasingContent[] {
  const sha = entry.commits.at(-1)
  if (sha === undefined) return []
  const url = links.commit(sha)
  if (layout.links === 'urls' && url !== null) return [link(url, sha.slice(0, 7))]
  return [printReference({ label: sha.slice(0, 7), url }, layout)]
}

function printReference(
  { label, url }: { label: string; url: string | null },
  { links }: Layout,
): PhrasingContent {
  if (url === null || links === 'none') return plainText(label)
  if (links === 'references') return reference(label)
  return links === 'inline' ? link(url, label) : bareUrl(url)
}

function printAuthors(entry: Entry, { contributors }: NotesContent, { authors }: Layout): PhrasingContent[] {
  if (authors === 'none') return []
  const names = entry.authors.map((author): PhrasingContent[] => {
    const known = contributors.find(({ login }) => login === author)
    if (authors === 'names') return inline(known?.name ?? author)
    return known ? [plainText(`@${author}`)] : inline(author)
  })
  return names.flatMap((name, index) => [
    ...(index === 0 ? [] : [plainText(index === names.length - 1 ? ' and ' : ', ')]),
    ...name,
  ])
}

function printContributors(notes: NotesContent, layout: Layout): RootContent[] {
  if (layout.contributors === 'none') return []
  const credited = new Set(notes.entries.flatMap(({ authors }) => authors))
  const thanked = notes.contributors.filter(
    ({ login, name }) => credited.has(login ?? name) && layout.isThanked(login ?? name),
  )
  if (layout.contributors === 'new') return newContributors({ ...notes, contributors: thanked })
  if (thanked.length === 0) return []
  return [
    heading(2, [plainText('Contributors')]),
    list(thanked, layout.bullet, ({ login, name }) =>
      login === null || layout.authors !== 'mentions' ? inline(name) : [plainText(`@${login}`)],
    ),
  ]
}

function printFooter(notes: NotesContent, { footer, base }: Layout): RootContent[] {
  if (footer) return printBlock(footer, notes)
  return base === 'release' ? [fullChangelog(notes)] : []
}

/** Text of the project itself, with placeholders; none if nothing is left. */
function printBlock(parts: LinePart<ReleasePlaceholder>[], notes: NotesContent): RootContent[] {
  const text = fill(parts, releaseValues(notes)).trim()
  return text === '' ? [] : [html(text)]
}

/** The values of headings, headers and footers, as Markdown. */
function releaseValues(notes: ReleaseFacts): Record<ReleasePlaceholder, string> {
  const { range, version, date } = notes
  const previousTag = range.fromSha === null ? '' : range.fromRef
  const plain = (text: string) =>
    printMarkdown(
      [paragraph([isActiveName(text) ? { type: 'inlineCode', value: text } : plainText(text)])],
      '-',
    ).trim()
  return {
    version: plain(version ?? 'Unreleased'),
    tag: plain(notes.tag ?? ''),
    date: date ?? '',
    previous: plain(notes.previousVersion ?? previousTag),
    previousTag: plain(previousTag),
    compare: range.compareUrl ?? '',
    package: plain(notes.package?.name ?? ''),
    project: plain(notes.projectName),
    count: String(notes.entries.length),
  }
}

function fill(parts: LinePart<ReleasePlaceholder>[], values: Record<ReleasePlaceholder, string>): string {
  return parts
    .map((part) => {
      if (part.kind === 'text') return part.value
      const value = values[part.name]
      return value === '' ? '' : part.before + value + part.after
    })
    .join('')
}

function linkDefinitions(notes: NotesContent, layout: Layout): RootContent[] {
  const label = notes.version ?? 'Unreleased'
  const linksHeading =
    layout.base === 'keepachangelog' &&
    !isActiveName(label) &&
    (layout.heading === null || fill(layout.heading, releaseValues(notes)).includes(`[${label}]`))
  const pairs: [string, string | null][] = linksHeading ? [[label, notes.range.compareUrl]] : []
  if (layout.links === 'references') {
    const shown = new Set(layout.references)
    const numbers = shown.has('pull-requests')
      ? [...new Set(notes.entries.flatMap((entry) => entry.pullRequests))].sort((a, b) => a - b)
      : []
    for (const number of numbers)
      pairs.push([notes.links.pullRequestLabel(number), notes.links.pullRequest(number)])
    if (shown.has('tickets'))
      for (const { id, url } of notes.entries.flatMap(({ tickets }) => tickets ?? [])) pairs.push([id, url])
    if (shown.has('commits') || layout.needsReference)
      for (const entry of notes.entries) {
        const sha = entry.commits.at(-1)
        if (sha === undefined) continue
        if (shown.has('commits') || entry.pullRequests.length === 0)
          pairs.push([sha.slice(0, 7), notes.links.commit(sha)])
      }
  }
  const known = [...new Map(pairs)].filter((pair): pair is [string, string] => pair[1] !== null)
  return known.length === 0 ? [] : [definitions(known)]
}

function join(items: PhrasingContent[], separator: string): PhrasingContent[] {
  return items.flatMap((item, index) => (index === 0 ? [item] : [plainText(separator), item]))
}

/** Text of the project itself, which may be Markdown. */
function raw(text: string): PhrasingContent[] {
  return text === '' ? [] : [rawText(text)]
}

function rawText(value: string): PhrasingContent {
  return { type: 'html', value }
}

function html(value: string): Html {
  return { type: 'html', value }
}

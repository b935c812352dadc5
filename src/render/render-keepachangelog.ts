import type { PhrasingContent, RootContent } from 'mdast'
import { categories } from '../core/category.ts'
import { rankUrgency } from '../core/compare-importance.ts'
import type { Entry } from '../core/entry.ts'
import { isActiveName } from '../text/inline-text.ts'
import { claimsSemver } from './claims-semver.ts'
import { groupByArea } from './group-by-area.ts'
import { highlightList } from './highlight-list.ts'
import {
  definitions,
  heading,
  inline,
  link,
  list,
  paragraph,
  plainText,
  printMarkdown,
  reference,
  releaseName,
  strong,
} from './markdown.ts'
import {
  closingBlock,
  entryText,
  formatEmptyNotes,
  type NotesContent,
  openingBlocks,
} from './notes-content.ts'

/** Renders a section or a complete file by the rules of Keep a Changelog 2.0.0. */
export function renderKeepAChangelog(notes: NotesContent): string {
  const label = notes.version ?? 'Unreleased'
  const title: PhrasingContent[] = [releaseName(label)]
  if (notes.version !== null && notes.date !== null) title.push(plainText(` - ${notes.date}`))
  return printMarkdown(
    [
      ...(notes.part === 'document' ? preamble(notes) : []),
      heading(2, title),
      ...openingBlocks(notes, highlightList(notes, '-'), { hasHeadings: true }),
      ...(notes.entries.length === 0
        ? [paragraph([plainText(formatEmptyNotes(notes.commitCount))])]
        : sections(notes)),
      ...closingBlock(notes),
      ...linkDefinitions(isActiveName(label) ? null : label, notes),
    ],
    '-',
  )
}

function preamble(notes: NotesContent): RootContent[] {
  return [heading(1, [plainText('Changelog')]), ...keepAChangelogPreamble(notes, true)]
}

/** The sentences below the title; those about the format only where the text follows it. */
export function keepAChangelogPreamble(
  { changelog }: Pick<NotesContent, 'changelog'>,
  followsFormat: boolean,
): RootContent[] {
  const semver = changelog !== null && claimsSemver(changelog.text)
  const opening = paragraph([
    plainText('All notable changes to this project will be documented in this file.'),
  ])
  if (!followsFormat) return [opening]
  return [
    opening,
    paragraph([
      plainText('The format is based on '),
      link('https://keepachangelog.com/en/2.0.0/', 'Keep a Changelog'),
      ...(semver
        ? [
            plainText(', and this project adheres to '),
            link('https://semver.org/spec/v2.0.0.html', 'Semantic Versioning'),
          ]
        : []),
      plainText('.'),
    ]),
  ]
}

function sections(notes: NotesContent): RootContent[] {
  return categories.flatMap((category) => {
    const entries = notes.entries.filter((entry) => entry.category === category)
    if (entries.length === 0) return []
    const sorted = entries.toSorted((a, b) => rankUrgency(a) - rankUrgency(b))
    return [
      heading(3, [plainText(category)]),
      ...groupByArea(sorted, notes.areas).flatMap(({ area, entries: group }) => [
        ...(area === null ? [] : [heading(4, inline(area))]),
        list(group, '-', (entry) => item(entry, notes)),
      ]),
    ]
  })
}

function item(entry: Entry, notes: NotesContent): PhrasingContent[] {
  const { links } = notes
  const references = entry.pullRequests.flatMap((number, index): PhrasingContent[] => {
    const label = links.pullRequestLabel(number)
    return [
      plainText(index === 0 ? ' (' : ', '),
      links.pullRequest(number) === null ? plainText(label) : reference(label),
    ]
  })
  return [
    ...(entry.breaking ? [strong('Breaking:'), plainText(' ')] : []),
    ...entryText(entry, notes),
    ...references,
    ...(references.length > 0 ? [plainText(')')] : []),
  ]
}

function linkDefinitions(label: string | null, { range, entries, links }: NotesContent): RootContent[] {
  const numbers = [...new Set(entries.flatMap((entry) => entry.pullRequests))].sort((a, b) => a - b)
  const pairs: [label: string, url: string | null][] = [
    ...(label === null ? [] : [[label, range.compareUrl] as [string, string | null]]),
    ...numbers.map((number): [string, string | null] => [
      links.pullRequestLabel(number),
      links.pullRequest(number),
    ]),
  ]
  const known = pairs.filter((pair): pair is [string, string] => pair[1] !== null)
  return known.length === 0 ? [] : [definitions(known)]
}

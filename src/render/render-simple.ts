import type { PhrasingContent } from 'mdast'
import type { Category } from '../core/category.ts'
import type { Entry } from '../core/entry.ts'
import { groupByArea } from './group-by-area.ts'
import { highlightList } from './highlight-list.ts'
import { list, paragraph, plainText, printMarkdown, strong } from './markdown.ts'
import {
  closingBlock,
  entryText,
  formatEmptyNotes,
  type NotesContent,
  openingBlocks,
} from './notes-content.ts'

const order: Category[] = ['Security', 'Added', 'Changed', 'Deprecated', 'Removed', 'Fixed']

/** Renders a flat list: breaking changes first, then security, then the rest, each with a short reference. */
export function renderSimple(notes: NotesContent): string {
  // This format has no summary; what a person writes is printed in every format.
  const opening = openingBlocks({ ...notes, summary: null }, highlightList(notes, '-'), {
    hasHeadings: false,
  })
  if (notes.entries.length === 0) {
    const empty = paragraph([plainText(formatEmptyNotes(notes.commitCount))])
    return printMarkdown([...opening, empty, ...closingBlock(notes)], '-')
  }
  const rank = (entry: Entry) => (entry.breaking ? -1 : order.indexOf(entry.category))
  const sorted = notes.entries.toSorted((a, b) => rank(a) - rank(b))
  const item = (entry: Entry) => [
    ...(entry.breaking ? [strong('Breaking:'), plainText(' ')] : []),
    ...entryText(entry, notes),
    ...referenceOf(entry, notes),
  ]
  const groups = groupByArea(sorted, notes.areas)
  return printMarkdown(
    [
      ...opening,
      // Without a title, the whole list would look like more highlights.
      ...(opening.length > 1 && groups[0]!.area === null ? [paragraph([strong('All changes')])] : []),
      ...groups.flatMap(({ area, entries }) => [
        ...(area === null ? [] : [paragraph([strong(area)])]),
        list(entries, '-', item),
      ]),
      ...closingBlock(notes),
    ],
    '-',
  )
}

function referenceOf(entry: Entry, { links }: NotesContent): PhrasingContent[] {
  const labels = entry.pullRequests.map(links.pullRequestLabel)
  const reference = labels.length > 0 ? labels.join(', ') : entry.commits.at(-1)?.slice(0, 7)
  return reference === undefined ? [] : [plainText(` (${reference})`)]
}

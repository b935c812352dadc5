import type { Category } from '../core/category.ts'
import type { Entry } from '../core/entry.ts'
import { groupByArea } from './group-by-area.ts'
import { highlightList } from './highlight-list.ts'
import { list, paragraph, plainText, printMarkdown, strong } from './markdown.ts'
import { entryText, formatEmptyNotes, type NotesContent } from './notes-content.ts'

const order: Category[] = ['Security', 'Added', 'Changed', 'Deprecated', 'Removed', 'Fixed']

/** Renders a flat list: breaking changes first, then security, then the rest, each with a short reference. */
export function renderSimple(notes: NotesContent): string {
  if (notes.entries.length === 0)
    return printMarkdown([paragraph([plainText(formatEmptyNotes(notes.commitCount))])], '-')
  const rank = (entry: Entry) => (entry.breaking ? -1 : order.indexOf(entry.category))
  const sorted = notes.entries.toSorted((a, b) => rank(a) - rank(b))
  const item = (entry: Entry) => [
    ...(entry.breaking ? [strong('Breaking:'), plainText(' ')] : []),
    ...entryText(entry, notes),
    plainText(` (${referenceOf(entry, notes)})`),
  ]
  const groups = groupByArea(sorted, notes.areas)
  return printMarkdown(
    [
      ...highlightList(notes, '-'),
      // Without a title, the whole list would look like more highlights.
      ...(notes.highlights.length > 0 && groups[0]!.area === null
        ? [paragraph([strong('All changes')])]
        : []),
      ...groups.flatMap(({ area, entries }) => [
        ...(area === null ? [] : [paragraph([strong(area)])]),
        list(entries, '-', item),
      ]),
    ],
    '-',
  )
}

function referenceOf(entry: Entry, { links }: NotesContent): string {
  const labels = entry.pullRequests.map(links.pullRequestLabel)
  return labels.length > 0 ? labels.join(', ') : entry.commits.at(-1)!.slice(0, 7)
}

import type { Category } from '../core/category.ts'
import type { Entry } from '../core/entry.ts'
import { inline, list, paragraph, printMarkdown, strong, words } from './markdown.ts'
import { type Notes, nothingToTell } from './notes.ts'

const order: Category[] = ['Security', 'Added', 'Changed', 'Deprecated', 'Removed', 'Fixed']

/** Prints a flat list: what breaks first, then security, then the rest, each with a short reference. */
export function renderSimple(notes: Notes): string {
  if (notes.entries.length === 0)
    return printMarkdown([paragraph([words(nothingToTell(notes.commitCount))])], '-')
  const rank = (entry: Entry) => (entry.breaking ? -1 : order.indexOf(entry.category))
  const sorted = notes.entries.toSorted((a, b) => rank(a) - rank(b))
  const item = (entry: Entry) => [
    ...(entry.breaking ? [strong('Breaking:'), words(' ')] : []),
    ...inline(entry.text),
    words(` (${referenceOf(entry, notes)})`),
  ]
  return printMarkdown([list(sorted, '-', item)], '-')
}

function referenceOf(entry: Entry, { links }: Notes): string {
  const labels = entry.pullRequests.map(links.pullRequestLabel)
  return labels.length > 0 ? labels.join(', ') : entry.commits.at(-1)!.slice(0, 7)
}

import type { PhrasingContent, RootContent } from 'mdast'
import { categories } from '../core/category.ts'
import type { Contributor } from '../core/change.ts'
import type { Entry } from '../core/entry.ts'
import { groupByArea } from './group-by-area.ts'
import { groupByReleaseConfig, type ReleaseSection } from './group-by-release-config.ts'
import { highlightList } from './highlight-list.ts'
import {
  bareUrl,
  heading,
  inline,
  link,
  list,
  paragraph,
  plainText,
  printMarkdown,
  strong,
} from './markdown.ts'
import {
  closingBlock,
  entryText,
  formatEmptyNotes,
  type NotesContent,
  openingBlocks,
} from './notes-content.ts'

/** Renders the body of a release in the layout of the hosts. */
export function renderHostRelease(notes: NotesContent): string {
  return printMarkdown(
    [
      heading(2, [plainText("What's Changed")]),
      ...openingBlocks(notes, highlightList(notes, '*'), { hasHeadings: true }),
      ...(notes.entries.length === 0
        ? [paragraph([plainText(formatEmptyNotes(notes.commitCount))])]
        : sections(notes)),
      ...(notes.cut > 0
        ? [
            paragraph([
              plainText(
                `And ${notes.cut} more${notes.range.compareUrl === null ? '' : ', on the page linked below'}.`,
              ),
            ]),
          ]
        : []),
      ...newContributors(notes),
      fullChangelog(notes),
      ...closingBlock(notes),
    ],
    '*',
  )
}

function sections(notes: NotesContent): RootContent[] {
  return sectionsOf(notes)
    .filter(({ entries }) => entries.length > 0)
    .flatMap(({ title, entries }) => [
      heading(3, inline(title)),
      ...groupByArea(entries, notes.areas).flatMap(({ area, entries: group }) => [
        ...(area === null ? [] : [heading(4, inline(area))]),
        list(group, '*', (entry) => item(entry, notes)),
      ]),
    ])
}

function sectionsOf({ entries, releaseConfig }: NotesContent): ReleaseSection[] {
  if (releaseConfig && releaseConfig.categories.length > 0)
    return groupByReleaseConfig(entries, releaseConfig).sections
  const others = entries.filter((entry) => !entry.breaking)
  return [
    { title: 'Breaking changes', entries: entries.filter((entry) => entry.breaking) },
    ...categories.map((category) => ({
      title: category,
      entries: others.filter((entry) => entry.category === category),
    })),
  ]
}

function item(entry: Entry, notes: NotesContent): PhrasingContent[] {
  // The line continues after the text, so a single sentence loses its full stop.
  const text = /[.!?] /.test(entry.text) ? entry.text : entry.text.replace(/(?<=[\p{L}\p{N}`)])\.$/u, '')
  const where = source(entry, notes)
  return [
    ...entryText({ ...entry, text }, notes),
    ...credit(entry, notes),
    ...(where.length === 0 ? [] : [plainText(' in '), ...where]),
  ]
}

function credit(entry: Entry, { contributors }: NotesContent): PhrasingContent[] {
  return entry.authors.flatMap((author, index) => {
    const joint = index === 0 ? ' by ' : index === entry.authors.length - 1 ? ' and ' : ', '
    const known = contributors.some(({ login }) => login === author)
    return [plainText(joint), ...(known ? [plainText(`@${author}`)] : inline(author))]
  })
}

/** The URLs of the pull requests; for a direct commit its short SHA; nothing for an entry without commits. */
function source(entry: Entry, { links }: NotesContent): PhrasingContent[] {
  if (entry.pullRequests.length > 0) {
    return entry.pullRequests.flatMap((number, index) => {
      const url = links.pullRequest(number)
      const reference = url === null ? plainText(links.pullRequestLabel(number)) : bareUrl(url)
      return index === 0 ? [reference] : [plainText(', '), reference]
    })
  }
  const sha = entry.commits.at(-1)
  if (sha === undefined) return []
  const url = links.commit(sha)
  return [url === null ? { type: 'inlineCode', value: sha.slice(0, 7) } : link(url, sha.slice(0, 7))]
}

/** The people whose first contribution is in the notes. */
export function newContributors(notes: NotesContent): RootContent[] {
  const lines = notes.contributors.filter(({ first, login }) => first === true && login !== null)
  if (lines.length === 0) return []
  return [
    heading(2, [plainText('New Contributors')]),
    list(lines, '*', (contributor) => firstLine(contributor, notes)),
  ]
}

function firstLine({ login }: Contributor, notes: NotesContent): PhrasingContent[] {
  const entry = notes.entries.find(({ authors }) => authors.includes(login!))
  const first = entry && { ...entry, pullRequests: entry.pullRequests.slice(0, 1) }
  const where = first ? [plainText(' in '), ...source(first, notes)] : []
  return [plainText(`@${login} made their first contribution`), ...where]
}

/** The line with the link to all changes. */
export function fullChangelog({ range }: NotesContent): RootContent {
  const where: PhrasingContent =
    range.compareUrl === null
      ? {
          type: 'inlineCode',
          value: range.fromSha === null ? range.toRef : `${range.fromRef}...${range.toRef}`,
        }
      : bareUrl(range.compareUrl)
  return paragraph([strong('Full Changelog'), plainText(': '), where])
}

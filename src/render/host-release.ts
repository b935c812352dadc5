import type { PhrasingContent, RootContent } from 'mdast'
import { categories } from '../core/category.ts'
import type { Contributor } from '../core/change.ts'
import type { Entry } from '../core/entry.ts'
import { byReleaseConfig, type Section } from './by-release-config.ts'
import { bareUrl, heading, inline, link, list, paragraph, printMarkdown, strong, words } from './markdown.ts'
import { type Notes, nothingToTell } from './notes.ts'
import { opening } from './opening.ts'

/** Prints the body of a release as the hosts themselves lay it out. */
export function renderHostRelease(notes: Notes): string {
  return printMarkdown(
    [
      heading(2, [words("What's Changed")]),
      ...opening(notes),
      ...(notes.entries.length === 0
        ? [paragraph([words(nothingToTell(notes.commitCount))])]
        : sections(notes)),
      ...(notes.cut > 0
        ? [
            paragraph([
              words(
                `And ${notes.cut} more${notes.range.compareUrl === null ? '' : ', on the page linked below'}.`,
              ),
            ]),
          ]
        : []),
      ...newContributors(notes),
      fullChangelog(notes),
    ],
    '*',
  )
}

function sections(notes: Notes): RootContent[] {
  return sectionsOf(notes)
    .filter(({ entries }) => entries.length > 0)
    .flatMap(({ title, entries }) => [
      heading(3, inline(title)),
      list(entries, '*', (entry) => item(entry, notes)),
    ])
}

function sectionsOf({ entries, releaseConfig }: Notes): Section[] {
  if (releaseConfig && releaseConfig.categories.length > 0)
    return byReleaseConfig(entries, releaseConfig).sections
  const others = entries.filter((entry) => !entry.breaking)
  return [
    { title: 'Breaking changes', entries: entries.filter((entry) => entry.breaking) },
    ...categories.map((category) => ({
      title: category,
      entries: others.filter((entry) => entry.category === category),
    })),
  ]
}

function item(entry: Entry, notes: Notes): PhrasingContent[] {
  // The line goes on after its sentence; two sentences keep their stops.
  const text = /[.!?] /.test(entry.text) ? entry.text : entry.text.replace(/(?<=[\p{L}\p{N}`)])\.$/u, '')
  return [...inline(text), ...credit(entry, notes), words(' in '), ...source(entry, notes)]
}

function credit(entry: Entry, { contributors }: Notes): PhrasingContent[] {
  return entry.authors.flatMap((author, index) => {
    const joint = index === 0 ? ' by ' : index === entry.authors.length - 1 ? ' and ' : ', '
    const known = contributors.some(({ login }) => login === author)
    return [words(joint), ...(known ? [words(`@${author}`)] : inline(author))]
  })
}

/** The pull requests by their bare addresses; a direct commit by its short SHA. */
function source(entry: Entry, { links }: Notes): PhrasingContent[] {
  if (entry.pullRequests.length > 0) {
    return entry.pullRequests.flatMap((number, index) => {
      const url = links.pullRequest(number)
      const place = url === null ? words(links.pullRequestLabel(number)) : bareUrl(url)
      return index === 0 ? [place] : [words(', '), place]
    })
  }
  const sha = entry.commits.at(-1)!
  const url = links.commit(sha)
  return [url === null ? { type: 'inlineCode', value: sha.slice(0, 7) } : link(url, sha.slice(0, 7))]
}

function newContributors(notes: Notes): RootContent[] {
  const lines = notes.contributors.filter(({ first, login }) => first === true && login !== null)
  if (lines.length === 0) return []
  return [
    heading(2, [words('New Contributors')]),
    list(lines, '*', (contributor) => firstLine(contributor, notes)),
  ]
}

function firstLine({ login }: Contributor, notes: Notes): PhrasingContent[] {
  const entry = notes.entries.find(({ authors }) => authors.includes(login!))
  const first = entry && { ...entry, pullRequests: entry.pullRequests.slice(0, 1) }
  const where = first ? [words(' in '), ...source(first, notes)] : []
  return [words(`@${login} made their first contribution`), ...where]
}

function fullChangelog({ range }: Notes): RootContent {
  const where: PhrasingContent =
    range.compareUrl === null
      ? {
          type: 'inlineCode',
          value: range.fromSha === null ? range.toRef : `${range.fromRef}...${range.toRef}`,
        }
      : bareUrl(range.compareUrl)
  return paragraph([strong('Full Changelog'), words(': '), where])
}

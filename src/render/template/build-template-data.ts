import type { PhrasingContent } from 'mdast'
import type { Contributor } from '../../core/change.ts'
import type { Entry } from '../../core/entry.ts'
import { kindOfCategory } from '../../core/repository-config.ts'
import { parseVersion } from '../../git/version.ts'
import type { Layout } from '../layout.ts'
import { inline, ownBlock, paragraph, plainText, printMarkdown } from '../markdown.ts'
import type { NotesContent } from '../notes-content.ts'
import { groupSections, printEntry, printText, references, type SectionGroup } from '../render-configured.ts'
import type { MarkdownValue, TemplateData, TemplateEntry } from './template-data.ts'

/** Returns what a template can print of some notes. */
export function buildTemplateData(
  notes: NotesContent,
  layout: Layout,
  { projectUrl, omittedCount }: { projectUrl: string | null; omittedCount: number },
): TemplateData {
  const groups = groupSections(notes, layout)
  const categories = groups.map((group) => ({
    title: { markdown: group.title },
    entries: group.entries.map((entry) => toTemplateEntry(entry, group, notes, layout)),
  }))
  const { range, version, date, tag, summary, blocks = {} } = notes
  const introduction = blockValue(blocks.introduction)
  const previousTag = range.fromSha === null || range.fromRef === '' ? null : range.fromRef
  return {
    project: { name: notes.projectName, url: urlValue(projectUrl) },
    package: notes.package ? { name: notes.package.name, path: notes.package.folder } : null,
    release: {
      version,
      tag,
      date,
      isPrerelease: version !== null && (parseVersion(version)?.pre.length ?? 0) > 0,
      previousVersion: notes.previousVersion,
      previousTag,
      compareUrl: urlValue(range.compareUrl),
    },
    summary: introduction ?? (summary === null ? null : { markdown: printInline(inline(summary)) }),
    introduction,
    highlights: blockValue(blocks.highlights),
    upgradeNotes: blockValue(blocks.upgradeNotes),
    footer: blockValue(blocks.footer),
    commitCount: notes.commitCount,
    omittedCount,
    cut: notes.cut,
    categories,
    entries: categories.flatMap(({ entries }) => entries),
    contributors: notes.contributors.map((contributor) => ({
      ...toPerson(contributor),
      first: contributor.first,
    })),
  }
}

function toTemplateEntry(
  entry: Entry,
  group: SectionGroup,
  notes: NotesContent,
  layout: Layout,
): TemplateEntry {
  const { id, type = null, scope, breaking, labels, pullRequests, commits, tickets = [] } = entry
  const { links } = notes
  const markdown = (content: PhrasingContent[]) => ({ markdown: printInline(content), entry: id })
  return {
    ...{ id, type, scope, breaking, labels },
    text: markdown(printText(entry, notes, layout)),
    line: markdown(printEntry(entry, group, notes, layout)),
    references: { markdown: printInline(joined(references(entry, notes, layout))) },
    category: group.title,
    kind: breaking ? 'breaking' : kindOfCategory(entry.category),
    advisories: [...new Set(entry.text.match(/\b(?:CVE-\d{4}-\d{4,7}|GHSA(?:-[0-9a-z]{4}){3})\b/g) ?? [])],
    pullRequests: pullRequests.map((number) => ({
      number,
      label: links.pullRequestLabel(number),
      url: urlValue(links.pullRequest(number)),
    })),
    commits: commits.map((sha) => ({ sha, short: sha.slice(0, 7), url: urlValue(links.commit(sha)) })),
    tickets: tickets.map((ticket) => ({ id: ticket.id, url: urlValue(ticket.url) })),
    authors: entry.authors.map((author) => {
      const known = notes.contributors.find(({ login, name }) => login === author || name === author)
      return toPerson(known ?? { name: author, login: null })
    }),
  }
}

/** A login is mentioned only if the host confirms it. */
function toPerson({ name, login }: Pick<Contributor, 'name' | 'login'>) {
  const mention = login === null ? printInline(inline(name)) : `@${login}`
  return { name, login, mention: { markdown: mention } }
}

function blockValue(text: string | undefined): MarkdownValue | null {
  const block = ownBlock(text)
  return block.length === 0 ? null : { markdown: printMarkdown(block, '-').trimEnd() }
}

function urlValue(url: string | null): MarkdownValue | null {
  return url === null ? null : { markdown: url }
}

function joined(items: PhrasingContent[]): PhrasingContent[] {
  return items.flatMap((item, index) => (index === 0 ? [item] : [plainText(', '), item]))
}

function printInline(content: PhrasingContent[]): string {
  return content.length === 0 ? '' : printMarkdown([paragraph(content)], '-').trim()
}

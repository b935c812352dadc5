import type { PhrasingContent, RootContent } from 'mdast'
import type { Contributor } from '../core/change.ts'
import type { Entry } from '../core/entry.ts'
import type { AreaMode, Part } from '../core/format.ts'
import type { ScopeStyle } from '../core/house-style.ts'
import type { ChangelogFile, ReleaseConfig } from '../core/project-files.ts'
import type { AnsweredRange } from '../core/range.ts'
import type { PackagePaths } from '../core/repository-config.ts'
import type { Links } from './links.ts'
import { inline, paragraph, plainText } from './markdown.ts'

/** Everything that a format can print. */
export interface NotesContent {
  /** A sentence or two about the release, with code between backticks. */
  summary: string | null
  /** The entries that the notes begin with. */
  highlights: Entry[]
  entries: Entry[]
  areas: AreaMode
  /** How the project prints scopes; bold by default. */
  scopeStyle: ScopeStyle | null
  range: AnsweredRange
  commitCount: number
  version: string | null
  date: string | null
  part: Part
  contributors: Contributor[]
  links: Links
  /** The layout of .github/release.yml, if the project has one and the format is GitHub's. */
  releaseConfig: ReleaseConfig | null
  /** The repository's own changelog, which may declare Semantic Versioning. */
  changelog: ChangelogFile | null
  /** The ids of the entries in the order of the history. */
  historyOrder: string[]
  /** The name of the repository without its owner. */
  projectName: string
  /** The package that the notes are about, if one was chosen. */
  package?: Pick<PackagePaths, 'name' | 'folder'> | null
  /** The tag of the release, if it has one. */
  tag: string | null
  /** The version at the start of the range, if it is a release. */
  previousVersion: string | null
  /** The number of entries that were cut because the text was too long. */
  cut: number
}

/** The text of notes without entries. */
export function formatEmptyNotes(commitCount: number): string {
  return commitCount === 0 ? 'No changes.' : 'No notable changes.'
}

const advisoryLead = /^(?:(?:CVE|GHSA)-[\w-]{4,30}(?:, |: ))+/

/** A text that begins with its scope: the advisories before it, the scope, and the text after it. */
interface ScopedText {
  lead: string
  /** Empty if the text does not begin with its scope. */
  head: string
  rest: string
}

/** Splits the text of an entry at its scope. */
export function splitScope({ text, scope }: Pick<Entry, 'text' | 'scope'>): ScopedText {
  const lead = advisoryLead.exec(text)?.[0] ?? ''
  const rest = text.slice(lead.length)
  const end = rest.indexOf(': ')
  const head = end === -1 ? '' : rest.slice(0, end)
  if (scope === null || head === '' || head.replaceAll('`', '') !== scope.split(/, ?/).join(', '))
    return { lead, head: '', rest }
  return { lead, head, rest: rest.slice(end + 2) }
}

/** The text of an entry; a scope before it is bold, unless the project writes it plainly. */
export function entryText(entry: Entry, { scopeStyle }: NotesContent): PhrasingContent[] {
  if (scopeStyle === 'prefix') return inline(entry.text)
  const { lead, head, rest } = splitScope(entry)
  if (head === '') return inline(entry.text)
  return [
    ...(lead === '' ? [] : [...inline(lead.trimEnd()), plainText(' ')]),
    { type: 'strong', children: [...inline(head), plainText(':')] },
    plainText(' '),
    ...inline(rest),
  ]
}

/** The summary as the first paragraph of the notes, if there is one. */
export function summaryParagraph({ summary }: NotesContent): RootContent[] {
  return summary === null ? [] : [paragraph(inline(summary))]
}

import type { PhrasingContent, RootContent } from 'mdast'
import type { Contributor } from '../core/change.ts'
import type { Entry } from '../core/entry.ts'
import type { AreaMode, Part } from '../core/format.ts'
import type { ScopeStyle } from '../core/house-style.ts'
import type { NotesBlocks } from '../core/notes-blocks.ts'
import type { ChangelogFile, ReleaseConfig } from '../core/project-files.ts'
import type { AnsweredRange } from '../core/range.ts'
import type { PackagePaths } from '../core/repository-config.ts'
import { splitScope } from '../text/split-scope.ts'
import type { Links } from './links.ts'
import { heading, inline, inlineBy, ownBlock, paragraph, plainText, strong } from './markdown.ts'

/** Everything that a format can print. */
export interface NotesContent {
  /** A sentence or two about the release, with code between backticks. */
  summary: string | null
  /** Free Markdown of a person around the entries. */
  blocks?: NotesBlocks | undefined
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

/** The text of an entry; a scope before it is bold, unless the project writes it plainly. */
export function entryText(entry: Entry, { scopeStyle }: NotesContent): PhrasingContent[] {
  const print = inlineBy(entry.writtenBy)
  if (scopeStyle === 'prefix') return print(entry.text)
  const { lead, head, rest } = splitScope(entry)
  if (head === '') return print(entry.text)
  return [
    ...(lead === '' ? [] : [...print(lead.trimEnd()), plainText(' ')]),
    { type: 'strong', children: [...inline(head), plainText(':')] },
    plainText(' '),
    ...print(rest),
  ]
}

/** What the notes begin with: the introduction or the summary, the highlights, and how to upgrade. */
export function openingBlocks(
  notes: NotesContent,
  highlights: RootContent[],
  { hasHeadings }: { hasHeadings: boolean },
): RootContent[] {
  const { summary, blocks = {} } = notes
  const titled = (title: string, content: RootContent[]): RootContent[] => {
    if (content.length === 0) return []
    return [hasHeadings ? heading(3, [plainText(title)]) : paragraph([strong(title)]), ...content]
  }
  const introduction = ownBlock(blocks.introduction)
  const own = titled(highlightsTitle, ownBlock(blocks.highlights))
  return [
    ...(introduction.length > 0 || summary === null ? introduction : [paragraph(inline(summary))]),
    ...(own.length > 0 ? own : highlights),
    ...titled(upgradeTitle, ownBlock(blocks.upgradeNotes)),
  ]
}

const highlightsTitle = 'Highlights'
const upgradeTitle = 'Upgrade notes'

/** The last block of the notes, below a line that separates it from the entries. */
export function closingBlock({ blocks = {} }: NotesContent): RootContent[] {
  const footer = ownBlock(blocks.footer)
  return footer.length === 0 ? [] : [{ type: 'thematicBreak' }, ...footer]
}

import type { RootContent } from 'mdast'
import type { Contributor } from '../core/change.ts'
import type { Entry } from '../core/entry.ts'
import type { Part } from '../core/format.ts'
import type { ChangelogFile, ReleaseConfig } from '../core/project-files.ts'
import type { AnsweredRange } from '../core/range.ts'
import type { Links } from './links.ts'
import { inline, paragraph } from './markdown.ts'

/** Everything a format may print. */
export interface NotesContent {
  /** A sentence or two about the whole, with code between backticks. */
  summary: string | null
  entries: Entry[]
  range: AnsweredRange
  commitCount: number
  version: string | null
  date: string | null
  part: Part
  contributors: Contributor[]
  links: Links
  /** The project's own layout, where it has one and the format is that of its host. */
  releaseConfig: ReleaseConfig | null
  /** The repository's own changelog, which knows how the project numbers its versions. */
  changelog: ChangelogFile | null
  /** How many entries were left out for want of room. */
  cut: number
}

/** What stands where no entry is told. */
export function formatEmptyNotes(commitCount: number): string {
  return commitCount === 0 ? 'No changes.' : 'No notable changes.'
}

/** The summary as the first paragraph of the notes, if there is one. */
export function summaryParagraph({ summary }: NotesContent): RootContent[] {
  return summary === null ? [] : [paragraph(inline(summary))]
}

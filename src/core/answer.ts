import type { Advice } from './advice.ts'
import type { Change, Contributor, Omission } from './change.ts'
import type { Entry, EntryWriter } from './entry.ts'
import type { ModelPlan, ModelUsage } from './gateway.ts'
import type { HouseReport } from './house-style.ts'
import type { RefName } from './listing.ts'
import type { NotesBlocks } from './notes-blocks.ts'
import type { ChangelogFile, ReleaseConfig } from './project-files.ts'
import type { AnsweredRange } from './range.ts'
import type { ConfigReport, PackagePaths, RepositoryConfig } from './repository-config.ts'
import type { NextVersion } from './versioning.ts'
import type { Warning } from './warnings.ts'
import type { WebAddress } from './web-address.ts'

/** The answer of every surface. */
export interface Answer {
  success: true
  changelog: string
  commitCount: number
  /** A built-in format, or one of the configuration. */
  format: string
  range: AnsweredRange
  writer: WriterReport
  /** A sentence or two about the whole range; null when not requested, or when the model wrote none. */
  summary: string | null
  /** The ids of the most important entries, if the notes begin with them. */
  highlights: string[]
  /** What was learned from the project's changelog; null when it shows too little. */
  houseStyle: HouseReport | null
  /** The version that the changes call for; null unless the version was left to Notewright. */
  nextVersion: NextVersion | null
  /** The configuration that was used. */
  config: ConfigReport
  entries: Entry[]
  omitted: Omission[]
  contributors: Contributor[]
  warnings: Warning[]
}

/** The answer for notes that a person or an agent wrote. */
export interface RenderedNotes extends Answer {
  /** Statements that the commits may not support; nothing is rejected for them. */
  advice: Advice[]
  /** The free blocks as they were printed. */
  blocks: NotesBlocks
}

/** Who wrote the entries, and what it cost. */
export interface WriterReport {
  engine: EntryWriter
  model: string | null
  usage: ModelUsage | null
  fallback: { reason: string; entries: number; changes?: FallbackChange[] } | null
}

/** A change that the rules wrote in the model's place. */
export interface FallbackChange {
  id: string
  /** `unsupported`, `invalid` or `missing`, or the code of the error of the gateway. */
  reason: string
  /** The words that the evidence does not support, or what was wrong with the text. */
  words: string[]
  /** The text of the model that was rejected last, at most 400 characters; absent if it wrote none. */
  text?: string
}

/** Where a text about a change is from. */
type TextSource = 'commit' | 'pull_request'

/** The changes of a range with their evidence, before entries are written. */
export interface ChangesAnswer
  extends Pick<
    Answer,
    'success' | 'commitCount' | 'range' | 'houseStyle' | 'config' | 'omitted' | 'contributors' | 'warnings'
  > {
  version: string | null
  date: string | null
  changes: (Omit<
    Change,
    'type' | 'sources' | 'messages' | 'requestBodies' | 'requestTexts' | 'authors' | 'facts'
  > & {
    /** The conventional type, if the repository has a configuration file. */
    type?: string | null
    subjects: string[]
    authors: string[]
    texts: string[]
    /** Where each of the texts is from; the texts of commits are in the order of `commits`. */
    textSources?: TextSource[]
  })[]
  /** The estimated cost of writing the entries with a language model. */
  plan: ModelPlan
  layout: Layout
}

/** What a text is printed with beside its entries, so that others can print the same. */
interface Layout {
  web: WebAddress | null
  releaseConfig: ReleaseConfig | null
  /** The configuration of the repository; null if there is none. */
  config: RepositoryConfig | null
  /** The beginning of the repository's own changelog. */
  changelog: ChangelogFile | null
  /** The name of the repository without its owner. */
  projectName: string
  /** The package that was chosen. */
  package: Pick<PackagePaths, 'name' | 'folder'> | null
  /** The names of the packages that the configuration has. */
  packages: string[]
  /** The tag at the end of the range, if there is one. */
  tag: string | null
  /** The version at the start of the range, if it is a release. */
  previousVersion: string | null
}

/** The ends of a range, and the releases that could be others. */
export interface RangeAnswer extends Pick<Answer, 'warnings'> {
  repoFullName: string
  /** The ends as they were resolved; an empty start is the first commit. */
  from: string
  to: string
  range: Omit<AnsweredRange, 'relation'>
  version: string | null
  date: string | null
  /** The release before the end, by ancestry; null if there is none. */
  previousRelease: string | null
  /** The version that the changes since the last release call for; null if there are too many to read. */
  nextVersion: NextVersion | null
  /** Null where the host has no count of its own. */
  commitCount: number | null
  /** The newest tags. */
  tags: RefName[]
}

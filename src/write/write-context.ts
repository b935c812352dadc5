import type { WriterReport } from '../core/answer.ts'
import type { Change } from '../core/change.ts'
import type { CheckDraft, Draft, Suspicion } from '../core/entry.ts'
import type { Gateway } from '../core/gateway.ts'
import type { GenerateContext } from '../core/generate-context.ts'
import type { Voice } from '../core/house-style.ts'
import type { ChangelogFile } from '../core/project-files.ts'
import type { Warning } from '../core/warnings.ts'

/** The dependencies of the write step. */
export interface WriteContext
  extends Pick<GenerateContext, 'gateway' | 'signal' | 'deadlineAt' | 'onProgress'> {
  /** The project's own changelog, which shows the model the project's voice. */
  changelog: ChangelogFile | null
  /** The start of the range: only older sections of the changelog are examples. */
  fromRef: string | null
  /** The tense and punctuation that the rules use; null to keep those of the commits. */
  voice: Voice | null
  /** The name of the project, which keeps its spelling at the beginning of an entry. */
  projectName: string
  /** Writes changes by rules; they may run in another thread. */
  writeByRules: (changes: Change[]) => Promise<Draft[]>
  /** Loads the checks for a model's text. The text must not repeat any of `promptTexts`. */
  loadChecks: (promptTexts: string[]) => Promise<DraftChecks>
}

/** The dependencies of writing with a model: the same, and a gateway is always there. */
export interface ModelWriteContext extends WriteContext {
  gateway: Gateway
}

/** The checks for a model's text. */
export interface DraftChecks {
  check: CheckDraft
  /** Returns the statements of a draft that the evidence may not support. */
  suspect: (draft: Draft) => Suspicion[]
  /** Returns the names in code that must be looked up. */
  listOpenNames: (draft: Draft) => string[]
  /** Returns the faults of names that exist at neither end of the range. */
  findAbsentNames: (names: string[]) => Promise<Map<string, string>>
  /** Whether a draft only repeats what the authors wrote. */
  isCopy: (draft: Draft) => boolean
  /** Whether a checker needs more than the titles of the changes. */
  needsDetails: (draft: Draft) => boolean
  /** Returns a draft without a commit prefix, and in the category that the evidence or the quote supports. */
  settle: (draft: Draft, quote: string) => Draft
  /** Whether the evidence of the changes contains a quote, apart from case and spaces. */
  isQuoted: (changeIds: string[], quote: string) => boolean
  suspectSummary: (text: string, entries: string[]) => Suspicion[]
  checkSummary: (text: string) => string[]
  /** Receives each draft, by the model or by the rules in its place, as soon as it is final. */
  onDraft: (draft: Draft) => void
}

/** A line of the list that the notes begin with, about the entry with this id. */
export interface Highlight {
  id: string
  text: string
}

/** The drafts of a range, who wrote them and what it cost. */
export interface WriteResult {
  drafts: Draft[]
  /** Changes that the rules exclude and the model includes. */
  included?: Change[]
  /** Whether the drafts are in the order in which they are printed. */
  isOrdered?: boolean
  /** The highlights that the model chose; none if the rules choose them. */
  highlights?: Highlight[]
  summary: string | null
  report: WriterReport
  warnings: Warning[]
}

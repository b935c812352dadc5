import type { ChangelogFile, CheckDraft, Draft, Warning, World, WriterReport } from '../types.ts'

/** What writing needs from outside. */
export interface WriteWorld extends Pick<World, 'gateway' | 'signal' | 'deadlineAt' | 'onProgress'> {
  /** The project's own changelog, for its voice. */
  changelog: ChangelogFile | null
  check: CheckDraft
  checkSummary: (text: string) => string[]
  /** Gets each draft of a model, or in its place, as soon as it is final. */
  onDraft: (draft: Draft) => void
}

/** The wording of everything, and who did it. */
export interface Written {
  drafts: Draft[]
  summary: string | null
  report: WriterReport
  warnings: Warning[]
}

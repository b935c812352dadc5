import type { WriterReport } from '../core/answer.ts'
import type { CheckDraft, Draft } from '../core/entry.ts'
import type { GenerateContext } from '../core/generate-context.ts'
import type { Voice } from '../core/house-style.ts'
import type { ChangelogFile } from '../core/project-files.ts'
import type { Warning } from '../core/warnings.ts'

/** What writing needs from outside. */
export interface WriteContext
  extends Pick<GenerateContext, 'gateway' | 'signal' | 'deadlineAt' | 'onProgress'> {
  /** The project's own changelog, for its voice. */
  changelog: ChangelogFile | null
  /** How the rules are to word entries, where the project has a habit of its own. */
  voice: Voice | null
  /** Opens the checks of a model's wordings; `given` is what it was told, which it must not repeat. */
  loadChecks: (given: string[]) => Promise<DraftChecks>
}

/** The checks of a model's wordings, and who hears of each. */
export interface DraftChecks {
  check: CheckDraft
  checkSummary: (text: string) => string[]
  /** Gets each draft of a model, or in its place, as soon as it is final. */
  onDraft: (draft: Draft) => void
}

/** The wording of everything, and who did it. */
export interface WriteResult {
  drafts: Draft[]
  summary: string | null
  report: WriterReport
  warnings: Warning[]
}

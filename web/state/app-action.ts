import type { Answer } from '../../src/core/answer.ts'
import type { Entry } from '../../src/core/entry.ts'
import type { Progress } from '../../src/core/progress.ts'
import type { RepositoryConfig } from '../../src/core/repository-config.ts'
import type { EditorAction } from '../editor-model/actions.ts'
import type { DraftRecord } from '../editor-model/draft-record.ts'
import type { EditorModel } from '../editor-model/editor-model.ts'
import type { EvidenceIndex } from '../editor-model/evidence.ts'
import type { EntryFilter } from '../editor-model/filter-entries.ts'
import type { Finding } from '../editor-model/finding.ts'
import type {
  DraftOptions,
  EditorDialog,
  EditorPanel,
  EditTarget,
  ErrorInfo,
  ListedHost,
  OutputTab,
  ProposalState,
  RetryWait,
  Session,
  SharedState,
  View,
} from './app-state.ts'

/** Everything that can change the state of the page. */
export type AppAction =
  | { type: 'hosts-loaded'; hosts: ListedHost[] }
  | { type: 'sign-in-failed'; error: ErrorInfo }
  | { type: 'signed-in'; session: Session }
  | { type: 'signed-out' }
  | { type: 'session-expired' }
  | { type: 'online-changed'; online: boolean }
  | { type: 'set-options'; options: Partial<DraftOptions> }
  | { type: 'range-requested' }
  | { type: 'range-waiting'; wait: RetryWait | null }
  | { type: 'range-stopped' }
  | { type: 'range-failed'; error: ErrorInfo }
  | { type: 'range-loaded'; index: EvidenceIndex; saved: OpenedDraft | null }
  /** The configuration changed only how the notes are printed. */
  | { type: 'reprinted'; config: RepositoryConfig }
  /** The changes were read with another configuration, and written by the rules if there was a draft. */
  | { type: 'reconfigured'; index: EvidenceIndex; answer: Answer | null }
  | { type: 'ignore-warning'; id: string }
  | { type: 'version-proposed'; proposal: ProposalState }
  | { type: 'edit'; action: EditorAction; announce?: string }
  | { type: 'undo' }
  | { type: 'redo' }
  | ({ type: 'draft-opened'; options: DraftOptions; index: EvidenceIndex } & Omit<OpenedDraft, 'savedAt'>)
  | { type: 'recorded'; record: DraftRecord }
  | { type: 'shared'; shared: SharedState | null }
  | { type: 'draft-changed' }
  | { type: 'draft-saved'; error: string | null; at?: number }
  | { type: 'draft-deleted' }
  | { type: 'other-version'; exists: boolean }
  | DraftAction
  | ViewAction

/** A saved draft as the editor opens it. */
export interface OpenedDraft {
  editor: EditorModel
  record?: DraftRecord | undefined
  savedAt: number
}

/** What happens while the server writes a draft. */
export type DraftAction =
  | { type: 'draft-requested'; task: string }
  | { type: 'draft-progress'; progress: Progress }
  | { type: 'draft-waiting'; wait: RetryWait | null }
  | { type: 'entries-received'; entries: Entry[] }
  | { type: 'draft-completed'; answer: Answer }
  | { type: 'rewrite-completed'; answer: Answer; ids: string[] }
  | { type: 'draft-failed'; error: ErrorInfo }
  | { type: 'draft-cancelled' }

/** What changes only which part of the state is shown. */
export type ViewAction =
  | { type: 'show-view'; view: View }
  | { type: 'select'; ids: string[] }
  | { type: 'toggle'; id: string; selected: boolean }
  | { type: 'focus'; id: string | null }
  | { type: 'start-editing'; target: EditTarget | null }
  | { type: 'filter'; filter: EntryFilter }
  | { type: 'search'; query: string }
  | { type: 'show-evidence'; id: string | null }
  | { type: 'show-dialog'; dialog: EditorDialog | null }
  | { type: 'checked'; findings: readonly Finding[] }
  | { type: 'show-side'; side: 'entries' | 'output' }
  | { type: 'format'; format: string }
  | { type: 'part'; part: 'document' | 'section' }
  | { type: 'tab'; tab: OutputTab }
  | { type: 'show-panel'; panel: EditorPanel; place?: string | null }
  | { type: 'announce'; text: string; undo?: () => void }

import type { Answer, ChangesAnswer, FallbackChange } from '../../src/core/answer.ts'
import type { ModelPlan } from '../../src/core/gateway.ts'
import type { Stage } from '../../src/core/progress.ts'
import type { Audience, writers } from '../../src/core/request.ts'
import type { NextVersion } from '../../src/core/versioning.ts'
import type { Warning } from '../../src/core/warnings.ts'
import type { HostKind } from '../../src/core/web-address.ts'
import type { DraftRecord } from '../editor-model/draft-record.ts'
import type { EditHistory } from '../editor-model/edit-history.ts'
import type { BlockName, EditorModel } from '../editor-model/editor-model.ts'
import type { EvidenceIndex } from '../editor-model/evidence.ts'
import type { EntryFilter } from '../editor-model/filter-entries.ts'
import type { Finding } from '../editor-model/finding.ts'

/** A host that the server can reach. */
export interface ListedHost {
  name: string
  kind: HostKind
  default: boolean
}

/** The host that the user is signed in to, with the credentials. */
export interface Session {
  host: string
  token: string
  modelKey: string
}

/** The range to draft and how to write the notes. */
export interface DraftOptions {
  repo: string
  fromRef: string
  toRef: string
  writer: (typeof writers)[number]
  /** Null for that of the configuration, else the default. */
  audience: Audience | null
  instructions: string
  summary: boolean
  /** The name of a format; null for that of the configuration, else the default. */
  format: string | null
  /** The name of a package of the configuration; null for the whole repository. */
  package: string | null
  /** The configuration that the user edited; null for the file of the repository. */
  config: EditedConfig | null
}

/** A configuration file that the user edits. */
interface EditedConfig {
  path: string
  text: string
  /** What the last valid text says, as requests send it; null if there was none. */
  value: Record<string, unknown> | null
}

/** An error as it is shown to the user. */
export interface ErrorInfo {
  code: string
  title: string
  detail: string
  /** Seconds to wait before a retry; null if the server does not name a time. */
  retryAfter: number | null
}

/** A pause before the next attempt. */
export interface RetryWait {
  /** Time of the next attempt, in milliseconds since the epoch. */
  until: number
  reason: string
}

/** How far the chosen range is loaded. */
type RangeState =
  | { status: 'idle' }
  | { status: 'loading'; wait: RetryWait | null }
  | { status: 'stopped' }
  | { status: 'failed'; error: ErrorInfo }
  | { status: 'loaded'; index: EvidenceIndex }

/** How far the draft is written, or how it ended. */
export type DraftState =
  | { status: 'idle' }
  | {
      status: 'running'
      /** The name of the task, for example "Drafting". */
      task: string
      stage: Stage
      done: number
      total: number | null
      plan: ModelPlan | null
      wait: RetryWait | null
    }
  | { status: 'cancelled' }
  | { status: 'failed'; error: ErrorInfo }
  | {
      status: 'done'
      engine: Answer['writer']['engine']
      model: string | null
      cost: number | null
      warnings: Warning[]
      /** The changes that the rules wrote in place of the AI, with the reasons. */
      fallbacks: FallbackChange[]
    }

/** A draft that is saved in this browser. */
export interface SavedDraft {
  /** Identifies the host, the repository and the range. */
  key: string
  savedAt: number
  host: string
  options: DraftOptions
  evidence: ChangesAnswer
  editor: EditorModel
  /** What happened to it; absent if nothing did. */
  record?: DraftRecord | undefined
}

/** How far the draft of a link is loaded. */
export type SharedState =
  | { status: 'loading' }
  | { status: 'failed'; error: ErrorInfo }
  | {
      status: 'ready'
      draft: SavedDraft
      /** When the link ends, as an ISO time. */
      expiresAt: string
      /** The draft of the same range in this browser; null if there is none. */
      own: SavedDraft | null
      /** Whether the user signs in to take the draft over. */
      isSigningIn: boolean
    }

/** The screens after sign-in. */
export const views = ['range', 'notes'] as const
export type View = (typeof views)[number]

/** The tabs beside the entries. */
export type OutputTab = 'preview' | 'markdown' | 'checks' | 'commits'

/** What the user edits in place: an entry, a free block, or an entry that does not exist yet. */
export type EditTarget =
  | { kind: 'entry'; id: string }
  | { kind: 'block'; name: BlockName }
  | { kind: 'new'; title: string; after: string | null }

/** The dialog that is open over the editor. */
export type EditorDialog =
  | { kind: 'palette' | 'publish' | 'share' | 'shortcuts' | 'heading' }
  | { kind: 'reword'; ids: string[] }
  | { kind: 'split'; id: string }

/** How far the proposal of the next version is loaded. */
export type ProposalState =
  | { status: 'idle' }
  | { status: 'loading' }
  | { status: 'failed'; error: ErrorInfo }
  | { status: 'loaded'; nextVersion: NextVersion }

/** What can be edited beside the result. */
export type EditorPanel = 'entries' | 'configuration'

/** What just happened. */
export interface Announcement {
  text: string
  number: number
  /** How the toast undoes it: the last edit, or a function; null if it cannot be undone. */
  undo: 'edit' | (() => void) | null
}

/** The state of the whole page. */
export interface AppState {
  session: Session | null
  /** Whether the host rejected the token of the current session. */
  expired: boolean
  hosts: ListedHost[]
  /** Why the user could not be signed in automatically: an unreachable server or an outdated link. */
  signInError: ErrorInfo | null
  online: boolean
  view: View
  options: DraftOptions
  range: RangeState
  draft: DraftState
  proposal: ProposalState
  history: EditHistory<EditorModel>
  /** What happened to the draft: its publications and links. */
  record: DraftRecord
  /** When the saved draft of this range was saved; null if there is none. */
  savedDraftAt: number | null
  /** Whether the browser has saved another version of this draft, for example from another tab. */
  hasOtherVersion: boolean
  /** The draft that a link shows; null if the page was not opened with one. */
  shared: SharedState | null
  /** Why the browser could not save the draft; null if it could. */
  saveError: string | null
  /** The warnings about ranges that the user ignores. */
  ignoredWarnings: string[]
  selected: string[]
  /** The id of the entry that has the keyboard focus. */
  focused: string | null
  /** What is edited in place. */
  editing: EditTarget | null
  filter: EntryFilter
  /** What the user searches the entries for. */
  query: string
  /** The id of the entry whose evidence is shown. */
  evidence: string | null
  dialog: EditorDialog | null
  /** What to review, from the last time the notes were printed. */
  findings: readonly Finding[]
  /** When the draft was last saved in this browser, in milliseconds since the epoch; null if changes are not saved yet. */
  savedAt: number | null
  part: 'document' | 'section'
  tab: OutputTab
  /** Whether a narrow screen shows the entries or the output. */
  side: 'entries' | 'output'
  /** What is edited beside the result. */
  panel: EditorPanel
  /** The part of the configuration to show, such as `rules[2]`; null if none was asked for. */
  configPlace: string | null
  /** The last message for screen readers; the number makes equal messages distinct. */
  announcement: Announcement
}

/** The defaults of the API. */
export const defaultOptions: DraftOptions = {
  repo: '',
  fromRef: 'HEAD~50',
  toRef: 'HEAD',
  writer: 'auto',
  audience: null,
  instructions: '',
  summary: false,
  format: null,
  package: null,
  config: null,
}

import type { Answer } from '../../src/core/answer.ts'
import type { Format } from '../../src/core/format.ts'
import type { ModelPlan } from '../../src/core/gateway.ts'
import type { Stage } from '../../src/core/progress.ts'
import type { Audience, writers } from '../../src/core/request.ts'
import type { Warning } from '../../src/core/warnings.ts'
import type { HostKind } from '../../src/core/web-address.ts'
import type { EditorModel } from '../editor-model/editor-model.ts'
import type { EvidenceIndex } from '../editor-model/evidence.ts'
import type { Timeline } from '../editor-model/undo.ts'

/** A host as the service lists it. */
export interface HostChoice {
  name: string
  kind: HostKind
  default: boolean
}

/** Who is signed in: where, with what. */
export interface Session {
  host: string
  token: string
  modelKey: string
}

/** What is asked for. */
export interface Choice {
  repo: string
  fromRef: string
  toRef: string
  writer: (typeof writers)[number]
  audience: Audience
  instructions: string
  summary: boolean
}

/** Something that went wrong, as a person is told it. */
export interface Trouble {
  code: string
  title: string
  detail: string
  /** Seconds after which it may go well; null when nobody said. */
  retryAfter: number | null
}

/** A pause that somebody asked for: until when, and why. */
export interface Wait {
  until: number
  why: string
}

/** The range as far as it is known. */
type RangeState =
  | { is: 'unasked' }
  | { is: 'loading'; wait: Wait | null }
  | { is: 'stopped' }
  | { is: 'failed'; trouble: Trouble }
  | { is: 'known'; index: EvidenceIndex }

/** A draft while it is written, or how it ended. */
export type DraftState =
  | { is: 'idle' }
  | {
      is: 'running'
      what: string
      stage: Stage
      done: number
      total: number | null
      plan: ModelPlan | null
      wait: Wait | null
    }
  | { is: 'cancelled' }
  | { is: 'failed'; trouble: Trouble }
  | {
      is: 'done'
      engine: Answer['writer']['engine']
      model: string | null
      cost: number | null
      warnings: Warning[]
    }

/** The screens. */
export const views = ['range', 'notes'] as const
export type View = (typeof views)[number]

/** What is shown of the result. */
export type ResultTab = 'preview' | 'source' | 'findings' | 'ledger'

/** The formats that the result is shown in. */
export const shownFormats = ['keepachangelog', 'hosting_release', 'simple'] as const satisfies Format[]
export type ShownFormat = (typeof shownFormats)[number]

/** Everything that the page shows. */
export interface AppState {
  session: Session | null
  /** Set when the host turned down a token that was good before. */
  expired: boolean
  hosts: HostChoice[]
  /** What keeps from signing in before anything was typed: a service that does not answer, a link of old. */
  keptOut: Trouble | null
  online: boolean
  view: View
  choice: Choice
  range: RangeState
  draft: DraftState
  line: Timeline<EditorModel>
  /** When a kept draft of this range was found, the moment it was kept. */
  found: number | null
  /** Whether another tab changed this very draft. */
  changedElsewhere: boolean
  /** Why this browser did not keep the draft; null while it does. */
  notKept: string | null
  selected: string[]
  /** The entry that has the keyboard. */
  current: string | null
  /** The entry that is open for editing. */
  open: string | null
  format: ShownFormat
  part: 'document' | 'section'
  tab: ResultTab
  /** What was said last to whoever cannot see the page, and the how-manieth it was. */
  said: { text: string; at: number }
}

/** The choice that the contract makes where nobody does. */
export const usualChoice: Choice = {
  repo: '',
  fromRef: 'HEAD~50',
  toRef: 'HEAD',
  writer: 'auto',
  audience: 'users',
  instructions: '',
  summary: false,
}

import type { Answer } from '../../src/core/answer.ts'
import type { Entry } from '../../src/core/entry.ts'
import type { Progress } from '../../src/core/progress.ts'
import type { Act } from '../editor-model/actions.ts'
import type { EditorModel } from '../editor-model/editor-model.ts'
import type { EvidenceIndex } from '../editor-model/evidence.ts'
import type { Choice, HostChoice, ResultTab, Session, ShownFormat, Trouble, View, Wait } from './app-state.ts'

/** Everything that can happen. */
export type AppEvent =
  | { type: 'hosts'; hosts: HostChoice[] }
  | { type: 'kept-out'; trouble: Trouble }
  | { type: 'signed-in'; session: Session }
  | { type: 'signed-out' }
  | { type: 'expired' }
  | { type: 'online'; online: boolean }
  | { type: 'view'; view: View }
  | { type: 'choose'; choice: Partial<Choice> }
  | { type: 'range-asked' }
  | { type: 'range-wait'; wait: Wait | null }
  | { type: 'range-stopped' }
  | { type: 'range-failed'; trouble: Trouble }
  | { type: 'range-known'; index: EvidenceIndex; kept: { editor: EditorModel; savedAt: number } | null }
  | { type: 'opened'; choice: Choice; index: EvidenceIndex; editor: EditorModel }
  | { type: 'draft-asked'; what: string }
  | { type: 'progress'; progress: Progress }
  | { type: 'draft-wait'; wait: Wait | null }
  | { type: 'arrived'; entries: Entry[] }
  | { type: 'drafted'; answer: Answer }
  | { type: 'reworded'; answer: Answer; ids: string[] }
  | { type: 'draft-failed'; trouble: Trouble }
  | { type: 'draft-cancelled' }
  | { type: 'act'; act: Act; said?: string }
  | { type: 'undo' }
  | { type: 'redo' }
  | { type: 'select'; ids: string[] }
  | { type: 'toggle'; id: string; selected: boolean }
  | { type: 'current'; id: string | null }
  | { type: 'open'; id: string | null }
  | { type: 'format'; format: ShownFormat }
  | { type: 'part'; part: 'document' | 'section' }
  | { type: 'tab'; tab: ResultTab }
  | { type: 'changed-elsewhere'; changed: boolean }
  | { type: 'kept'; fault: string | null }
  | { type: 'forgotten' }
  | { type: 'said'; text: string }

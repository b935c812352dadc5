import { type Act, act } from '../editor-model/actions.ts'
import { type EditorModel, emptyEditorModel } from '../editor-model/editor-model.ts'
import type { EvidenceIndex } from '../editor-model/evidence.ts'
import { fitEditorModel } from '../editor-model/rebase.ts'
import { advance, begin, redo, undo } from '../editor-model/undo.ts'
import type { AppEvent } from './app-event.ts'
import { type AppState, type Choice, usualChoice } from './app-state.ts'
import { reduceDraft } from './reduce-draft.ts'
import { reduceShown } from './reduce-shown.ts'
import { say, sayWait } from './say.ts'

/** The page before anything happened. */
export const firstState: AppState = {
  session: null,
  expired: false,
  hosts: [],
  keptOut: null,
  online: true,
  view: 'range',
  choice: usualChoice,
  range: { is: 'unasked' },
  draft: { is: 'idle' },
  line: begin(emptyEditorModel),
  found: null,
  changedElsewhere: false,
  notKept: null,
  selected: [],
  current: null,
  open: null,
  format: 'keepachangelog',
  part: 'document',
  tab: 'preview',
  said: { text: '', at: 0 },
}

/** The page after something happened. */
export function reduce(state: AppState, event: AppEvent): AppState {
  switch (event.type) {
    case 'hosts':
      return { ...state, hosts: event.hosts, keptOut: null }
    case 'kept-out':
      return { ...state, keptOut: event.trouble }
    case 'signed-in':
      return { ...state, session: event.session, expired: false, keptOut: null }
    case 'signed-out':
      return { ...firstState, hosts: state.hosts, online: state.online }
    case 'expired':
      return { ...state, expired: true }
    case 'online':
      return { ...state, online: event.online }
    case 'choose':
      return choose(state, event.choice)
    case 'range-asked':
      return { ...state, range: { is: 'loading', wait: null }, found: null }
    case 'range-wait':
      return { ...state, range: { is: 'loading', wait: event.wait }, said: sayWait(state, event.wait) }
    case 'range-stopped':
      return { ...state, range: { is: 'stopped' }, said: say(state, 'Stopped.') }
    case 'range-failed':
      return { ...state, range: { is: 'failed', trouble: event.trouble } }
    case 'range-known':
      return rangeKnown(state, event.index, event.kept)
    case 'opened':
      return {
        ...rangeKnown({ ...state, choice: event.choice }, event.index, { editor: event.editor, savedAt: 0 }),
        found: null,
        view: 'notes',
      }
    case 'undo':
    case 'redo':
      return state.draft.is === 'running' ? state : step(state, event.type)
    case 'act':
      return acted(state, event.act, event.said)
    case 'changed-elsewhere':
      return { ...state, changedElsewhere: event.changed }
    case 'kept':
      return state.notKept === event.fault ? state : { ...state, notKept: event.fault }
    case 'forgotten':
      return cleared(state)
    case 'view':
    case 'select':
    case 'toggle':
    case 'current':
    case 'open':
    case 'format':
    case 'part':
    case 'tab':
    case 'said':
      return reduceShown(state, event)
    default:
      return reduceDraft(state, event)
  }
}

function choose(state: AppState, given: Partial<Choice>): AppState {
  const choice = { ...state.choice, ...given }
  const { repo, fromRef, toRef, audience } = state.choice
  const sameRange =
    choice.repo === repo &&
    choice.fromRef === fromRef &&
    choice.toRef === toRef &&
    choice.audience === audience
  if (sameRange) return { ...state, choice }
  return cleared({ ...state, choice })
}

function cleared(state: AppState): AppState {
  return {
    ...state,
    range: { is: 'unasked' },
    draft: { is: 'idle' },
    line: begin(emptyEditorModel),
    found: null,
  }
}

function rangeKnown(
  state: AppState,
  index: EvidenceIndex,
  kept: { editor: EditorModel; savedAt: number } | null,
): AppState {
  const { omitted, version, date } = index.answer
  const known = new Set(index.commits.keys())
  const editor = kept
    ? fitEditorModel(kept.editor, known, omitted)
    : { ...emptyEditorModel, omitted, version, date }
  return {
    ...state,
    range: { is: 'known', index },
    line: begin(editor),
    draft: { is: 'idle' },
    found: kept && kept.editor.items.length > 0 ? kept.savedAt : null,
    selected: [],
    current: null,
    open: null,
    changedElsewhere: false,
  }
}

function acted(state: AppState, what: Act, said: string | undefined): AppState {
  if (state.range.is !== 'known') return state
  const editor = act(state.line.present, what, state.range.index)
  if (editor === state.line.present) return state
  return {
    ...settled(state, editor),
    line: advance(state.line, editor),
    said: said === undefined ? state.said : say(state, said),
  }
}

function step(state: AppState, which: 'undo' | 'redo'): AppState {
  const line = which === 'undo' ? undo(state.line) : redo(state.line)
  if (line.present === state.line.present) return state
  return {
    ...settled(state, line.present),
    line,
    said: say(state, which === 'undo' ? 'Undone.' : 'Done again.'),
  }
}

/** Lets go of entries that are not there any more. */
function settled(state: AppState, { items }: EditorModel): AppState {
  const ids = new Set(items.map(({ id }) => id))
  return {
    ...state,
    selected: state.selected.every((id) => ids.has(id))
      ? state.selected
      : state.selected.filter((id) => ids.has(id)),
    open: state.open !== null && ids.has(state.open) ? state.open : null,
    current: state.current !== null && ids.has(state.current) ? state.current : null,
  }
}

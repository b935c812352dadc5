import type { Answer } from '../../src/core/answer.ts'
import type { RepositoryConfig } from '../../src/core/repository-config.ts'
import { applyAction, type EditorAction } from '../editor-model/actions.ts'
import { emptyRecord } from '../editor-model/draft-record.ts'
import { addStep, redo, startHistory, undo } from '../editor-model/edit-history.ts'
import { type EditorModel, emptyEditorModel } from '../editor-model/editor-model.ts'
import { type EvidenceIndex, withSections } from '../editor-model/evidence.ts'
import { followConfiguration } from '../editor-model/follow-configuration.ts'
import { fitToRange } from '../editor-model/rebase.ts'
import { announce, announceWait } from './announce.ts'
import type { AppAction, OpenedDraft } from './app-action.ts'
import { type AppState, type DraftOptions, defaultOptions } from './app-state.ts'
import { reduceDraft } from './reduce-draft.ts'
import { reduceView } from './reduce-view.ts'

/** The state when the page is opened. */
export const initialState: AppState = {
  session: null,
  expired: false,
  hosts: [],
  signInError: null,
  online: true,
  view: 'range',
  options: defaultOptions,
  range: { status: 'idle' },
  draft: { status: 'idle' },
  proposal: { status: 'idle' },
  history: startHistory(emptyEditorModel),
  record: emptyRecord,
  savedDraftAt: null,
  hasOtherVersion: false,
  shared: null,
  saveError: null,
  ignoredWarnings: [],
  selected: [],
  focused: null,
  editing: null,
  filter: { kind: 'all' },
  query: '',
  evidence: null,
  dialog: null,
  findings: [],
  savedAt: null,
  part: 'section',
  tab: 'preview',
  side: 'entries',
  panel: 'entries',
  configPlace: null,
  announcement: { text: '', number: 0, undo: null },
}

/** Returns the state after an action; returns the same object if nothing changes. */
export function reduce(state: AppState, action: AppAction): AppState {
  switch (action.type) {
    case 'hosts-loaded':
      return { ...state, hosts: action.hosts, signInError: null }
    case 'sign-in-failed':
      return { ...state, signInError: action.error }
    case 'signed-in':
      return {
        ...{ ...state, session: action.session, expired: false, signInError: null },
        // The user signed in to take a shared draft over, which is shown again.
        shared: state.shared?.status === 'ready' ? { ...state.shared, isSigningIn: false } : state.shared,
      }
    case 'signed-out':
      return { ...initialState, hosts: state.hosts, online: state.online }
    case 'session-expired':
      return { ...state, expired: true }
    case 'online-changed':
      return { ...state, online: action.online }
    case 'set-options':
      return setOptions(state, action.options)
    case 'range-requested':
      return { ...state, range: { status: 'loading', wait: null }, savedDraftAt: null }
    case 'range-waiting':
      return {
        ...state,
        range: { status: 'loading', wait: action.wait },
        announcement: announceWait(state, action.wait),
      }
    case 'range-stopped':
      return { ...state, range: { status: 'stopped' }, announcement: announce(state, 'Stopped') }
    case 'range-failed':
      return { ...state, range: { status: 'failed', error: action.error } }
    case 'range-loaded':
      return showRange(state, action.index, action.saved)
    case 'ignore-warning':
      return { ...state, ignoredWarnings: [...state.ignoredWarnings, action.id] }
    case 'version-proposed':
      return { ...state, proposal: action.proposal }
    case 'reprinted':
      return reprint(state, action.config)
    case 'reconfigured':
      return reconfigure(state, action.index, action.answer)
    case 'draft-opened':
      return {
        ...showRange({ ...state, options: action.options }, action.index, {
          editor: action.editor,
          record: action.record,
          savedAt: 0,
        }),
        savedDraftAt: null,
        view: 'notes',
      }
    case 'undo':
    case 'redo':
      return state.draft.status === 'running' ? state : step(state, action.type)
    case 'edit':
      return edit(state, action.action, action.announce)
    case 'recorded':
      return { ...state, record: action.record }
    case 'shared':
      return { ...state, shared: action.shared }
    case 'other-version':
      return { ...state, hasOtherVersion: action.exists }
    case 'draft-changed':
      return state.savedAt === null ? state : { ...state, savedAt: null }
    case 'draft-saved':
      return { ...state, saveError: action.error, savedAt: action.at ?? null }
    case 'draft-deleted':
      return clearDraft(state)
    case 'show-view':
    case 'select':
    case 'toggle':
    case 'focus':
    case 'start-editing':
    case 'filter':
    case 'search':
    case 'show-evidence':
    case 'show-dialog':
    case 'checked':
    case 'show-side':
    case 'format':
    case 'part':
    case 'tab':
    case 'show-panel':
    case 'announce':
      return reduceView(state, action)
    default:
      return reduceDraft(state, action)
  }
}

/** Changes the options; clears the draft if they describe another range. */
function setOptions(state: AppState, given: Partial<DraftOptions>): AppState {
  const isOther = given.repo !== undefined && given.repo !== state.options.repo
  // Another repository has other packages and another file.
  const options = { ...state.options, ...(isOther ? { package: null, config: null } : {}), ...given }
  const sameRange = (['repo', 'fromRef', 'toRef', 'audience', 'package'] as const).every(
    (name) => options[name] === state.options[name],
  )
  if (sameRange) return { ...state, options }
  return clearDraft({ ...state, options })
}

function clearDraft(state: AppState): AppState {
  return {
    ...state,
    range: { status: 'idle' },
    draft: { status: 'idle' },
    proposal: { status: 'idle' },
    history: startHistory(emptyEditorModel),
    record: emptyRecord,
    savedDraftAt: null,
  }
}

function showRange(state: AppState, index: EvidenceIndex, saved: OpenedDraft | null): AppState {
  const { omitted, version, date } = index.answer
  const known = new Set(index.commits.keys())
  const editor = saved
    ? fitToRange(saved.editor, known, omitted)
    : { ...emptyEditorModel, omitted, version, date }
  return {
    ...state,
    range: { status: 'loaded', index },
    history: startHistory(withSections(editor, index)),
    record: saved?.record ?? emptyRecord,
    draft: { status: 'idle' },
    proposal: { status: 'idle' },
    savedDraftAt: saved && saved.editor.entries.length > 0 ? saved.savedAt : null,
    selected: [],
    focused: null,
    editing: null,
    filter: { kind: 'all' },
    query: '',
    evidence: null,
    findings: [],
    savedAt: saved && saved.savedAt > 0 ? saved.savedAt : null,
    hasOtherVersion: false,
  }
}

function reprint(state: AppState, config: RepositoryConfig): AppState {
  if (state.range.status !== 'loaded') return state
  const { answer, commits } = state.range.index
  const layout = { ...answer.layout, config }
  const isVersioned = JSON.stringify(answer.layout.config?.versioning) === JSON.stringify(config.versioning)
  return {
    ...state,
    range: { status: 'loaded', index: { answer: { ...answer, layout }, commits } },
    ...(isVersioned ? {} : { proposal: { status: 'idle' } }),
  }
}

/** Shows the range as another configuration reads it; undo and redo lead to steps that follow it, too. */
function reconfigure(state: AppState, index: EvidenceIndex, answer: Answer | null): AppState {
  if (state.range.status !== 'loaded') return state
  const { index: before } = state.range
  const follow = (editor: EditorModel) => followConfiguration(editor, answer, { before, after: index })
  const { past, present, future } = state.history
  const history = { past: past.map(follow), present: follow(present), future: future.map(follow) }
  return {
    ...dropMissingIds(state, history.present),
    range: { status: 'loaded', index },
    proposal: { status: 'idle' },
    history,
  }
}

function edit(state: AppState, action: EditorAction, message: string | undefined): AppState {
  if (state.range.status !== 'loaded') return state
  const editor = applyAction(state.history.present, action, state.range.index)
  if (editor === state.history.present) return state
  return {
    ...dropMissingIds(state, editor),
    history: addStep(state.history, editor),
    announcement: message === undefined ? state.announcement : announce(state, message, 'edit'),
  }
}

function step(state: AppState, direction: 'undo' | 'redo'): AppState {
  const history = direction === 'undo' ? undo(state.history) : redo(state.history)
  if (history.present === state.history.present) return state
  return {
    ...dropMissingIds(state, history.present),
    history,
    announcement: announce(state, direction === 'undo' ? 'Undone' : 'Redone'),
  }
}

/** Deselects and closes entries that no longer exist. */
function dropMissingIds(state: AppState, { entries }: EditorModel): AppState {
  const ids = new Set(entries.map(({ id }) => id))
  return {
    ...state,
    selected: state.selected.every((id) => ids.has(id))
      ? state.selected
      : state.selected.filter((id) => ids.has(id)),
    editing: state.editing?.kind === 'entry' && !ids.has(state.editing.id) ? null : state.editing,
    evidence: state.evidence !== null && ids.has(state.evidence) ? state.evidence : null,
    focused: state.focused !== null && ids.has(state.focused) ? state.focused : null,
  }
}

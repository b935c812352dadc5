import type { Answer } from '../../src/core/answer.ts'
import { replacePresent } from '../editor-model/edit-history.ts'
import type { EditorModel } from '../editor-model/editor-model.ts'
import { addDraftEntries, addRejections, rebaseOnDraft, replaceTexts } from '../editor-model/rebase.ts'
import { announce, announceWait } from './announce.ts'
import type { DraftAction } from './app-action.ts'
import type { AppState } from './app-state.ts'

const noProgress = { stage: 'resolve', done: 0, total: null, plan: null, wait: null } as const

/** Returns the state after an action about the draft. */
export function reduceDraft(state: AppState, action: DraftAction): AppState {
  const { history, draft } = state
  switch (action.type) {
    case 'draft-requested':
      return {
        ...state,
        draft: { status: 'running', task: action.task, ...noProgress },
        // All entries that arrive from now on are undone in one step.
        history: { past: [...history.past, history.present], present: history.present, future: [] },
        announcement: announce(state, `${action.task} started`),
      }
    case 'draft-progress':
      if (draft.status !== 'running') return state
      return {
        ...state,
        draft: { ...draft, ...action.progress, plan: action.progress.plan ?? draft.plan },
      }
    case 'draft-waiting':
      if (draft.status !== 'running') return state
      return {
        ...state,
        draft: { ...draft, ...noProgress, wait: action.wait },
        announcement: announceWait(state, action.wait),
      }
    case 'entries-received':
      return {
        ...state,
        history: replacePresent(history, addDraftEntries(history.present, action.entries)),
      }
    case 'draft-completed':
      return completeDraft(state, action.answer, rebaseOnDraft(history.present, action.answer), null)
    case 'rewrite-completed':
      return completeDraft(
        state,
        action.answer,
        replaceTexts(history.present, action.ids, action.answer.entries),
        action.ids,
      )
    case 'draft-failed':
      return {
        ...state,
        history: withoutEmptyStep(history),
        draft: { status: 'failed', error: action.error },
        announcement: announce(state, action.error.title),
      }
    case 'draft-cancelled':
      return {
        ...state,
        history: withoutEmptyStep(history),
        draft: { status: 'cancelled' },
        announcement: announce(state, 'Stopped'),
      }
  }
}

function completeDraft(
  state: AppState,
  answer: Answer,
  drafted: EditorModel,
  ids: string[] | null,
): AppState {
  const { engine, model, usage, fallback } = answer.writer
  const editor =
    state.range.status === 'loaded'
      ? addRejections(drafted, fallback?.changes ?? [], { index: state.range.index, ids })
      : drafted
  const count = editor.entries.length
  return {
    ...state,
    history: withoutEmptyStep(replacePresent(state.history, editor)),
    draft: {
      ...{ status: 'done', engine, model, warnings: answer.warnings },
      cost: usage?.cost ?? null,
      fallbacks: fallback?.changes ?? [],
    },
    announcement: announce(state, `${count} ${count === 1 ? 'entry' : 'entries'} ready`),
  }
}

/** Removes the step of a draft that changed nothing. */
function withoutEmptyStep(history: AppState['history']): AppState['history'] {
  return history.past.at(-1) === history.present ? { ...history, past: history.past.slice(0, -1) } : history
}

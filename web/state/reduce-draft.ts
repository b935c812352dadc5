import type { Answer } from '../../src/core/answer.ts'
import type { EditorModel } from '../editor-model/editor-model.ts'
import { rebase, receive, reword } from '../editor-model/rebase.ts'
import { amend } from '../editor-model/undo.ts'
import type { AppEvent } from './app-event.ts'
import type { AppState } from './app-state.ts'
import { say, sayWait } from './say.ts'

/** What happens while a draft is written. */
export type DraftEvent = Extract<
  AppEvent,
  {
    type:
      | 'draft-asked'
      | 'progress'
      | 'draft-wait'
      | 'arrived'
      | 'drafted'
      | 'reworded'
      | 'draft-failed'
      | 'draft-cancelled'
  }
>

const notBegun = { stage: 'resolve', done: 0, total: null, plan: null, wait: null } as const

/** The page after something about a draft happened. */
export function reduceDraft(state: AppState, event: DraftEvent): AppState {
  const { line, draft } = state
  switch (event.type) {
    case 'draft-asked':
      return {
        ...state,
        draft: { is: 'running', what: event.what, ...notBegun },
        // What arrives from here on is one step to go back over.
        line: { past: [...line.past, line.present], present: line.present, future: [] },
        said: say(state, `${event.what} has begun.`),
      }
    case 'progress':
      if (draft.is !== 'running') return state
      return {
        ...state,
        draft: { ...draft, ...event.progress, plan: event.progress.plan ?? draft.plan },
      }
    case 'draft-wait':
      if (draft.is !== 'running') return state
      return {
        ...state,
        draft: { ...draft, ...notBegun, wait: event.wait },
        said: sayWait(state, event.wait),
      }
    case 'arrived':
      return { ...state, line: amend(line, receive(line.present, event.entries)) }
    case 'drafted':
      return finished(state, event.answer, rebase(line.present, event.answer))
    case 'reworded':
      return finished(state, event.answer, reword(line.present, event.ids, event.answer.entries))
    case 'draft-failed':
      return {
        ...state,
        line: withoutEmptyStep(line),
        draft: { is: 'failed', trouble: event.trouble },
        said: say(state, event.trouble.title),
      }
    case 'draft-cancelled':
      return {
        ...state,
        line: withoutEmptyStep(line),
        draft: { is: 'cancelled' },
        said: say(state, 'Stopped.'),
      }
  }
}

function finished(state: AppState, answer: Answer, editor: EditorModel): AppState {
  const { engine, model, usage } = answer.writer
  const count = editor.items.length
  return {
    ...state,
    line: withoutEmptyStep(amend(state.line, editor)),
    draft: { is: 'done', engine, model, cost: usage?.cost ?? null, warnings: answer.warnings },
    said: say(state, `Ready: ${count} ${count === 1 ? 'entry' : 'entries'}.`),
  }
}

/** A draft that brought nothing new is no step to go back over. */
function withoutEmptyStep(line: AppState['line']): AppState['line'] {
  return line.past.at(-1) === line.present ? { ...line, past: line.past.slice(0, -1) } : line
}

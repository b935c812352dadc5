import { announce } from './announce.ts'
import type { ViewAction } from './app-action.ts'
import type { AppState } from './app-state.ts'

/** Returns the state after an action that changes only what is shown. */
export function reduceView(state: AppState, action: ViewAction): AppState {
  switch (action.type) {
    case 'show-view':
      return { ...state, view: action.view }
    case 'select':
      return { ...state, selected: action.ids }
    case 'toggle':
      return { ...state, selected: toggleId(state.selected, action.id, action.selected) }
    case 'focus':
      return state.focused === action.id ? state : { ...state, focused: action.id }
    case 'start-editing': {
      const { target } = action
      return { ...state, editing: target, focused: target?.kind === 'entry' ? target.id : state.focused }
    }
    case 'filter':
      return { ...state, filter: action.filter }
    case 'search':
      return { ...state, query: action.query }
    case 'show-evidence':
      return { ...state, evidence: action.id, focused: action.id ?? state.focused }
    case 'show-dialog':
      return { ...state, dialog: action.dialog }
    case 'checked':
      return { ...state, findings: action.findings }
    case 'show-side':
      return { ...state, side: action.side }
    case 'format':
      return { ...state, options: { ...state.options, format: action.format } }
    case 'part':
      return { ...state, part: action.part }
    case 'tab':
      return { ...state, tab: action.tab, side: 'output', evidence: null }
    case 'show-panel':
      return { ...state, panel: action.panel, configPlace: action.place ?? null }
    case 'announce':
      return { ...state, announcement: announce(state, action.text, action.undo) }
  }
}

function toggleId(ids: string[], id: string, selected: boolean): string[] {
  const others = ids.filter((each) => each !== id)
  return selected ? [...others, id] : others
}

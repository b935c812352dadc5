import type { AppEvent } from './app-event.ts'
import type { AppState } from './app-state.ts'
import { say } from './say.ts'

/** What changes only what is in sight. */
type ShownEvent = Extract<
  AppEvent,
  { type: 'view' | 'select' | 'toggle' | 'current' | 'open' | 'format' | 'part' | 'tab' | 'said' }
>

/** The page after something else is looked at. */
export function reduceShown(state: AppState, event: ShownEvent): AppState {
  switch (event.type) {
    case 'view':
      return { ...state, view: event.view }
    case 'select':
      return { ...state, selected: event.ids }
    case 'toggle':
      return { ...state, selected: toggled(state.selected, event.id, event.selected) }
    case 'current':
      return state.current === event.id ? state : { ...state, current: event.id }
    case 'open':
      return { ...state, open: event.id, current: event.id ?? state.current }
    case 'format':
      return { ...state, format: event.format }
    case 'part':
      return { ...state, part: event.part }
    case 'tab':
      return { ...state, tab: event.tab }
    case 'said':
      return { ...state, said: say(state, event.text) }
  }
}

function toggled(ids: string[], id: string, selected: boolean): string[] {
  const others = ids.filter((each) => each !== id)
  return selected ? [...others, id] : others
}

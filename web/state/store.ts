import { createContext } from 'preact'
import { useContext, useEffect, useReducer, useRef } from 'preact/hooks'
import type { Drafts } from '../storage/drafts.ts'
import type { AppEvent } from './app-event.ts'
import type { AppState } from './app-state.ts'
import { reduce } from './reduce.ts'

/** The one place where the page's state lives. */
export interface Store {
  get: () => AppState
  send: (event: AppEvent) => void
  /** Calls back after each change, until the returned function is called. */
  watch: (tell: (state: AppState, event: AppEvent) => void) => () => void
}

/** Makes a store that begins with a state. */
export function createStore(first: AppState): Store {
  let state = first
  const watchers = new Set<(state: AppState, event: AppEvent) => void>()
  return {
    get: () => state,
    send: (event) => {
      const next = reduce(state, event)
      if (next === state) return
      state = next
      for (const tell of watchers) tell(state, event)
    },
    watch: (tell) => {
      watchers.add(tell)
      return () => void watchers.delete(tell)
    },
  }
}

/** What every part of the page may use. */
export interface Tools {
  store: Store
  drafts: Drafts
}

export const ToolsContext = createContext<Tools | null>(null)

/** The tools, inside of the page. */
export function useTools(): Tools {
  const tools = useContext(ToolsContext)
  if (!tools) throw new Error('the page is drawn without its tools')
  return tools
}

/** A part of the state; whoever uses it is drawn again when that part changes. */
export function useApp<Part>(choose: (state: AppState) => Part): Part {
  const { store } = useTools()
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const part = choose(store.get())
  const shown = useRef({ choose, part })
  shown.current = { choose, part }
  useEffect(() => {
    const look = () => {
      if (!Object.is(shown.current.choose(store.get()), shown.current.part)) redraw(undefined)
    }
    // Something may have happened between drawing and watching.
    look()
    return store.watch(look)
  }, [store])
  return part
}

/** Sends events. */
export function useSend(): Store['send'] {
  return useTools().store.send
}

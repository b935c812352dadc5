import { createContext } from 'preact'
import { useContext, useEffect, useReducer, useRef } from 'preact/hooks'
import type { DraftStorage } from '../storage/draft-storage.ts'
import type { AppAction } from './app-action.ts'
import type { AppState } from './app-state.ts'
import { reduce } from './reduce.ts'

type Subscriber = (state: AppState, action: AppAction) => void

/** Holds the state of the page. */
export interface AppStore {
  get: () => AppState
  dispatch: (action: AppAction) => void
  /** Calls the subscriber after each change; the returned function unsubscribes. */
  subscribe: (subscriber: Subscriber) => () => void
}

/** Creates a store with an initial state. */
export function createStore(initial: AppState): AppStore {
  let state = initial
  const subscribers = new Set<Subscriber>()
  return {
    get: () => state,
    dispatch: (action) => {
      const next = reduce(state, action)
      if (next === state) return
      state = next
      for (const notify of subscribers) notify(state, action)
    },
    subscribe: (subscriber) => {
      subscribers.add(subscriber)
      return () => void subscribers.delete(subscriber)
    },
  }
}

/** What every component and effect can use. */
export interface AppServices {
  store: AppStore
  drafts: DraftStorage
}

export const ServicesContext = createContext<AppServices | null>(null)

/** Returns the services of the page. */
export function useServices(): AppServices {
  const services = useContext(ServicesContext)
  if (!services) throw new Error('The component is rendered outside of ServicesContext.')
  return services
}

/** Returns a selected part of the state; the component renders again when that part changes. */
export function useAppState<Part>(select: (state: AppState) => Part): Part {
  const { store } = useServices()
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  const part = select(store.get())
  const rendered = useRef({ select, part })
  rendered.current = { select, part }
  useEffect(() => {
    const check = () => {
      if (!Object.is(rendered.current.select(store.get()), rendered.current.part)) rerender(undefined)
    }
    // The state may have changed between rendering and subscribing.
    check()
    return store.subscribe(check)
  }, [store])
  return part
}

/** Returns the function that dispatches actions. */
export function useDispatch(): AppStore['dispatch'] {
  return useServices().store.dispatch
}

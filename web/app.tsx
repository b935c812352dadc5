import type { VNode } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Dialog } from './components/dialog.tsx'
import { LoadingNote } from './components/loading-note.tsx'
import { ToastArea } from './components/toast.tsx'
import { TooltipLayer } from './components/tooltip.tsx'
import { type LazyModule, useLazyModule } from './components/use-lazy-module.ts'
import { loadRange } from './effects/load-range.ts'
import { RangeView } from './range/range-view.tsx'
import { SignInForm } from './sign-in/sign-in-form.tsx'
import { SignInView } from './sign-in/sign-in-view.tsx'
import type { SharedState } from './state/app-state.ts'
import { useAppState, useServices } from './state/store.ts'
import { pageStrings } from './strings/page.ts'

/** The page: header, current screen, dialogs and announcements. */
export function App() {
  const session = useAppState((state) => state.session)
  const view = useAppState((state) => state.view)
  const shared = useAppState((state) => state.shared)
  const isShared = shared !== null && !(shared.status === 'ready' && shared.isSigningIn)
  // Loaded while the user chooses a range, so that it is ready when it is needed.
  const notes = useLazyModule(loadNotesView, session !== null)
  const screen = session === null ? 'sign-in' : view
  useHeadingFocus(isShared ? `shared ${shared.status}` : screen, notes)
  return (
    <>
      <button type="button" class="skip" onClick={focusHeading}>
        {pageStrings.skip}
      </button>
      {isShared ? (
        <SharedScreen shared={shared} />
      ) : session === null ? (
        <SignInView />
      ) : view === 'range' ? (
        <RangeView session={session} />
      ) : (
        <NotesScreen lazy={notes} />
      )}
      <ExpiredDialog />
      <ToastArea />
      <TooltipLayer />
    </>
  )
}

/** Loads the screen of a shared draft, with what prints the texts of its author. */
async function loadSharedView() {
  const { SharedView, loadOwnTexts } = await import('./share/shared-view.tsx')
  await loadOwnTexts()
  return { SharedView }
}

function SharedScreen({ shared }: { shared: SharedState }) {
  const lazy = useLazyModule(loadSharedView)
  if (lazy.status === 'ready') return <lazy.module.SharedView shared={shared} />
  return (
    <main class="loading-screen" id="main">
      <LoadingNote lazy={lazy} name="the shared draft" />
    </main>
  )
}

interface NotesModule {
  NotesView: () => VNode
}

/** Loads the editor; it loads the preview itself once the entries are shown. */
function loadNotesView(): Promise<NotesModule> {
  return import('./notes/notes-view.tsx')
}

function NotesScreen({ lazy }: { lazy: LazyModule<NotesModule> }) {
  if (lazy.status === 'ready') return <lazy.module.NotesView />
  return (
    <main class="loading-screen" id="main">
      <LoadingNote lazy={lazy} name="the editor" />
    </main>
  )
}

function focusHeading(): void {
  document.querySelector<HTMLElement>('h1')?.focus()
}

/** Asks for another token without leaving the screen, so that the draft stays open. */
function ExpiredDialog() {
  const services = useServices()
  const expired = useAppState((state) => state.expired)
  const session = useAppState((state) => state.session)
  if (!expired || !session) return null
  const reloadRange = () => {
    if (services.store.get().range.status === 'failed') void loadRange(services)
  }
  return (
    <Dialog
      title={pageStrings.signInAgain}
      onClose={() => services.store.dispatch({ type: 'signed-in', session })}
    >
      <p>{pageStrings.rejectedToken(session.host)}</p>
      <SignInForm host={session.host} onDone={reloadRange} />
    </Dialog>
  )
}

/** Moves the focus to the heading of a new screen, for screen readers and the keyboard. */
function useHeadingFocus(screen: string, notes: LazyModule<unknown>): void {
  const current = useRef(screen)
  useLayoutEffect(() => {
    const heading = document.querySelector<HTMLElement>('h1')
    heading?.setAttribute('tabindex', '-1')
    if (current.current === screen || !heading) return
    current.current = screen
    heading.focus()
    scrollTo(0, 0)
  }, [screen, notes])
}

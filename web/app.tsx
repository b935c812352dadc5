import type { VNode } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Dialog } from './components/dialog.tsx'
import { LoadingNote } from './components/loading-note.tsx'
import { ToastArea } from './components/toast.tsx'
import { TooltipLayer } from './components/tooltip.tsx'
import { type LazyModule, useLazyModule } from './components/use-lazy-module.ts'
import { loadRange } from './effects/load-range.ts'
import { signOut } from './effects/sign-in.ts'
import { RangeView } from './range/range-view.tsx'
import { SignInForm } from './sign-in/sign-in-form.tsx'
import { SignInView } from './sign-in/sign-in-view.tsx'
import type { View } from './state/app-state.ts'
import { useAppState, useServices } from './state/store.ts'

/** The page: header, current screen, dialogs and announcements. */
export function App() {
  const session = useAppState((state) => state.session)
  const view = useAppState((state) => state.view)
  // Loaded while the user chooses a range, so that it is ready when it is needed.
  const notes = useLazyModule(loadNotesView, session !== null)
  useHeadingFocus(session === null ? 'sign-in' : view, notes)
  return (
    <>
      <button type="button" class="skip" onClick={focusHeading}>
        Skip to content
      </button>
      {session !== null && view === 'notes' && notes.status === 'ready' ? null : (
        <>
          <TopBar />
          <OfflineNote />
        </>
      )}
      {session === null ? (
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

interface NotesModule {
  NotesView: () => VNode
}

/** Loads the editor together with the preview, so that both work offline. */
async function loadNotesView(): Promise<NotesModule> {
  const { NotesView } = await import('./notes/notes-view.tsx')
  await Promise.all([import('./preview/render-notes.ts'), import('./preview/markdown-view.tsx')])
  return { NotesView }
}

function NotesScreen({ lazy }: { lazy: LazyModule<NotesModule> }) {
  if (lazy.status === 'ready') return <lazy.module.NotesView />
  return (
    <main class="narrow" id="main">
      <LoadingNote lazy={lazy} name="the editor" />
    </main>
  )
}

function focusHeading(): void {
  document.querySelector<HTMLElement>('h1')?.focus()
}

function TopBar() {
  const { store } = useServices()
  const session = useAppState((state) => state.session)
  const view = useAppState((state) => state.view)
  const isLoaded = useAppState((state) => state.range.status === 'loaded')
  const go = (to: View) => store.dispatch({ type: 'show-view', view: to })
  return (
    <header class="top-bar">
      <span class="brand">Notewright</span>
      {session ? (
        <>
          <nav aria-label="Steps">
            <button
              type="button"
              class="plain"
              aria-current={view === 'range' ? 'step' : undefined}
              onClick={() => go('range')}
            >
              Range
            </button>
            <button
              type="button"
              class="plain"
              disabled={!isLoaded}
              aria-current={view === 'notes' ? 'step' : undefined}
              onClick={() => go('notes')}
            >
              Notes
            </button>
          </nav>
          <span class="quiet top-host">{session.host}</span>
          <button type="button" class="plain" onClick={() => signOut(store)}>
            Sign out
          </button>
        </>
      ) : null}
    </header>
  )
}

function OfflineNote() {
  const online = useAppState((state) => state.online)
  return (
    <div role="status">
      {online ? null : (
        <p class="offline">
          You are offline. Your edits are saved in this browser. You can draft and publish when you are online
          again.
        </p>
      )}
    </div>
  )
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
    <Dialog title="Sign in again" onClose={() => services.store.dispatch({ type: 'signed-in', session })}>
      <p>The host rejected the token, or the token is missing a permission. Your draft is kept.</p>
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

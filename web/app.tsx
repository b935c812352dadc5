import { useLayoutEffect, useRef } from 'preact/hooks'
import { loadRange } from './effects/load-range.ts'
import { signOut } from './effects/sign-in.ts'
import { Dialog } from './parts/dialog.tsx'
import { LoadingNote } from './parts/loading-note.tsx'
import { type Loaded, useLoaded } from './parts/use-loaded.ts'
import { RangeView } from './range/range-view.tsx'
import { SignInForm } from './sign-in/sign-in-form.tsx'
import { SignInView } from './sign-in/sign-in-view.tsx'
import type { View } from './state/app-state.ts'
import { useApp, useTools } from './state/store.ts'

/** The whole page. */
export function App() {
  const session = useApp((state) => state.session)
  const view = useApp((state) => state.view)
  // Loaded while a range is chosen, so that it is there when it is needed.
  const notes = useLoaded(loadDesk, session !== null)
  useHeadingFocus(session === null ? 'sign-in' : view, notes)
  return (
    <>
      <button type="button" class="skip" onClick={skip}>
        Skip to the content
      </button>
      <TopBar />
      <OfflineNote />
      {session === null ? (
        <SignInView />
      ) : view === 'range' ? (
        <RangeView session={session} />
      ) : (
        <Notes loaded={notes} />
      )}
      <ExpiredDialog />
      <LiveRegion />
    </>
  )
}

/** The desk, with what prints the notes: whoever goes offline on it goes on seeing them. */
async function loadDesk() {
  const { NotesView } = await import('./notes/notes-view.tsx')
  await Promise.all([import('./print/print-notes.ts'), import('./print/markdown-view.tsx')])
  return { NotesView }
}

function Notes({ loaded }: { loaded: Loaded<Awaited<ReturnType<typeof loadDesk>>> }) {
  if (loaded.is === 'ready') return <loaded.part.NotesView />
  return (
    <main class="narrow" id="main">
      <LoadingNote loaded={loaded} what="the editor" />
    </main>
  )
}

function skip(): void {
  document.querySelector<HTMLElement>('main h1')?.focus()
}

function TopBar() {
  const { store } = useTools()
  const session = useApp((state) => state.session)
  const view = useApp((state) => state.view)
  const known = useApp((state) => state.range.is === 'known')
  const go = (to: View) => store.send({ type: 'view', view: to })
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
              disabled={!known}
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
  const online = useApp((state) => state.online)
  return (
    <div role="status">
      {online ? null : (
        <p class="offline">
          You are offline. What you edit is kept in this browser; drafting and publishing wait.
        </p>
      )}
    </div>
  )
}

/** Asks for a new token in place, so that nothing on the desk is lost. */
function ExpiredDialog() {
  const tools = useTools()
  const expired = useApp((state) => state.expired)
  const session = useApp((state) => state.session)
  if (!expired || !session) return null
  const done = () => {
    if (tools.store.get().range.is === 'failed') void loadRange(tools)
  }
  return (
    <Dialog title="Sign in again" onClose={() => tools.store.send({ type: 'signed-in', session })}>
      <p>The host did not accept the token, or not for this. Everything on the editor is kept.</p>
      <SignInForm host={session.host} onDone={done} />
    </Dialog>
  )
}

/** Says aloud what happened, for whoever cannot see it. */
function LiveRegion() {
  const said = useApp((state) => state.said)
  return (
    <div class="toast-place" role="status">
      {said.text === '' ? null : (
        <p key={said.at} class="toast">
          {said.text}
        </p>
      )}
    </div>
  )
}

/** A new screen begins at its heading, for screen readers and the keyboard. */
function useHeadingFocus(screen: string, notes: Loaded<unknown>): void {
  const shown = useRef(screen)
  useLayoutEffect(() => {
    const heading = document.querySelector<HTMLElement>('main h1')
    heading?.setAttribute('tabindex', '-1')
    if (shown.current === screen || !heading) return
    shown.current = screen
    heading.focus()
    scrollTo(0, 0)
  }, [screen, notes])
}

import { render } from 'preact'
import { describeError } from './api-client/api-error.ts'
import { App } from './app.tsx'
import { applySavedTheme } from './components/theme.ts'
import { autosaveDrafts, openSavedDraft } from './effects/save-draft.ts'
import { loadHosts, signIn } from './effects/sign-in.ts'
import { isShareLink } from './share/read-share-link.ts'
import { type View, views } from './state/app-state.ts'
import { initialState } from './state/reduce.ts'
import { createStore, ServicesContext } from './state/store.ts'
import { openDraftStorage } from './storage/draft-storage.ts'
import { loadLastDraftKey, loadSession, readTokenFromHash } from './storage/session.ts'
import { saveKeptDraft } from './storage/unsaved-draft.ts'
import './style/tokens.css'
import './style/base.css'
import './style/ui.css'
import './style/sign-in.css'
import './style/start.css'

// The token of a sign-in link is removed from the address bar and the history before anything else.
const givenToken = readTokenFromHash(location.hash)
if (givenToken !== null) history.replaceState(null, '', location.pathname)

applySavedTheme()
const store = createStore({ ...initialState, online: navigator.onLine })
const services = { store, drafts: openDraftStorage() }
autosaveDrafts(services, Date.now)
syncAddress()
for (const name of ['online', 'offline'] as const)
  addEventListener(name, () => store.dispatch({ type: 'online-changed', online: name === 'online' }))

await saveKeptDraft(services.drafts)
if (isShareLink(location.hash)) void showShared()
await restoreSession()
render(
  <ServicesContext.Provider value={services}>
    <App />
  </ServicesContext.Provider>,
  document.getElementById('app')!,
)

/** Signs in with the token of the link or the saved session of this tab. */
async function restoreSession(): Promise<void> {
  await loadHosts(store)
  const { hosts } = store.get()
  const saved = loadSession()
  const local = hosts.find(({ kind }) => kind === 'local')
  if (givenToken !== null && local) {
    const session = { host: local.name, token: givenToken, modelKey: saved?.modelKey ?? '' }
    await signIn(store, session, { keep: true }).catch((error: unknown) =>
      store.dispatch({ type: 'sign-in-failed', error: describeError(error) }),
    )
  } else if (saved) store.dispatch({ type: 'signed-in', session: saved })
}

/** Makes the screens steps of the browser history, and opens the last draft of this tab after sign-in. */
function syncAddress(): void {
  store.subscribe((state, action) => {
    if ((action.type === 'show-view' || action.type === 'draft-opened') && viewInHash() !== state.view)
      history.pushState(null, '', `#${state.view}`)
    const opensLast = action.type === 'signed-in' && state.range.status === 'idle' && state.shared === null
    const key = opensLast ? loadLastDraftKey() : null
    if (key !== null) void openSavedDraft(services, key)
  })
  addEventListener('popstate', () => {
    if (isShareLink(location.hash)) {
      void showShared()
      return
    }
    store.dispatch({ type: 'shared', shared: null })
    const isReady = store.get().range.status === 'loaded'
    store.dispatch({ type: 'show-view', view: isReady ? viewInHash() : 'range' })
  })
}

/** Opens the draft of the link in the address, which stays there so that a reload shows it again. */
async function showShared(): Promise<void> {
  store.dispatch({ type: 'shared', shared: { status: 'loading' } })
  const { hash } = location
  const { openShared } = await import('./share/open-shared.ts')
  await openShared(services, hash)
}

function viewInHash(): View {
  return views.find((view) => location.hash === `#${view}`) ?? 'range'
}

import { render } from 'preact'
import { App } from './app.tsx'
import { keepDrafts, openDraft } from './effects/keep-draft.ts'
import { loadHosts, signIn } from './effects/sign-in.ts'
import { troubleOf } from './service/refusal.ts'
import { type View, views } from './state/app-state.ts'
import { firstState } from './state/reduce.ts'
import { createStore, ToolsContext } from './state/store.ts'
import { openDrafts } from './storage/drafts.ts'
import { keptSession, lastDraft, tokenInAddress } from './storage/session.ts'
import './style/base.css'
import './style/controls.css'
import './style/parts.css'
import './style/range.css'
import './style/notes.css'
import './style/entries.css'
import './style/result.css'
import './style/publish.css'

// The token of a printed link leaves the address bar and the history before anything else happens.
const givenToken = tokenInAddress(location.hash)
if (givenToken !== null) history.replaceState(null, '', location.pathname)

const store = createStore({ ...firstState, online: navigator.onLine })
const tools = { store, drafts: openDrafts() }
keepDrafts(tools, Date.now)
followAddress()
for (const name of ['online', 'offline'] as const)
  addEventListener(name, () => store.send({ type: 'online', online: name === 'online' }))

await begin()
render(
  <ToolsContext.Provider value={tools}>
    <App />
  </ToolsContext.Provider>,
  document.getElementById('app')!,
)

/** Signs in by the printed link or by what this tab kept, and opens what it showed last. */
async function begin(): Promise<void> {
  await loadHosts(store)
  const { hosts } = store.get()
  const kept = keptSession()
  const local = hosts.find(({ kind }) => kind === 'local')
  if (givenToken !== null && local) {
    const session = { host: local.name, token: givenToken, modelKey: kept?.modelKey ?? '' }
    await signIn(store, session, { keep: true }).catch((error: unknown) =>
      store.send({ type: 'kept-out', trouble: troubleOf(error) }),
    )
  } else if (kept) store.send({ type: 'signed-in', session: kept })
}

/** The screens are steps of the browser's history; and whoever signs in goes on where this tab was. */
function followAddress(): void {
  store.watch((state, event) => {
    if ((event.type === 'view' || event.type === 'opened') && viewInAddress() !== state.view)
      history.pushState(null, '', `#${state.view}`)
    const key = event.type === 'signed-in' && state.range.is === 'unasked' ? lastDraft() : null
    if (key !== null) void openDraft(tools, key)
  })
  addEventListener('popstate', () => {
    const isReady = store.get().range.is === 'known'
    store.send({ type: 'view', view: isReady ? viewInAddress() : 'range' })
  })
}

function viewInAddress(): View {
  return views.find((view) => location.hash === `#${view}`) ?? 'range'
}

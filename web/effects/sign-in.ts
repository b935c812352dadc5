import { describeError } from '../api-client/api-error.ts'
import { listHosts, listRepositories } from '../api-client/listings.ts'
import type { ErrorInfo, Session } from '../state/app-state.ts'
import type { AppStore } from '../state/store.ts'
import { clearSession, saveLastDraftKey, saveSession } from '../storage/session.ts'

/** Loads the hosts that the server can reach. */
export async function loadHosts(store: AppStore): Promise<void> {
  try {
    store.dispatch({ type: 'hosts-loaded', hosts: await listHosts() })
  } catch (error) {
    store.dispatch({ type: 'sign-in-failed', error: describeError(error) })
  }
}

/** Signs in if the host accepts the token; otherwise throws the server's error. */
export async function signIn(store: AppStore, session: Session, { keep }: { keep: boolean }): Promise<void> {
  await listRepositories(session, '', new AbortController().signal)
  if (keep) saveSession(session)
  else clearSession()
  store.dispatch({ type: 'signed-in', session })
}

/** Removes the token, the AI key and the open draft from the page; saved drafts stay. */
export function signOut(store: AppStore): void {
  clearSession()
  saveLastDraftKey(null)
  store.dispatch({ type: 'signed-out' })
}

/** Marks the session as expired if the host rejected the token, so that the page asks for another one. */
export function handleRejectedToken(store: AppStore, { code }: ErrorInfo): void {
  if (code === 'token_rejected' || code === 'token_missing') store.dispatch({ type: 'session-expired' })
}

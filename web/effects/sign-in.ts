import { listHosts, listRepositories } from '../service/pickers.ts'
import { troubleOf } from '../service/refusal.ts'
import type { Session, Trouble } from '../state/app-state.ts'
import type { Store } from '../state/store.ts'
import { forgetSession, keepLastDraft, keepSession } from '../storage/session.ts'

/** Learns which hosts the service can ask; when it does not say, the page does. */
export async function loadHosts(store: Store): Promise<void> {
  try {
    store.send({ type: 'hosts', hosts: await listHosts() })
  } catch (error) {
    store.send({ type: 'kept-out', trouble: troubleOf(error) })
  }
}

/** Signs in, when the host accepts the token; else it throws what the host said. */
export async function signIn(store: Store, session: Session, { keep }: { keep: boolean }): Promise<void> {
  await listRepositories(session, '', new AbortController().signal)
  if (keep) keepSession(session)
  else forgetSession()
  store.send({ type: 'signed-in', session })
}

/** Forgets the token and the key, and what was open; kept drafts stay. */
export function signOut(store: Store): void {
  forgetSession()
  keepLastDraft(null)
  store.send({ type: 'signed-out' })
}

/** Asks for a new token when the host turned the old one down; nothing on the desk is lost. */
export function noteExpiry(store: Store, { code }: Trouble): void {
  if (code === 'token_rejected' || code === 'token_missing') store.send({ type: 'expired' })
}

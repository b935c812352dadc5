import type { ChangesAnswer } from '../../src/core/answer.ts'
import { indexEvidence } from '../editor-model/evidence.ts'
import { askJson } from '../service/ask.ts'
import { troubleOf } from '../service/refusal.ts'
import type { Choice } from '../state/app-state.ts'
import type { Store, Tools } from '../state/store.ts'
import { draftKey } from '../storage/draft-file.ts'
import { noteExpiry } from './sign-in.ts'

/** What the service is asked about a choice, by refs. */
export function requestOf(host: string, { repo, fromRef, toRef, audience, writer }: Choice) {
  return { repoFullName: repo, host, fromRef, toRef, audience, writer }
}

let running: AbortController | null = null

/** Shows what happened in the chosen range, before anybody words it. */
export async function loadRange({ store, drafts }: Tools): Promise<void> {
  const { session, choice } = store.get()
  if (!session || choice.repo === '') return
  running?.abort()
  const work = new AbortController()
  running = work
  store.send({ type: 'range-asked' })
  try {
    const body = requestOf(session.host, choice)
    const answer = await askJson<ChangesAnswer>({
      path: '/api/v1/changes',
      body,
      session,
      signal: work.signal,
      onWait: (wait) => store.send({ type: 'range-wait', wait }),
    })
    // A browser that keeps no drafts can show the range all the same.
    const kept = await drafts.read(draftKey(session.host, choice)).catch(() => null)
    if (!work.signal.aborted) store.send({ type: 'range-known', index: indexEvidence(answer), kept })
  } catch (error) {
    if (work.signal.aborted) return
    const trouble = troubleOf(error)
    noteExpiry(store, trouble)
    store.send({ type: 'range-failed', trouble })
  }
}

/** Stops reading the range. */
export function stopRange(store: Store): void {
  running?.abort()
  store.send({ type: 'range-stopped' })
}

import type { NextVersion } from '../../src/core/versioning.ts'
import { describeError } from '../api-client/api-error.ts'
import { requestJson } from '../api-client/request.ts'
import { rangeBody } from '../effects/load-range.ts'
import { handleRejectedToken } from '../effects/sign-in.ts'
import type { AppState } from '../state/app-state.ts'
import type { AppStore } from '../state/store.ts'

/** Asks the server for the version that the changes since the last release call for. */
export async function proposeVersion(store: AppStore): Promise<void> {
  const { session, options, range } = store.get()
  if (!session || range.status !== 'loaded') return
  const { index } = range
  // Another range may be loaded before the answer arrives.
  const isCurrent = () => {
    const now = store.get().range
    return now.status === 'loaded' && now.index === index
  }
  store.dispatch({ type: 'version-proposed', proposal: { status: 'loading' } })
  try {
    const { nextVersion } = await requestJson<{ nextVersion: NextVersion }>({
      path: '/api/v1/next-version',
      body: rangeBody(session.host, options),
      session,
    })
    if (isCurrent()) store.dispatch({ type: 'version-proposed', proposal: { status: 'loaded', nextVersion } })
  } catch (failure) {
    if (!isCurrent()) return
    const error = describeError(failure)
    handleRejectedToken(store, error)
    store.dispatch({ type: 'version-proposed', proposal: { status: 'failed', error } })
  }
}

/** Returns the proposed tag, if the notes have the proposed version; otherwise null. */
export function proposedTag({ proposal, history }: Pick<AppState, 'proposal' | 'history'>): string | null {
  if (proposal.status !== 'loaded') return null
  const { version, tag } = proposal.nextVersion
  return version !== null && version === history.present.version ? tag : null
}

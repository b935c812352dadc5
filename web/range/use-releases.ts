import { useEffect, useState } from 'preact/hooks'
import { listReleases, type ReleaseList } from '../api-client/listings.ts'
import type { DraftOptions, Session } from '../state/app-state.ts'

const firstLimit = 4
const mostReleases = 50

/** The releases of the chosen repository by ancestry, as far as they are loaded. */
export interface Releases {
  /** Null until they are loaded, or if the host does not list them. */
  list: ReleaseList | null
  isLoading: boolean
  /** Loads older releases; null if there are none. */
  loadOlder: (() => void) | null
}

/** Loads the releases for the timeline whenever the repository, the package or the end of the range changes. */
export function useReleases(session: Session, { repo, toRef, package: packageName }: DraftOptions): Releases {
  const scope = `${session.host} ${repo} ${packageName} ${toRef}`
  const [state, setState] = useState({
    scope,
    limit: firstLimit,
    list: null as ReleaseList | null,
    isLoading: true,
  })
  const limit = state.scope === scope ? state.limit : firstLimit
  useEffect(() => {
    if (repo === '') return
    const controller = new AbortController()
    setState((before) => ({ scope, limit, list: before.list, isLoading: true }))
    listReleases(session, { repo, packageName, toRef, limit }, controller.signal).then(
      (list) => setState({ scope, limit, list, isLoading: false }),
      () => {
        // Without the timeline the fields for both ends still work.
        if (!controller.signal.aborted) setState({ scope, limit, list: null, isLoading: false })
      },
    )
    return () => controller.abort()
  }, [scope, limit])
  const { list, isLoading } = state
  const isKnown = state.scope === scope
  return {
    // The old timeline stays until the new one is there, but not that of another repository.
    list: isKnown || state.scope.startsWith(`${session.host} ${repo} `) ? list : null,
    isLoading: isLoading || !isKnown,
    loadOlder:
      isKnown && list?.hasMore && limit < mostReleases
        ? () => setState({ ...state, limit: Math.min(mostReleases, limit * 3) })
        : null,
  }
}

import type { RefName } from '../../src/core/listing.ts'
import type { ListedHost, Session } from '../state/app-state.ts'
import { requestJson } from './request.ts'
import { searchList } from './search-list.ts'

/** Lists the hosts that the server can reach. */
export async function listHosts(): Promise<ListedHost[]> {
  return (await requestJson<{ hosts: ListedHost[] }>({ path: '/api/v1/hosts' })).hosts
}

/** Lists the repositories that the token can read and whose names match a query. */
export async function listRepositories(
  session: Session,
  query: string,
  signal: AbortSignal,
): Promise<string[]> {
  const load = async (q: string, signal?: AbortSignal) => {
    const path = `/api/v1/repos?${new URLSearchParams({ host: session.host, q })}`
    const { repositories, nextPage } = await requestJson<{ repositories: string[]; nextPage: number | null }>(
      { path, session, ...(signal ? { signal } : {}) },
    )
    return { items: repositories, nextPage }
  }
  return searchList({ session, key: 'repos', load, nameOf: (name) => name }, query, signal)
}

/** Lists the tags and branches of a repository whose names match a query. */
export async function listRefs(
  session: Session,
  { repo, query }: { repo: string; query: string },
  signal: AbortSignal,
): Promise<RefName[]> {
  const load = async (q: string, signal?: AbortSignal) => {
    const path = `/api/v1/refs?${new URLSearchParams({ host: session.host, repo, q })}`
    const { refs, nextPage } = await requestJson<{ refs: RefName[]; nextPage: number | null }>({
      path,
      session,
      ...(signal ? { signal } : {}),
    })
    return { items: refs, nextPage }
  }
  return searchList({ session, key: `refs ${repo}`, load, nameOf: ({ name }) => name }, query, signal)
}

/** Finds the release before a ref, of a package if one is named; null if there is none. */
export async function findPreviousRelease(
  session: Session,
  { repo, packageName, toRef }: { repo: string; packageName: string | null; toRef: string },
  signal: AbortSignal,
): Promise<string | null> {
  const parameters = new URLSearchParams({ host: session.host, repo, to: toRef })
  if (packageName !== null) parameters.set('package', packageName)
  const path = `/api/v1/previous-release?${parameters}`
  const answer = await requestJson<{ previousRelease: { name: string } | null }>({ path, session, signal })
  return answer.previousRelease?.name ?? null
}

/** A release as the timeline shows it. */
export interface ListedRelease {
  name: string
  date: string | null
  preRelease: boolean
  reachable: boolean
  commits: number | null
  branch: string | null
}

/** The releases of a repository by ancestry. */
export interface ReleaseList {
  to: { ref: string; sha: string; date: string | null }
  releases: ListedRelease[]
  hasMore: boolean
}

/** Lists the releases in the history of a ref, and the recent ones of other branches. */
export async function listReleases(
  session: Session,
  query: { repo: string; packageName: string | null; toRef: string; limit: number },
  signal: AbortSignal,
): Promise<ReleaseList> {
  const { repo, packageName, toRef, limit } = query
  const parameters = new URLSearchParams({ host: session.host, repo, to: toRef, limit: String(limit) })
  if (packageName !== null) parameters.set('package', packageName)
  return requestJson<ReleaseList>({ path: `/api/v1/releases?${parameters}`, session, signal })
}

/** Reads the configuration file of a repository at a ref; null if it has none. */
export async function readConfigFile(
  session: Session,
  { repo, ref }: { repo: string; ref: string },
  signal: AbortSignal,
): Promise<{ path: string; text: string } | null> {
  const parameters = new URLSearchParams({ host: session.host, repo, ref })
  const path = `/api/v1/config?${parameters}`
  return (await requestJson<{ file: { path: string; text: string } | null }>({ path, session, signal })).file
}

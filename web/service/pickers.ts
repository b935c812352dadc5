import type { RefName } from '../../src/core/listing.ts'
import type { HostChoice, Session } from '../state/app-state.ts'
import { askJson } from './ask.ts'

/** The hosts that the service can ask. */
export async function listHosts(): Promise<HostChoice[]> {
  return (await askJson<{ hosts: HostChoice[] }>({ path: '/api/v1/hosts' })).hosts
}

/** The repositories that the token can see and whose names contain some letters. */
export async function listRepositories(
  session: Session,
  query: string,
  signal: AbortSignal,
): Promise<string[]> {
  const words = new URLSearchParams({ host: session.host, q: query })
  const path = `/api/v1/repos?${words}`
  return (await askJson<{ repositories: string[] }>({ path, session, signal })).repositories
}

/** The tags and branches of a repository whose names contain some letters. */
export async function listRefs(
  session: Session,
  { repo, query }: { repo: string; query: string },
  signal: AbortSignal,
): Promise<RefName[]> {
  const words = new URLSearchParams({ host: session.host, repo, q: query })
  return (await askJson<{ refs: RefName[] }>({ path: `/api/v1/refs?${words}`, session, signal })).refs
}

import type { Session } from '../state/app-state.ts'
import { requestJson } from './request.ts'

/** A release that exists. */
export interface KnownRelease {
  tag: string
  name: string
  draft: boolean
  url: string
}

/** What is known about publishing before anything is sent. */
interface PublishingAnswer {
  /** Whether the token can write; null if the host does not say. */
  mayWrite: boolean | null
  /** The newest releases. */
  releases: KnownRelease[]
}

/** Asks whether the token can write, and for the releases of the repository. */
export function readPublishing(
  session: Session,
  { repo, releases }: { repo: string; releases: boolean },
  signal: AbortSignal,
): Promise<PublishingAnswer> {
  const parameters = new URLSearchParams({ host: session.host, repo })
  if (!releases) parameters.set('releases', 'false')
  return requestJson<PublishingAnswer>({ path: `/api/v1/publishing?${parameters}`, session, signal })
}

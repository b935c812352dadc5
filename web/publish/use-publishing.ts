import { useEffect, useState } from 'preact/hooks'
import type { HostKind } from '../../src/core/web-address.ts'
import { describeError } from '../api-client/api-error.ts'
import { type KnownRelease, readPublishing } from '../api-client/publishing.ts'
import type { ErrorInfo, Session } from '../state/app-state.ts'
import { useAppState } from '../state/store.ts'

/** What is known about the repository before anything is sent. */
export interface PublishingFacts {
  /** Whether the token can write; null if the host does not say, undefined until the answer is there. */
  mayWrite: boolean | null | undefined
  /** The newest releases. */
  releases: readonly KnownRelease[]
  /** Why nothing can be published at all. */
  error: ErrorInfo | null
}

const unknown: PublishingFacts = { mayWrite: undefined, releases: [], error: null }

/** Asks once whether the token can write and which releases exist; asks again after something was published. */
export function usePublishing(session: Session, kind: HostKind, isDone: boolean): PublishingFacts {
  const repo = useAppState((state) => state.options.repo)
  const [facts, setFacts] = useState(unknown)
  const isAsked = kind !== 'local' && kind !== 'git' && !isDone
  useEffect(() => {
    if (!isAsked) return
    const controller = new AbortController()
    const { signal } = controller
    setFacts(unknown)
    readPublishing(session, { repo, releases: true }, signal).then(
      ({ mayWrite, releases }) => signal.aborted || setFacts({ mayWrite, releases, error: null }),
      (failure) => {
        const error = describeError(failure)
        // Other failures may pass until the user sends something.
        if (!signal.aborted && error.code === 'write_refused') setFacts({ ...unknown, error })
      },
    )
    return () => controller.abort()
  }, [session, repo, isAsked])
  return facts
}

/** The release of a tag; undefined if it has none, or none that is known. */
export function releaseOf(tag: string, { releases }: PublishingFacts): KnownRelease | undefined {
  return releases.find((release) => release.tag === tag.trim())
}

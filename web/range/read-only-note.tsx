import { useEffect, useState } from 'preact/hooks'
import { readPublishing } from '../api-client/publishing.ts'
import { LinkButton } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import type { Session } from '../state/app-state.ts'
import { useAppState, useServices } from '../state/store.ts'
import { readOnlyStrings as strings } from '../strings/read-only.ts'

const answers = new WeakMap<Session, Map<string, boolean | null>>()

/** Whether the token can write to the chosen repository; null if that is not known. Each repository is asked for once. */
function useWriteAccess(): boolean | null {
  const session = useAppState((state) => state.session)
  const repo = useAppState((state) => state.options.repo)
  const kind = useAppState(({ hosts, session }) => hosts.find(({ name }) => name === session?.host)?.kind)
  const [, setAnswered] = useState(0)
  useEffect(() => {
    if (!session || repo === '' || kind === undefined || kind === 'local' || kind === 'git') return
    const known = answers.get(session) ?? new Map<string, boolean | null>()
    answers.set(session, known)
    if (known.has(repo)) return
    const controller = new AbortController()
    readPublishing(session, { repo, releases: false }, controller.signal).then(
      ({ mayWrite }) => {
        known.set(repo, mayWrite)
        setAnswered((count) => count + 1)
      },
      // The publish dialog asks again.
      () => {},
    )
    return () => controller.abort()
  }, [session, repo, kind])
  return (session && answers.get(session)?.get(repo)) ?? null
}

/** Says that the token can read the repository and not write to it; nothing if it can, or if that is not known. */
export function ReadOnlyNote() {
  const { store } = useServices()
  if (useWriteAccess() !== false) return null
  return (
    <Notice icon="key-round" title={strings.title}>
      {strings.hint}{' '}
      <LinkButton onClick={() => store.dispatch({ type: 'session-expired' })}>
        {strings.useAnotherToken}
      </LinkButton>
    </Notice>
  )
}

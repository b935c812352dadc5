import { useEffect, useRef } from 'preact/hooks'
import { ErrorNote } from '../components/error-note.tsx'
import { WaitNote } from '../components/wait-note.tsx'
import type { ErrorInfo } from '../state/app-state.ts'
import { useServices } from '../state/store.ts'
import type { PublishStatus } from './use-publish.ts'

interface PublishOutcomeProps {
  status: PublishStatus
  onStop: () => void
  onPublish: () => void
}

/** Shows why publishing waits or failed, and scrolls to it. */
export function PublishOutcome({ status, onStop, onPublish }: PublishOutcomeProps) {
  const container = useRef<HTMLDivElement>(null)
  const wait = status.status === 'sending' ? status.wait : null
  const error = status.status === 'failed' ? status.error : null
  useEffect(() => {
    if (wait || error) container.current?.scrollIntoView({ block: 'nearest' })
  }, [wait, error])
  return (
    <div ref={container} class="outcome">
      {wait ? <WaitNote wait={wait} onStop={onStop} /> : null}
      {error ? <PublishError error={error} onPublish={onPublish} /> : null}
    </div>
  )
}

/** Shows an error, with a button to fix it if this page can. */
function PublishError({ error, onPublish }: { error: ErrorInfo; onPublish: () => void }) {
  const { store } = useServices()
  const fixes: Record<string, [title: string, fix: () => void]> = {
    scope_missing: ['Use another token', () => store.dispatch({ type: 'session-expired' })],
    release_published: ['Add to the published release', onPublish],
  }
  const [title, fix] = fixes[error.code] ?? []
  return (
    <ErrorNote error={error}>
      {title === undefined ? null : (
        <button type="button" onClick={fix}>
          {title}
        </button>
      )}
    </ErrorNote>
  )
}

import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import { WaitNote } from '../components/wait-note.tsx'
import type { ErrorInfo } from '../state/app-state.ts'
import { useServices } from '../state/store.ts'
import { publishStrings as strings } from '../strings/publish.ts'
import type { PublishStatus } from './use-publish.ts'

interface PublishOutcomeProps {
  status: PublishStatus
  onStop: () => void
  onPublish: () => void
}

/** Shows why publishing waits or failed, and puts the focus on an error. */
export function PublishOutcome({ status, onStop, onPublish }: PublishOutcomeProps) {
  const container = useRef<HTMLDivElement>(null)
  const wait = status.status === 'sending' ? status.wait : null
  const error = status.status === 'failed' ? status.error : null
  useEffect(() => {
    if (error) container.current?.focus()
  }, [error])
  return (
    <div ref={container} class="outcome" tabIndex={-1}>
      {wait ? <WaitNote wait={wait} onStop={onStop} /> : null}
      {error ? <PublishError error={error} onPublish={onPublish} /> : null}
    </div>
  )
}

/** Shows an error, with a button to fix it if this page can. */
function PublishError({ error, onPublish }: { error: ErrorInfo; onPublish: () => void }) {
  const { store } = useServices()
  const fixes: Record<string, [title: string, fix: () => void]> = {
    scope_missing: [strings.useAnotherToken, () => store.dispatch({ type: 'session-expired' })],
    release_published: [strings.updatePublished, onPublish],
  }
  const [title, fix] = fixes[error.code] ?? []
  return (
    <Notice
      kind="bad"
      role="alert"
      title={error.title}
      actions={
        title === undefined ? undefined : (
          <Button size="sm" onClick={fix!}>
            {title}
          </Button>
        )
      }
    >
      {error.detail}
    </Notice>
  )
}

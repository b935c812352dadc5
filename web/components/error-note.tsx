import type { ComponentChildren } from 'preact'
import type { ErrorInfo } from '../state/app-state.ts'

/** Shows an error and what to do about it; the children are buttons. */
export function ErrorNote({ error, children }: { error: ErrorInfo; children?: ComponentChildren }) {
  return (
    <div class="note note-bad" role="alert">
      <p class="note-title">{error.title}</p>
      <p>{error.detail}</p>
      {children ? <div class="actions">{children}</div> : null}
    </div>
  )
}

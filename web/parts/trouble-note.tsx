import type { ComponentChildren } from 'preact'
import type { Trouble } from '../state/app-state.ts'

/** What went wrong and what to do, with the ways on beside it. */
export function TroubleNote({ trouble, children }: { trouble: Trouble; children?: ComponentChildren }) {
  return (
    <div class="note note-bad" role="alert">
      <p class="note-title">{trouble.title}</p>
      <p>{trouble.detail}</p>
      {children ? <div class="actions">{children}</div> : null}
    </div>
  )
}

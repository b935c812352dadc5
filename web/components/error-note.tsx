import type { ComponentChildren } from 'preact'
import type { ErrorInfo } from '../state/app-state.ts'
import { Notice } from './notice.tsx'

/** Shows an error and what to do about it; the children are buttons. */
export function ErrorNote({ error, children }: { error: ErrorInfo; children?: ComponentChildren }) {
  return (
    <Notice kind="bad" role="alert" title={error.title} actions={children}>
      {error.detail}
    </Notice>
  )
}

import { pageStrings } from '../strings/page.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'
import type { LazyModule } from './use-lazy-module.ts'

/** Shows that a part of the page is being loaded, or that it could not be loaded. */
export function LoadingNote({ lazy }: { lazy: LazyModule<unknown>; name?: string }) {
  if (lazy.status === 'ready') return null
  if (lazy.status === 'loading')
    return (
      <p class="empty" role="status">
        {pageStrings.loading}
      </p>
    )
  return (
    <Notice
      kind="bad"
      role="alert"
      actions={
        <Button size="sm" onClick={lazy.retry}>
          {pageStrings.tryAgain}
        </Button>
      }
    >
      {pageStrings.couldNotLoad}
    </Notice>
  )
}

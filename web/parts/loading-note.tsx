import type { Loaded } from './use-loaded.ts'

/** What stands in the place of a part that is not there yet. */
export function LoadingNote({ loaded, what }: { loaded: Loaded<unknown>; what: string }) {
  if (loaded.is === 'ready') return null
  if (loaded.is === 'loading')
    return (
      <p class="empty" role="status">
        Loading {what}…
      </p>
    )
  return (
    <div class="note note-bad" role="alert">
      <p>The service did not send {what}. Check that you are online.</p>
      <div class="actions">
        <button type="button" onClick={loaded.again}>
          Try again
        </button>
      </div>
    </div>
  )
}

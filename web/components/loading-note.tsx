import type { LazyModule } from './use-lazy-module.ts'

/** Shows that a part of the page is being loaded, or that it could not be loaded. */
export function LoadingNote({ lazy, name }: { lazy: LazyModule<unknown>; name: string }) {
  if (lazy.status === 'ready') return null
  if (lazy.status === 'loading')
    return (
      <p class="empty" role="status">
        Loading {name}…
      </p>
    )
  return (
    <div class="note note-bad" role="alert">
      <p>Could not load {name}. Check that you are online.</p>
      <div class="actions">
        <button type="button" onClick={lazy.retry}>
          Try again
        </button>
      </div>
    </div>
  )
}

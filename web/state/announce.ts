import type { Announcement, AppState, RetryWait } from './app-state.ts'

/** Returns a new message for screen readers, which is read even if its text is the same as before. */
export function announce(
  { announcement }: AppState,
  text: string,
  undo: Announcement['undo'] = null,
): Announcement {
  return { text, number: announcement.number + 1, undo }
}

/** Announces the start of a wait; its end shows in what follows. */
export function announceWait(state: AppState, wait: RetryWait | null): Announcement {
  return wait === null ? state.announcement : announce(state, `${wait.reason}. Waiting…`)
}

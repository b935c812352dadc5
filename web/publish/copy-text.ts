import type { AppStore } from '../state/store.ts'
import { publishStrings } from '../strings/publish.ts'

/** Copies a text, and says whether the browser allowed it. */
export async function copyText(store: AppStore, text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    store.dispatch({ type: 'announce', text: done })
  } catch {
    // Some browsers allow copying only over HTTPS.
    store.dispatch({ type: 'announce', text: publishStrings.couldNotCopy })
  }
}

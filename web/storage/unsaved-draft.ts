import type { SavedDraft } from '../state/app-state.ts'
import { fromStoredDraft, type StoredDraft, toStoredDraft } from './draft-file.ts'
import type { DraftStorage } from './draft-storage.ts'
import { storeUnsaved, takeUnsaved } from './session.ts'

/** Keeps a draft that is not saved yet while the page is closed: the browser may not wait for the real storage. */
export function keepUnsavedDraft(draft: SavedDraft): void {
  storeUnsaved(JSON.stringify(toStoredDraft(draft)))
}

/** Saves the draft that the page kept when it was closed, unless the storage has it. */
export async function saveKeptDraft(drafts: DraftStorage): Promise<void> {
  const text = takeUnsaved()
  if (text === null) return
  try {
    const kept = fromStoredDraft(JSON.parse(text) as StoredDraft)
    const stored = await drafts.read(kept.key)
    if (!stored || stored.savedAt < kept.savedAt) await drafts.save(kept)
  } catch {
    // Without storage nothing can be saved; the next change reports it.
  }
}

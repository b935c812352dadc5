import { fromStoredDraft, type SavedDraft, type StoredDraft, toStoredDraft } from './draft-file.ts'
import type { DraftStorage } from './draft-storage.ts'

const unsavedKey = 'notewright.unsaved'

/** Keeps a draft that is not saved yet while the page is closed: the browser may not wait for the real storage. */
export function keepUnsavedDraft(draft: SavedDraft): void {
  try {
    localStorage.setItem(unsavedKey, JSON.stringify(toStoredDraft(draft)))
  } catch {
    // It is too large or storage is forbidden; the real storage may still be quick enough.
  }
}

/** Saves the draft that the page kept when it was closed, unless the storage has it. */
export async function saveKeptDraft(drafts: DraftStorage): Promise<void> {
  try {
    const text = localStorage.getItem(unsavedKey)
    if (text === null) return
    localStorage.removeItem(unsavedKey)
    const kept = fromStoredDraft(JSON.parse(text) as StoredDraft)
    const stored = await drafts.read(kept.key)
    if (!stored || stored.savedAt < kept.savedAt) await drafts.save(kept)
  } catch {
    // Without storage there is nothing to save.
  }
}

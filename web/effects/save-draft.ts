import { type DraftRecord, emptyRecord } from '../editor-model/draft-record.ts'
import { blockNames, type EditorModel } from '../editor-model/editor-model.ts'
import { indexEvidence } from '../editor-model/evidence.ts'
import type { AppState, SavedDraft } from '../state/app-state.ts'
import type { AppServices } from '../state/store.ts'
import { draftKey } from '../storage/draft-file.ts'
import { saveLastDraftKey } from '../storage/session.ts'
import { keepUnsavedDraft } from '../storage/unsaved-draft.ts'

const saveDelayMs = 400

/** Returns the draft in the editor; null if no range is loaded. */
export function currentDraft(
  { session, options, range, history, record }: AppState,
  savedAt: number,
): SavedDraft | null {
  if (!session || range.status !== 'loaded') return null
  return {
    key: draftKey(session.host, options),
    savedAt,
    host: session.host,
    options,
    evidence: range.index.answer,
    editor: history.present,
    ...(record === emptyRecord ? {} : { record }),
  }
}

/** Opens the channel on which every tab posts the key of a draft after it saves the draft. */
export function openDraftChannel(): BroadcastChannel {
  return new BroadcastChannel('notewright')
}

/** The parts of the state whose changes are saved. */
type Saved = Pick<SavedDraft, 'editor' | 'options'> & { record: DraftRecord }

function savedPart({ history, options, record }: AppState): Saved {
  return { editor: history.present, options, record }
}

/** Saves the draft in this browser after each change, and detects when another tab saves the same draft. */
export function autosaveDrafts({ store, drafts }: AppServices, now: () => number): void {
  const channel = openDraftChannel()
  let saved: Saved | null = savedPart(store.get())
  let timer: ReturnType<typeof setTimeout> | null = null
  let saving: SavedDraft | null = null
  const isSaved = (state: AppState) =>
    saved?.editor === state.history.present &&
    saved.options === state.options &&
    saved.record === state.record
  const save = async () => {
    timer = null
    const state = store.get()
    const draft = currentDraft(state, now())
    if (!draft || state.hasOtherVersion || isSaved(state) || isUntouched(draft.editor)) return
    saved = savedPart(state)
    saveLastDraftKey(draft.key)
    saving = draft
    try {
      await drafts.save(draft)
      if (saving === draft) saving = null
      channel.postMessage(draft.key)
      store.dispatch({
        type: 'draft-saved',
        error: null,
        ...(isSaved(store.get()) ? { at: draft.savedAt } : {}),
      })
    } catch (error) {
      // The disk may be full or storage may be disabled; the user must know before leaving the page.
      store.dispatch({ type: 'draft-saved', error: String(error) })
    }
  }
  store.subscribe((state, action) => {
    // A draft that was just loaded is already saved; a version that the user chose to keep is not.
    if (action.type === 'range-loaded' || action.type === 'draft-opened') saved = savedPart(state)
    if (action.type === 'other-version') saved = null
    if (action.type === 'draft-opened') saveLastDraftKey(currentDraft(state, 0)?.key ?? null)
    if (isSaved(state) || timer !== null) return
    timer = setTimeout(() => void save(), saveDelayMs)
    store.dispatch({ type: 'draft-changed' })
  })
  channel.onmessage = ({ data }) => {
    if (data === currentDraft(store.get(), 0)?.key) store.dispatch({ type: 'other-version', exists: true })
  }
  // Saves pending changes when the user leaves the page.
  addEventListener('pagehide', () => {
    if (timer !== null) void save()
    if (saving !== null) keepUnsavedDraft(saving)
  })
}

/** Whether a model has nothing yet that could be lost. */
function isUntouched(editor: EditorModel): boolean {
  const { entries, excluded } = editor
  return entries.length === 0 && excluded.length === 0 && blockNames.every((name) => editor[name] === null)
}

/** Opens a saved draft; returns whether it exists. */
export async function openSavedDraft({ store, drafts }: AppServices, key: string): Promise<boolean> {
  const draft = await drafts.read(key)
  if (!draft) return false
  showDraft({ store }, draft)
  return true
}

/** Shows a draft in the editor. */
export function showDraft(
  { store }: Pick<AppServices, 'store'>,
  { options, evidence, editor, record }: SavedDraft,
): void {
  store.dispatch({ type: 'draft-opened', options, index: indexEvidence(evidence), editor, record })
}

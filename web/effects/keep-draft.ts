import type { EditorModel } from '../editor-model/editor-model.ts'
import { indexEvidence } from '../editor-model/evidence.ts'
import type { AppState } from '../state/app-state.ts'
import type { Tools } from '../state/store.ts'
import { draftKey, type SavedDraft } from '../storage/draft-file.ts'
import { keepLastDraft } from '../storage/session.ts'

const quietMs = 400

/** The draft that is on the desk; null when there is none. */
export function draftOf({ session, choice, range, line }: AppState, savedAt: number): SavedDraft | null {
  if (!session || range.is !== 'known') return null
  return {
    key: draftKey(session.host, choice),
    savedAt,
    host: session.host,
    choice,
    evidence: range.index.answer,
    editor: line.present,
  }
}

/** Where the key of a draft is told whenever it is kept, to this tab and to others. */
export function openChannel(): BroadcastChannel {
  return new BroadcastChannel('notewright')
}

/** Keeps the desk in this browser whenever it changes, and hears when another tab keeps the same draft. */
export function keepDrafts({ store, drafts }: Tools, now: () => number): void {
  const others = openChannel()
  let kept: EditorModel | null = store.get().line.present
  let timer: ReturnType<typeof setTimeout> | null = null
  const save = async () => {
    timer = null
    const state = store.get()
    const draft = draftOf(state, now())
    if (!draft || state.changedElsewhere || draft.editor === kept || draft.editor.items.length === 0) return
    kept = draft.editor
    keepLastDraft(draft.key)
    try {
      await drafts.keep(draft)
      others.postMessage(draft.key)
      store.send({ type: 'kept', fault: null })
    } catch (error) {
      // A full disk, or a window that keeps nothing: the person must know before leaving.
      store.send({ type: 'kept', fault: String(error) })
    }
  }
  store.watch((state, event) => {
    // What was read from the store need not be written back; what was chosen over it must be.
    if (event.type === 'range-known' || event.type === 'opened') kept = state.line.present
    if (event.type === 'changed-elsewhere') kept = null
    if (event.type === 'opened') keepLastDraft(draftOf(state, 0)?.key ?? null)
    if (state.line.present !== kept) timer ??= setTimeout(() => void save(), quietMs)
  })
  others.onmessage = ({ data }) => {
    if (data === draftOf(store.get(), 0)?.key) store.send({ type: 'changed-elsewhere', changed: true })
  }
  // A page that is left in a hurry still keeps its last state.
  addEventListener('pagehide', () => {
    if (timer !== null) void save()
  })
}

/** Opens a kept draft; says whether there was one. */
export async function openDraft({ store, drafts }: Tools, key: string): Promise<boolean> {
  const draft = await drafts.read(key)
  if (!draft) return false
  showDraft({ store }, draft)
  return true
}

/** Puts a draft on the desk. */
export function showDraft({ store }: Pick<Tools, 'store'>, { choice, evidence, editor }: SavedDraft): void {
  store.send({ type: 'opened', choice, index: indexEvidence(evidence), editor })
}

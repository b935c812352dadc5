import { useState } from 'preact/hooks'
import { rewordItems } from '../effects/draft.ts'
import { Dialog } from '../parts/dialog.tsx'
import { count } from '../parts/words.ts'
import { useApp, useTools } from '../state/store.ts'

/** Asks how some entries should be worded anew. */
export function RewordDialog({ ids, onClose }: { ids: string[]; onClose: () => void }) {
  const { store } = useTools()
  const key = useApp((state) => state.session?.modelKey ?? '')
  const draft = useApp((state) => state.draft)
  const [wish, setWish] = useState('')
  const hasModel = key !== '' || (draft.is === 'done' && draft.engine === 'model')
  const start = () => {
    onClose()
    void rewordItems(store, ids, wish.trim())
  }
  return (
    <Dialog
      title={`Re-word ${count(ids.length, 'entry', 'entries')}`}
      onClose={onClose}
      actions={
        <button type="button" class="main" onClick={start}>
          Re-word
        </button>
      }
    >
      <div class="field">
        <label for="reword-wish">How, if you have a wish</label>
        <textarea
          id="reword-wish"
          rows={3}
          maxLength={2000}
          value={wish}
          onInput={(event) => setWish(event.currentTarget.value)}
        />
        <p class="hint">For example: “Shorter”, or “Say what users have to change.”</p>
      </div>
      {hasModel ? (
        <p class="quiet">
          Only these are sent to the model. All others stay as they are, and you can undo it.
        </p>
      ) : (
        <p class="note note-warn">
          You gave no key for a language model. Unless this service has one of its own, the rules word them as
          before.
        </p>
      )}
    </Dialog>
  )
}

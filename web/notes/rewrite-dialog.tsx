import { useState } from 'preact/hooks'
import { Dialog } from '../components/dialog.tsx'
import { formatCount } from '../components/format.ts'
import { rewriteEntries } from '../effects/draft.ts'
import { useAppState, useServices } from '../state/store.ts'

/** Asks for instructions and rewrites some entries. */
export function RewriteDialog({ ids, onClose }: { ids: string[]; onClose: () => void }) {
  const { store } = useServices()
  const key = useAppState((state) => state.session?.modelKey ?? '')
  const draft = useAppState((state) => state.draft)
  const [instructions, setInstructions] = useState('')
  const hasModel = key !== '' || (draft.status === 'done' && draft.engine === 'model')
  const start = () => {
    onClose()
    void rewriteEntries(store, ids, instructions.trim())
  }
  return (
    <Dialog
      title={`Rewrite ${formatCount(ids.length, 'entry', 'entries')}`}
      onClose={onClose}
      actions={
        <button type="button" class="main" onClick={start}>
          Rewrite
        </button>
      }
    >
      <div class="field">
        <label for="rewrite-instructions">Instructions (optional)</label>
        <textarea
          id="rewrite-instructions"
          rows={3}
          maxLength={2000}
          value={instructions}
          onInput={(event) => setInstructions(event.currentTarget.value)}
        />
        <p class="hint">For example: “Shorter”, or “Say what users have to change.”</p>
      </div>
      {hasModel ? (
        <p class="quiet">
          Only these entries are sent to the AI model. All other entries stay unchanged, and you can undo
          this.
        </p>
      ) : (
        <p class="note note-warn">
          You have not entered an AI key. Unless this server has its own, the rules write the same text again.
        </p>
      )}
    </Dialog>
  )
}

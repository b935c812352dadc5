import { useState } from 'preact/hooks'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { TextAreaField } from '../components/field.tsx'
import { Notice } from '../components/notice.tsx'
import { rewriteEntries } from '../effects/draft.ts'
import { useAppState, useServices } from '../state/store.ts'
import { dialogStrings } from '../strings/dialogs.ts'
import { pageStrings } from '../strings/page.ts'
import { focusRow } from './focus-row.ts'

/** Asks for instructions and rewords some entries. */
export function RewordDialog({ ids, onClose }: { ids: string[]; onClose: () => void }) {
  const { store } = useServices()
  const key = useAppState((state) => state.session?.modelKey ?? '')
  const draft = useAppState((state) => state.draft)
  const [instructions, setInstructions] = useState('')
  const hasModel = key !== '' || (draft.status === 'done' && draft.engine === 'model')
  const start = () => {
    onClose()
    store.dispatch({ type: 'select', ids: [] })
    focusRow(store, ids[0] ?? null)
    void rewriteEntries(store, ids, instructions.trim())
  }
  return (
    <Dialog
      title={dialogStrings.rewordTitle(ids.length)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{pageStrings.cancel}</Button>
          <Button kind="ink" onClick={start}>
            {dialogStrings.reword}
          </Button>
        </>
      }
    >
      <TextAreaField
        label={dialogStrings.instructions}
        hint={dialogStrings.instructionsHint}
        maxLength={2000}
        value={instructions}
        onInput={setInstructions}
      />
      {hasModel ? (
        <p class="hint">{dialogStrings.onlyThese}</p>
      ) : (
        <Notice kind="warn">{dialogStrings.noKey}</Notice>
      )}
    </Dialog>
  )
}

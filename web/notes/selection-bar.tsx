import { useState } from 'preact/hooks'
import { formatCount } from '../components/format.ts'
import { TitlePicker } from '../configuration/title-picker.tsx'
import type { EditorAction } from '../editor-model/actions.ts'
import { useAppState, useDispatch } from '../state/store.ts'
import { RewriteDialog } from './rewrite-dialog.tsx'

/** The actions for all selected entries. */
export function SelectionBar() {
  const dispatch = useDispatch()
  const ids = useAppState((state) => state.selected)
  const [isRewriting, setRewriting] = useState(false)
  if (ids.length === 0) return null
  const perform = (action: EditorAction, announce: string) => {
    dispatch({ type: 'edit', action, announce })
    dispatch({ type: 'select', ids: [] })
  }
  return (
    <div class="selection-bar" role="toolbar" aria-label="Selected entries">
      <b>{formatCount(ids.length, 'entry', 'entries')} selected</b>
      <button
        type="button"
        disabled={ids.length < 2}
        onClick={() => perform({ type: 'merge', ids }, 'Merged.')}
      >
        Merge
      </button>
      <TitlePicker
        isLabelled={false}
        value=""
        placeholder="Category…"
        onChoose={(title) => perform({ type: 'set-category', ids, title }, `Category changed to ${title}.`)}
      />
      <button
        type="button"
        onClick={() => perform({ type: 'set-breaking', ids, breaking: true }, 'Marked as breaking.')}
      >
        Mark as breaking
      </button>
      <button type="button" onClick={() => perform({ type: 'set-locked', ids, locked: true }, 'Locked.')}>
        Lock
      </button>
      <button type="button" onClick={() => setRewriting(true)}>
        Rewrite…
      </button>
      <button type="button" onClick={() => perform({ type: 'exclude', ids }, 'Excluded.')}>
        Exclude
      </button>
      <button type="button" class="plain" onClick={() => dispatch({ type: 'select', ids: [] })}>
        Clear
      </button>
      {isRewriting ? <RewriteDialog ids={ids} onClose={() => setRewriting(false)} /> : null}
    </div>
  )
}

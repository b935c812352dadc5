import { useState } from 'preact/hooks'
import { type Category, categories } from '../../src/core/category.ts'
import type { Act } from '../editor-model/actions.ts'
import { count } from '../parts/words.ts'
import { useApp, useSend } from '../state/store.ts'
import { RewordDialog } from './reword-dialog.tsx'

/** What can be done with all selected entries at once. */
export function SelectionBar() {
  const send = useSend()
  const ids = useApp((state) => state.selected)
  const [rewording, setRewording] = useState(false)
  if (ids.length === 0) return null
  const perform = (act: Act, said: string) => {
    send({ type: 'act', act, said })
    send({ type: 'select', ids: [] })
  }
  return (
    <div class="selection-bar" role="toolbar" aria-label="Selected entries">
      <b>{count(ids.length, 'entry', 'entries')} selected</b>
      <button
        type="button"
        disabled={ids.length < 2}
        onClick={() => perform({ do: 'merge', ids }, 'Merged.')}
      >
        Merge
      </button>
      <label class="inline-field">
        <span class="sr-only">File under</span>
        <select
          value=""
          onChange={(event) => {
            const category = event.currentTarget.value as Category
            perform({ do: 'file', ids, category }, `Filed under ${category}.`)
          }}
        >
          <option value="" disabled>
            Category…
          </option>
          {categories.map((category) => (
            <option key={category}>{category}</option>
          ))}
        </select>
      </label>
      <button
        type="button"
        onClick={() => perform({ do: 'mark-breaking', ids, breaking: true }, 'Marked as breaking.')}
      >
        Mark breaking
      </button>
      <button type="button" onClick={() => perform({ do: 'lock', ids, locked: true }, 'Locked.')}>
        Lock
      </button>
      <button type="button" onClick={() => setRewording(true)}>
        Re-word…
      </button>
      <button type="button" onClick={() => perform({ do: 'leave-out', ids }, 'Left out.')}>
        Leave out
      </button>
      <button type="button" class="plain" onClick={() => send({ type: 'select', ids: [] })}>
        Clear
      </button>
      {rewording ? <RewordDialog ids={ids} onClose={() => setRewording(false)} /> : null}
    </div>
  )
}

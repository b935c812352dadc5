import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { type Category, categories } from '../../src/core/category.ts'
import { inPrintOrder } from '../editor-model/actions.ts'
import type { Item } from '../editor-model/editor-model.ts'
import { useSend, useTools } from '../state/store.ts'
import { EvidenceView } from './evidence-view.tsx'
import { focusEntry } from './focus-entry.ts'
import { RewordDialog } from './reword-dialog.tsx'
import { SplitDialog } from './split-dialog.tsx'

/** An open entry: its text to edit, what can be done with it, and what it rests on. */
export function EntryPanel({ item }: { item: Item }) {
  const send = useSend()
  const { store } = useTools()
  const [dialog, setDialog] = useState<'split' | 'reword' | null>(null)
  const one = [item.id]
  const mergeAbove = () => {
    const row = inPrintOrder(store.get().line.present.items, item.category)
    const above = row[row.indexOf(item) - 1]
    if (above) send({ type: 'act', act: { do: 'merge', ids: [above.id, item.id] }, said: 'Merged.' })
  }
  return (
    <div class="entry-panel">
      <TextField item={item} />
      <EntryControls item={item} />
      <div class="actions">
        <button type="button" onClick={() => send({ type: 'act', act: { do: 'move', id: item.id, by: -1 } })}>
          Move up
        </button>
        <button type="button" onClick={() => send({ type: 'act', act: { do: 'move', id: item.id, by: 1 } })}>
          Move down
        </button>
        <button type="button" onClick={mergeAbove}>
          Merge with the one above
        </button>
        <button type="button" disabled={item.commits.length < 2} onClick={() => setDialog('split')}>
          Split…
        </button>
        <button type="button" disabled={item.locked} onClick={() => setDialog('reword')}>
          Re-word…
        </button>
        <button
          type="button"
          onClick={() => send({ type: 'act', act: { do: 'leave-out', ids: one }, said: 'Left out.' })}
        >
          Leave out
        </button>
      </div>
      <EvidenceView item={item} />
      {dialog === 'split' ? <SplitDialog item={item} onClose={() => setDialog(null)} /> : null}
      {dialog === 'reword' ? <RewordDialog ids={one} onClose={() => setDialog(null)} /> : null}
    </div>
  )
}

function EntryControls({ item }: { item: Item }) {
  const send = useSend()
  const one = [item.id]
  return (
    <div class="entry-controls">
      <label class="inline-field">
        <span>Category</span>
        <select
          value={item.category}
          onChange={(event) => {
            const category = event.currentTarget.value as Category
            send({ type: 'act', act: { do: 'file', ids: one, category }, said: `Filed under ${category}.` })
          }}
        >
          {categories.map((category) => (
            <option key={category}>{category}</option>
          ))}
        </select>
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={item.breaking}
          onChange={(event) =>
            send({
              type: 'act',
              act: { do: 'mark-breaking', ids: one, breaking: event.currentTarget.checked },
            })
          }
        />
        <span>Breaking</span>
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={item.locked}
          onChange={(event) =>
            send({ type: 'act', act: { do: 'lock', ids: one, locked: event.currentTarget.checked } })
          }
        />
        <span>Locked</span>
      </label>
    </div>
  )
}

/** The text of an entry; it is kept when the field is left, by Enter, and by Escape. */
function TextField({ item }: { item: Item }) {
  const send = useSend()
  const field = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => field.current?.focus(), [])
  const keep = (text: string) => send({ type: 'act', act: { do: 'write', id: item.id, text } })
  return (
    <div class="field">
      <label for={`text-${item.id}`}>Text</label>
      <textarea
        ref={field}
        id={`text-${item.id}`}
        rows={3}
        maxLength={2000}
        value={item.text}
        aria-describedby={`text-hint-${item.id}`}
        onChange={(event) => keep(event.currentTarget.value)}
        onKeyDown={(event) => {
          // While a word is being composed, Enter and Escape belong to the keyboard's own window.
          if (event.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
          event.preventDefault()
          keep(event.currentTarget.value)
          send({ type: 'open', id: null })
          focusEntry(item.id)
        }}
      />
      <p class="hint" id={`text-hint-${item.id}`}>
        Words, and code between backticks. Links, mentions and HTML are shown as code. Enter keeps it.
      </p>
    </div>
  )
}

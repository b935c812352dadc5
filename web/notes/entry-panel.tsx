import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { TitlePicker } from '../configuration/title-picker.tsx'
import { currentConfig } from '../configuration/use-format.ts'
import { entriesUnder } from '../editor-model/actions.ts'
import type { EditorEntry } from '../editor-model/editor-model.ts'
import { titleOf } from '../editor-model/titles.ts'
import { useAppState, useDispatch, useServices } from '../state/store.ts'
import { EvidenceView } from './evidence-view.tsx'
import { focusEntry } from './focus-entry.ts'
import { RewriteDialog } from './rewrite-dialog.tsx'
import { SplitDialog } from './split-dialog.tsx'

/** An open entry: the text field, the actions and the evidence. */
export function EntryPanel({ entry }: { entry: EditorEntry }) {
  const dispatch = useDispatch()
  const { store } = useServices()
  const [dialog, setDialog] = useState<'split' | 'rewrite' | null>(null)
  const ids = [entry.id]
  const mergeWithPrevious = () => {
    const config = currentConfig(store.get())
    const siblings = entriesUnder(store.get().history.present.entries, titleOf(entry, config), config)
    const previous = siblings[siblings.indexOf(entry) - 1]
    if (previous)
      dispatch({ type: 'edit', action: { type: 'merge', ids: [previous.id, entry.id] }, announce: 'Merged.' })
  }
  return (
    <div class="entry-panel">
      <TextField entry={entry} />
      <EntryControls entry={entry} />
      <div class="actions">
        <button
          type="button"
          onClick={() => dispatch({ type: 'edit', action: { type: 'move', id: entry.id, by: -1 } })}
        >
          Move up
        </button>
        <button
          type="button"
          onClick={() => dispatch({ type: 'edit', action: { type: 'move', id: entry.id, by: 1 } })}
        >
          Move down
        </button>
        <button type="button" onClick={mergeWithPrevious}>
          Merge with previous entry
        </button>
        <button type="button" disabled={entry.commits.length < 2} onClick={() => setDialog('split')}>
          Split…
        </button>
        <button type="button" disabled={entry.locked} onClick={() => setDialog('rewrite')}>
          Rewrite…
        </button>
        <button
          type="button"
          onClick={() => dispatch({ type: 'edit', action: { type: 'exclude', ids }, announce: 'Excluded.' })}
        >
          Exclude
        </button>
      </div>
      <EvidenceView entry={entry} />
      {dialog === 'split' ? <SplitDialog entry={entry} onClose={() => setDialog(null)} /> : null}
      {dialog === 'rewrite' ? <RewriteDialog ids={ids} onClose={() => setDialog(null)} /> : null}
    </div>
  )
}

function EntryControls({ entry }: { entry: EditorEntry }) {
  const dispatch = useDispatch()
  const config = useAppState(currentConfig)
  const ids = [entry.id]
  return (
    <div class="entry-controls">
      <TitlePicker
        isLabelled
        value={titleOf(entry, config)}
        onChoose={(title) =>
          dispatch({
            type: 'edit',
            action: { type: 'set-category', ids, title },
            announce: `Category changed to ${title}.`,
          })
        }
      />
      <label class="check">
        <input
          type="checkbox"
          checked={entry.breaking}
          onChange={(event) =>
            dispatch({
              type: 'edit',
              action: { type: 'set-breaking', ids, breaking: event.currentTarget.checked },
            })
          }
        />
        <span>Breaking</span>
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={entry.locked}
          onChange={(event) =>
            dispatch({
              type: 'edit',
              action: { type: 'set-locked', ids, locked: event.currentTarget.checked },
            })
          }
        />
        <span>Locked</span>
      </label>
    </div>
  )
}

/** The text of an entry; saved on blur, Enter and Escape. */
function TextField({ entry }: { entry: EditorEntry }) {
  const dispatch = useDispatch()
  const field = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => field.current?.focus(), [])
  const save = (text: string) => dispatch({ type: 'edit', action: { type: 'set-text', id: entry.id, text } })
  return (
    <div class="field">
      <label for={`text-${entry.id}`}>Text</label>
      <textarea
        ref={field}
        id={`text-${entry.id}`}
        rows={3}
        maxLength={2000}
        value={entry.text}
        aria-describedby={`text-hint-${entry.id}`}
        onChange={(event) => save(event.currentTarget.value)}
        onKeyDown={(event) => {
          // While an input method composes a word, Enter and Escape belong to the input method.
          if (event.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
          event.preventDefault()
          save(event.currentTarget.value)
          dispatch({ type: 'open-entry', id: null })
          focusEntry(entry.id)
        }}
      />
      <p class="hint" id={`text-hint-${entry.id}`}>
        Plain text, with code between backticks. Links, mentions and HTML are shown as code. Press Enter to
        save.
      </p>
    </div>
  )
}

import { useState } from 'preact/hooks'
import { draftNotes } from '../effects/draft.ts'
import { useApp, useTools } from '../state/store.ts'
import { KeysDialog } from './keys-dialog.tsx'

/** The heading of the notes, and what concerns all of them. */
export function NotesHead() {
  const { store } = useTools()
  const choice = useApp((state) => state.choice)
  const line = useApp((state) => state.line)
  const running = useApp((state) => state.draft.is === 'running')
  const online = useApp((state) => state.online)
  const [keys, setKeys] = useState(false)
  return (
    <header class="notes-head">
      <div>
        <h1>{choice.repo}</h1>
        <p class="quiet">
          {choice.fromRef} to {choice.toRef}
        </p>
      </div>
      <HeadingFields />
      <div class="actions">
        <button
          type="button"
          disabled={running || line.past.length === 0}
          onClick={() => store.send({ type: 'undo' })}
        >
          Undo
        </button>
        <button
          type="button"
          disabled={running || line.future.length === 0}
          onClick={() => store.send({ type: 'redo' })}
        >
          Redo
        </button>
        <button type="button" disabled={running || !online} onClick={() => void draftNotes(store)}>
          Draft again
        </button>
        <button type="button" class="plain" onClick={() => setKeys(true)}>
          Keys
        </button>
      </div>
      {keys ? <KeysDialog onClose={() => setKeys(false)} /> : null}
    </header>
  )
}

/** Version and date of the section; kept when the field is left. */
function HeadingFields() {
  const { store } = useTools()
  const version = useApp((state) => state.line.present.version)
  const date = useApp((state) => state.line.present.date)
  const set = (fields: { version: string | null; date: string | null }) =>
    store.send({ type: 'act', act: { do: 'head', ...fields } })
  return (
    <div class="heading-fields">
      <div class="field">
        <label for="version">Version</label>
        <input
          id="version"
          type="text"
          placeholder="Unreleased"
          autocomplete="off"
          maxLength={100}
          value={version ?? ''}
          onChange={(event) => set({ version: cleanVersion(event.currentTarget.value), date })}
        />
      </div>
      <div class="field">
        <label for="date">Date</label>
        <input
          id="date"
          type="date"
          value={date ?? ''}
          disabled={version === null}
          onChange={(event) => set({ version, date: event.currentTarget.value || null })}
        />
      </div>
    </div>
  )
}

/** A version as the heading takes it: one line, no brackets, nothing when it is empty. */
function cleanVersion(given: string): string | null {
  const version = given.replace(/[[\]\s]+/g, ' ').trim()
  return version === '' ? null : version
}

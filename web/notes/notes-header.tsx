import { useState } from 'preact/hooks'
import { VersionProposal } from '../configuration/version-proposal.tsx'
import { draftNotes } from '../effects/draft.ts'
import { useAppState, useServices } from '../state/store.ts'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'

/** The header of the editor: the range, the version and date, undo, redo and drafting. */
export function NotesHeader() {
  const { store } = useServices()
  const options = useAppState((state) => state.options)
  const history = useAppState((state) => state.history)
  const running = useAppState((state) => state.draft.status === 'running')
  const online = useAppState((state) => state.online)
  const [showsShortcuts, setShowsShortcuts] = useState(false)
  return (
    <header class="notes-header">
      <div>
        <h1>{options.repo}</h1>
        <p class="quiet">
          {options.package === null ? '' : `${options.package}, `}
          {options.fromRef} to {options.toRef}
        </p>
      </div>
      <HeadingFields />
      <div class="actions">
        <button
          type="button"
          disabled={running || history.past.length === 0}
          onClick={() => store.dispatch({ type: 'undo' })}
        >
          Undo
        </button>
        <button
          type="button"
          disabled={running || history.future.length === 0}
          onClick={() => store.dispatch({ type: 'redo' })}
        >
          Redo
        </button>
        <button type="button" disabled={running || !online} onClick={() => void draftNotes(store)}>
          Draft again
        </button>
        <button type="button" class="plain" onClick={() => setShowsShortcuts(true)}>
          Shortcuts
        </button>
      </div>
      {showsShortcuts ? <ShortcutsDialog onClose={() => setShowsShortcuts(false)} /> : null}
    </header>
  )
}

/** The version and the date in the heading of the notes. */
function HeadingFields() {
  const { store } = useServices()
  const version = useAppState((state) => state.history.present.version)
  const date = useAppState((state) => state.history.present.date)
  const set = (fields: { version: string | null; date: string | null }) =>
    store.dispatch({ type: 'edit', action: { type: 'set-heading', ...fields } })
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
      <VersionProposal />
    </div>
  )
}

/** Removes line breaks and brackets from a version; returns null if nothing is left. */
function cleanVersion(given: string): string | null {
  const version = given.replace(/[[\]\s]+/g, ' ').trim()
  return version === '' ? null : version
}

import { useEffect, useState } from 'preact/hooks'
import { LazyConfigurationPanel } from '../configuration/lazy-panel.tsx'
import type { EditorPanel } from '../state/app-state.ts'
import { useAppState, useDispatch } from '../state/store.ts'
import { DraftStatus } from './draft-status.tsx'
import { EntryList } from './entry-list.tsx'
import { LedgerSummary } from './ledger-summary.tsx'
import { NotesHeader } from './notes-header.tsx'
import { ResultPane } from './result-pane.tsx'
import { SelectionBar } from './selection-bar.tsx'

const panels: [name: EditorPanel, title: string][] = [
  ['entries', 'Entries'],
  ['configuration', 'Configuration'],
]

/** The editor: the entries on one side, the result on the other. */
export function NotesView() {
  const dispatch = useDispatch()
  const [side, setSide] = useState<'entries' | 'result'>('entries')
  const panel = useAppState((state) => state.panel)
  const showPanel = (name: EditorPanel) => {
    setSide('entries')
    dispatch({ type: 'show-panel', panel: name })
  }
  useUndoKeys()
  return (
    <main class="notes-view" id="main" data-side={side}>
      <NotesHeader />
      <LedgerSummary onShow={() => setSide('result')} />
      <DraftStatus />
      <fieldset class="side-switch">
        <legend class="sr-only">Visible side</legend>
        {panels.map(([name, title]) => (
          <button
            key={name}
            type="button"
            aria-pressed={side === 'entries' && name === panel}
            onClick={() => showPanel(name)}
          >
            {title}
          </button>
        ))}
        <button type="button" aria-pressed={side === 'result'} onClick={() => setSide('result')}>
          Result
        </button>
      </fieldset>
      <div class="notes-columns">
        <div class="entries-side">
          <fieldset class="chips panel-switch">
            <legend class="sr-only">What to edit</legend>
            {panels.map(([name, title]) => (
              <button
                key={name}
                type="button"
                class="chip"
                aria-pressed={name === panel}
                onClick={() => showPanel(name)}
              >
                {title}
              </button>
            ))}
          </fieldset>
          {panel === 'configuration' ? (
            <LazyConfigurationPanel />
          ) : (
            <section aria-label="Entries">
              <SelectionBar />
              <EntryList onShowLedger={() => setSide('result')} />
            </section>
          )}
        </div>
        <section class="result-side" aria-label="Result">
          <ResultPane onJump={() => showPanel('entries')} />
        </section>
      </div>
    </main>
  )
}

/** Handles Ctrl+Z and Ctrl+Shift+Z, except in fields with their own undo. */
function useUndoKeys(): void {
  const dispatch = useDispatch()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return
      if (
        event.target instanceof Element &&
        event.target.closest('textarea, input[type=text], .config-text, dialog')
      )
        return
      const key = event.key.toLowerCase()
      if (key !== 'z' && key !== 'y') return
      event.preventDefault()
      dispatch({ type: key === 'y' || event.shiftKey ? 'redo' : 'undo' })
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [dispatch])
}

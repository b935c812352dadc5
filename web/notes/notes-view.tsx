import { useEffect, useState } from 'preact/hooks'
import { useDispatch } from '../state/store.ts'
import { DraftStatus } from './draft-status.tsx'
import { EntryList } from './entry-list.tsx'
import { LedgerSummary } from './ledger-summary.tsx'
import { NotesHeader } from './notes-header.tsx'
import { ResultPane } from './result-pane.tsx'
import { SelectionBar } from './selection-bar.tsx'

/** The editor: the entries on one side, the result on the other. */
export function NotesView() {
  const [side, setSide] = useState<'entries' | 'result'>('entries')
  useUndoKeys()
  return (
    <main class="notes-view" id="main" data-side={side}>
      <NotesHeader />
      <LedgerSummary onShow={() => setSide('result')} />
      <DraftStatus />
      <fieldset class="side-switch">
        <legend class="sr-only">Visible side</legend>
        <button type="button" aria-pressed={side === 'entries'} onClick={() => setSide('entries')}>
          Entries
        </button>
        <button type="button" aria-pressed={side === 'result'} onClick={() => setSide('result')}>
          Result
        </button>
      </fieldset>
      <div class="notes-columns">
        <section class="entries-side" aria-label="Entries">
          <SelectionBar />
          <EntryList onShowLedger={() => setSide('result')} />
        </section>
        <section class="result-side" aria-label="Result">
          <ResultPane onJump={() => setSide('entries')} />
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
      if (event.target instanceof Element && event.target.closest('textarea, input[type=text], dialog'))
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

import { useEffect, useState } from 'preact/hooks'
import { useSend } from '../state/store.ts'
import { DraftNote } from './draft-note.tsx'
import { EntryList } from './entry-list.tsx'
import { LedgerLine } from './ledger-line.tsx'
import { NotesHead } from './notes-head.tsx'
import { ResultPane } from './result-pane.tsx'
import { SelectionBar } from './selection-bar.tsx'

/** The screen on which a draft is curated: the entries, and beside them what becomes of them. */
export function NotesView() {
  const [side, setSide] = useState<'entries' | 'result'>('entries')
  useUndoKeys()
  return (
    <main class="notes-view" id="main" data-side={side}>
      <NotesHead />
      <LedgerLine onShow={() => setSide('result')} />
      <DraftNote />
      <fieldset class="side-switch">
        <legend class="sr-only">What is shown</legend>
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
          <EntryList onLedger={() => setSide('result')} />
        </section>
        <section class="result-side" aria-label="Result">
          <ResultPane onJump={() => setSide('entries')} />
        </section>
      </div>
    </main>
  )
}

/** Ctrl+Z and Ctrl+Shift+Z, except where a field has an undo of its own. */
function useUndoKeys(): void {
  const send = useSend()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return
      if (event.target instanceof Element && event.target.closest('textarea, input[type=text], dialog'))
        return
      const key = event.key.toLowerCase()
      if (key !== 'z' && key !== 'y') return
      event.preventDefault()
      send({ type: key === 'y' || event.shiftKey ? 'redo' : 'undo' })
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [send])
}

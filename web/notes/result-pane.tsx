import { useEffect, useState } from 'preact/hooks'
import { LoadingNote } from '../parts/loading-note.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { useLoaded } from '../parts/use-loaded.ts'
import type { Printed, printNotes } from '../print/print-notes.ts'
import { formatName, useHostName } from '../range/writer-fields.tsx'
import { type ResultTab, shownFormats } from '../state/app-state.ts'
import { useApp, useSend } from '../state/store.ts'
import { FindingsView } from './findings-view.tsx'
import { LedgerView } from './ledger-view.tsx'
import { OutBar } from './out-bar.tsx'
import { Preview } from './preview.tsx'
import { Source } from './source.tsx'

/** What becomes of the entries: as it will be read, as source, what a purist says, and where each commit went. */
export function ResultPane({ onJump }: { onJump: () => void }) {
  const send = useSend()
  const tab = useApp((state) => state.tab)
  const loaded = useLoaded(() => import('../print/print-notes.ts'))
  const printed = usePrinted(loaded.is === 'ready' ? loaded.part.printNotes : null)
  const names: { name: ResultTab; title: string; count?: number }[] = [
    { name: 'preview', title: 'Preview' },
    { name: 'source', title: 'Source' },
    { name: 'findings', title: 'Findings', count: printed?.findings.length ?? 0 },
    { name: 'ledger', title: 'Ledger' },
  ]
  return (
    <>
      <OutBar text={printed?.text ?? ''} />
      <FormatSwitch />
      <Tabs label="Result" names={names} chosen={tab} onChoose={(name) => send({ type: 'tab', tab: name })}>
        {tab === 'ledger' ? <LedgerView onJump={onJump} /> : null}
        {tab !== 'ledger' && printed === null ? <LoadingNote loaded={loaded} what="the printer" /> : null}
        {printed !== null && tab === 'preview' ? <Preview text={printed.text} /> : null}
        {printed !== null && tab === 'source' ? <Source text={printed.text} /> : null}
        {printed !== null && tab === 'findings' ? (
          <FindingsView findings={printed.findings} onJump={onJump} />
        ) : null}
      </Tabs>
    </>
  )
}

function FormatSwitch() {
  const send = useSend()
  const format = useApp((state) => state.format)
  const part = useApp((state) => state.part)
  const host = useHostName()
  return (
    <fieldset class="chips">
      <legend class="sr-only">Format</legend>
      {shownFormats.map((name) => (
        <button
          key={name}
          type="button"
          class="chip"
          aria-pressed={name === format}
          onClick={() => send({ type: 'format', format: name })}
        >
          {formatName(name, host)}
        </button>
      ))}
      {format === 'keepachangelog' ? (
        <label class="check">
          <input
            type="checkbox"
            checked={part === 'section'}
            onChange={(event) =>
              send({ type: 'part', part: event.currentTarget.checked ? 'section' : 'document' })
            }
          />
          <span>Section only</span>
        </label>
      ) : null}
    </fieldset>
  )
}

const manyEntries = 200

/** The printed notes; of many entries only when the desk is quiet for a moment. */
function usePrinted(print: typeof printNotes | null): Printed | null {
  const range = useApp((state) => state.range)
  const editor = useApp((state) => state.line.present)
  const format = useApp((state) => state.format)
  const part = useApp((state) => state.part)
  const [printed, setPrinted] = useState<Printed | null>(null)
  useEffect(() => {
    if (range.is !== 'known' || !print) return
    const { index } = range
    const timer = setTimeout(
      () => setPrinted(print(editor, index, { format, part })),
      editor.items.length > manyEntries ? 150 : 0,
    )
    return () => clearTimeout(timer)
  }, [print, range, editor, format, part])
  return printed
}

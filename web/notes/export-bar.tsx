import { useState } from 'preact/hooks'
import { Dialog } from '../components/dialog.tsx'
import { LoadingNote } from '../components/loading-note.tsx'
import { saveFile } from '../components/save-file.ts'
import { useLazyModule } from '../components/use-lazy-module.ts'
import { fileNameOf } from '../configuration/formats.ts'
import { currentConfig, useFormat } from '../configuration/use-format.ts'
import { currentDraft } from '../effects/save-draft.ts'
import { useAppState, useServices } from '../state/store.ts'
import { formatDraftFile } from '../storage/draft-file.ts'

/** Buttons to copy, download, export and publish. */
export function ExportBar({ text }: { text: string }) {
  const { store } = useServices()
  const format = useFormat()
  const config = useAppState(currentConfig)
  const empty = useAppState((state) => state.history.present.entries.length === 0)
  const [publishing, setPublishing] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      store.dispatch({ type: 'announce', text: 'Copied.' })
    } catch {
      // Some browsers allow copying only over HTTPS.
      store.dispatch({
        type: 'announce',
        text: 'The browser did not allow copying. Download the text instead.',
      })
    }
  }
  const exportDraft = () => {
    const draft = currentDraft(store.get(), Date.now())
    if (draft) saveFile('notewright-draft.json', 'application/json', formatDraftFile(draft))
  }
  return (
    <div class="export-bar actions">
      <button type="button" disabled={text === ''} onClick={() => void copy()}>
        Copy
      </button>
      <button
        type="button"
        disabled={text === ''}
        onClick={() => saveFile(fileNameOf(format, config), 'text/markdown', text)}
      >
        Download
      </button>
      <button type="button" class="plain" onClick={exportDraft}>
        Export draft
      </button>
      <button type="button" class="main" disabled={text === '' || empty} onClick={() => setPublishing(true)}>
        Publish…
      </button>
      {publishing ? <LazyPublishDialog onClose={() => setPublishing(false)} /> : null}
    </div>
  )
}

/** The publish dialog, which is loaded when it is first opened. */
function LazyPublishDialog({ onClose }: { onClose: () => void }) {
  const lazy = useLazyModule(() => import('../publish/publish-dialog.tsx'))
  if (lazy.status === 'ready') return <lazy.module.PublishDialog onClose={onClose} />
  return (
    <Dialog title="Publish" onClose={onClose}>
      <LoadingNote lazy={lazy} name="the publish dialog" />
    </Dialog>
  )
}

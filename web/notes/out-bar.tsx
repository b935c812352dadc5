import { useState } from 'preact/hooks'
import { draftOf } from '../effects/keep-draft.ts'
import { Dialog } from '../parts/dialog.tsx'
import { LoadingNote } from '../parts/loading-note.tsx'
import { useLoaded } from '../parts/use-loaded.ts'
import { useApp, useTools } from '../state/store.ts'
import { formatDraftFile } from '../storage/draft-file.ts'

const fileNames = { keepachangelog: 'CHANGELOG.md', hosting_release: 'release.md', simple: 'notes.md' }

/** The ways out: copy, download, publish, and the draft itself as a file. */
export function OutBar({ text }: { text: string }) {
  const { store } = useTools()
  const format = useApp((state) => state.format)
  const empty = useApp((state) => state.line.present.items.length === 0)
  const [publishing, setPublishing] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      store.send({ type: 'said', text: 'Copied.' })
    } catch {
      // Some browsers allow it only over TLS.
      store.send({ type: 'said', text: 'The browser did not allow copying. Download the text instead.' })
    }
  }
  const exportDraft = () => {
    const draft = draftOf(store.get(), Date.now())
    if (draft) download('notewright-draft.json', 'application/json', formatDraftFile(draft))
  }
  return (
    <div class="out-bar actions">
      <button type="button" disabled={text === ''} onClick={() => void copy()}>
        Copy
      </button>
      <button
        type="button"
        disabled={text === ''}
        onClick={() => download(fileNames[format], 'text/markdown', text)}
      >
        Download
      </button>
      <button type="button" class="plain" onClick={exportDraft}>
        Export the draft
      </button>
      <button type="button" class="main" disabled={text === '' || empty} onClick={() => setPublishing(true)}>
        Publish…
      </button>
      {publishing ? <Publishing onClose={() => setPublishing(false)} /> : null}
    </div>
  )
}

/** The window for publishing, which is loaded when it is first opened. */
function Publishing({ onClose }: { onClose: () => void }) {
  const loaded = useLoaded(() => import('../publish/publish-dialog.tsx'))
  if (loaded.is === 'ready') return <loaded.part.PublishDialog onClose={onClose} />
  return (
    <Dialog title="Publish" onClose={onClose}>
      <LoadingNote loaded={loaded} what="what is needed to publish" />
    </Dialog>
  )
}

function download(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads it before the next turn.
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}

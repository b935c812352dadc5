import { useEffect, useState } from 'preact/hooks'
import { formatCount, formatTime } from '../components/format.ts'
import { currentDraft, openDraftChannel, openSavedDraft, showDraft } from '../effects/save-draft.ts'
import { useAppState, useServices } from '../state/store.ts'
import { readDraftFile } from '../storage/draft-file.ts'
import type { DraftSummary } from '../storage/draft-storage.ts'
import { saveLastDraftKey } from '../storage/session.ts'

const maxBytes = 50_000_000

/** Lists the drafts that are saved in this browser, and imports exported ones. */
export function SavedDrafts() {
  const services = useServices()
  const host = useAppState((state) => state.session?.host ?? '')
  const [summaries, setSummaries] = useState<DraftSummary[]>([])
  const [error, setError] = useState('')
  const refresh = () =>
    void services.drafts
      .list()
      .then(setSummaries, () => setError('This browser cannot save drafts. Export them instead.'))
  useEffect(() => {
    refresh()
    const channel = openDraftChannel()
    channel.onmessage = refresh
    return () => channel.close()
  }, [])
  const deleteDraft = async (key: string | null) => {
    await (key === null ? services.drafts.deleteAll() : services.drafts.delete(key))
    // The editor is cleared only if its own draft is deleted.
    if (key === null || key === currentDraft(services.store.get(), 0)?.key) {
      saveLastDraftKey(null)
      services.store.dispatch({ type: 'draft-deleted' })
    }
    refresh()
  }
  return (
    <section class="saved-drafts" aria-labelledby="saved-drafts-title">
      <h2 id="saved-drafts-title">Drafts in this browser</h2>
      {summaries.length === 0 ? (
        <p class="quiet">None yet. Drafts are saved automatically, and only in this browser.</p>
      ) : null}
      <ul class="plain-list">
        {summaries.map((summary) => (
          <DraftRow
            key={summary.key}
            summary={summary}
            isCurrentHost={summary.host === host}
            onDelete={() => void deleteDraft(summary.key)}
          />
        ))}
      </ul>
      <div class="actions">
        <ImportButton host={host} onError={setError} />
        {summaries.length > 0 ? (
          <button type="button" class="plain" onClick={() => void deleteDraft(null)}>
            Remove all drafts
          </button>
        ) : null}
      </div>
      {error === '' ? null : (
        <p class="note note-bad" role="alert">
          {error}
        </p>
      )}
    </section>
  )
}

function ImportButton({ host, onError }: { host: string; onError: (message: string) => void }) {
  const services = useServices()
  const importFile = async (file: File | undefined) => {
    if (!file) return
    try {
      if (file.size > maxBytes) throw new Error('The file is larger than 50 MB. Choose an exported draft.')
      const draft = readDraftFile(await file.text())
      if (draft.host !== host)
        throw new Error(
          `The draft belongs to the host “${draft.host}”. Sign out and sign in to that host first.`,
        )
      const other = await services.drafts.read(draft.key).catch(() => null)
      showDraft(services, draft)
      const differs = other !== null && JSON.stringify(other.editor) !== JSON.stringify(draft.editor)
      services.store.dispatch({ type: 'other-version', exists: differs })
    } catch (error) {
      onError((error as Error).message)
    }
  }
  return (
    <label class="button">
      Import a draft
      <input
        type="file"
        accept="application/json,.json"
        class="sr-only"
        onChange={(event) => void importFile(event.currentTarget.files?.[0])}
      />
    </label>
  )
}

interface DraftRowProps {
  summary: DraftSummary
  /** Whether the user is signed in to the host of the draft. */
  isCurrentHost: boolean
  onDelete: () => void
}

function DraftRow({
  summary: { key, host, options, entryCount, savedAt },
  isCurrentHost,
  onDelete,
}: DraftRowProps) {
  const services = useServices()
  return (
    <li class="draft-row">
      <div>
        <div>
          <b>{options.repo}</b> {options.package === null ? '' : `${options.package}, `}
          {options.fromRef} to {options.toRef}
        </div>
        <div class="quiet small">
          {formatCount(entryCount, 'entry', 'entries')}, {formatTime(savedAt)}
        </div>
      </div>
      <div class="actions">
        {isCurrentHost ? (
          <button type="button" aria-label={`Open ${key}`} onClick={() => void openSavedDraft(services, key)}>
            Open
          </button>
        ) : (
          <span class="quiet">Sign in to {host} to open it</span>
        )}
        <button type="button" class="plain" aria-label={`Remove ${key}`} onClick={onDelete}>
          Remove
        </button>
      </div>
    </li>
  )
}

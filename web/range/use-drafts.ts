import { useEffect, useState } from 'preact/hooks'
import { formatAge, formatCount } from '../components/format.ts'
import { saveFile } from '../components/save-file.ts'
import { loadRange } from '../effects/load-range.ts'
import { currentDraft, openDraftChannel, showDraft } from '../effects/save-draft.ts'
import type { SavedDraft } from '../state/app-state.ts'
import { type AppServices, useServices } from '../state/store.ts'
import { formatDraftFile, readDraftFile } from '../storage/draft-file.ts'
import type { DraftSummary } from '../storage/draft-storage.ts'
import { saveLastDraftKey } from '../storage/session.ts'
import { startStrings as strings } from '../strings/start.ts'

const maxBytes = 50_000_000

/** The drafts of this browser, and what can be done with them. */
export interface Drafts {
  summaries: DraftSummary[]
  error: string
  importFile: (file: File | undefined) => Promise<void>
  exportDraft: (key: string) => Promise<void>
  /** Deletes drafts; the toast can bring them back. */
  deleteDrafts: (keys: string[]) => Promise<void>
}

/** Lists the drafts that are saved in this browser, the newest first; follows other tabs. */
export function useDrafts(): Drafts {
  const services = useServices()
  const [summaries, setSummaries] = useState<DraftSummary[]>([])
  const [error, setError] = useState('')
  const refresh = () => services.drafts.list().then(setSummaries, () => setError(strings.cannotSave))
  useEffect(() => {
    void refresh()
    const channel = openDraftChannel()
    channel.onmessage = () => void refresh()
    return () => channel.close()
  }, [])
  const deleteDrafts = async (keys: string[]) => {
    const deleted = (await Promise.all(keys.map((key) => services.drafts.read(key)))).filter(
      (each): each is SavedDraft => each !== null,
    )
    for (const key of keys) await services.drafts.delete(key)
    // The editor is cleared only if its own draft is deleted.
    if (keys.includes(currentDraft(services.store.get(), 0)?.key ?? '')) {
      saveLastDraftKey(null)
      services.store.dispatch({ type: 'draft-deleted' })
      void loadRange(services)
    }
    await refresh()
    const restore = async () => {
      for (const draft of deleted) await services.drafts.save(draft)
      await refresh()
      services.store.dispatch({ type: 'announce', text: strings.draftRestored })
    }
    const text =
      keys.length === 1 ? strings.draftDeleted : strings.draftsDeleted(formatCount(keys.length, 'draft'))
    services.store.dispatch({ type: 'announce', text, undo: () => void restore() })
  }
  const exportDraft = async (key: string) => {
    const draft = await services.drafts.read(key)
    if (!draft) return
    const name = `${draft.options.repo.replaceAll('/', '-')}-${draft.options.toRef.replaceAll('/', '-')}`
    saveFile(`${name}.notewright.json`, 'application/json', formatDraftFile(draft))
  }
  const importFile = async (file: File | undefined) => {
    if (!file) return
    try {
      setError('')
      await openFile(services, file)
    } catch (failure) {
      setError((failure as Error).message)
    }
  }
  return { summaries, error, importFile, exportDraft, deleteDrafts }
}

async function openFile(services: AppServices, file: File): Promise<void> {
  if (file.size > maxBytes) throw new Error(strings.tooLarge)
  const draft = readDraftFile(await file.text())
  if (draft.host !== services.store.get().session?.host) throw new Error(strings.otherHost(draft.host))
  const other = await services.drafts.read(draft.key).catch(() => null)
  showDraft(services, draft)
  const differs = other !== null && JSON.stringify(other.editor) !== JSON.stringify(draft.editor)
  services.store.dispatch({ type: 'other-version', exists: differs })
}

/** The name of a draft: its repository and its range. */
export function draftName({ options }: Pick<DraftSummary, 'options'>): string {
  return `${options.repo} ${rangeName({ options })}`
}

/** The range of a draft, with its package. */
export function rangeName({ options }: Pick<DraftSummary, 'options'>): string {
  const range = `${options.fromRef} → ${options.toRef}`
  return options.package === null ? range : `${options.package} ${range}`
}

/** How many entries a draft has, and when it was saved. */
export function describeDraft({ entryCount, editedCount, savedAt }: DraftSummary): string {
  const entries = strings.edited(formatCount(entryCount, 'entry', 'entries'), editedCount)
  return `${entries} · ${formatAge(savedAt, Date.now())}`
}

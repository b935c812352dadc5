import { isChangedByUser } from '../editor-model/editor-model.ts'
import type { SavedDraft } from '../state/app-state.ts'
import { fromStoredDraft, type StoredDraft, toStoredDraft } from './draft-file.ts'

/** A saved draft as the list of drafts shows it. */
export type DraftSummary = Pick<SavedDraft, 'key' | 'savedAt' | 'host' | 'options'> & {
  entryCount: number
  editedCount: number
}

/** The drafts that are saved in this browser. */
export interface DraftStorage {
  read: (key: string) => Promise<SavedDraft | null>
  save: (draft: SavedDraft) => Promise<void>
  list: () => Promise<DraftSummary[]>
  delete: (key: string) => Promise<void>
  deleteAll: () => Promise<void>
}

/** Opens the storage of drafts in IndexedDB. */
export function openDraftStorage(): DraftStorage {
  let opened: Promise<IDBDatabase> | null = null
  const run = async <Result>(
    mode: IDBTransactionMode,
    request: (store: IDBObjectStore) => IDBRequest<Result>,
  ) => {
    // Opened on first use, so that a browser without storage fails, and reports it, at each use.
    opened ??= openDatabase()
    const database = await opened
    return toPromise(request(database.transaction('drafts', mode).objectStore('drafts')))
  }
  return {
    read: async (key) => {
      const stored = await run<StoredDraft | undefined>('readonly', (store) => store.get(key))
      return stored ? fromStoredDraft(stored) : null
    },
    save: async (draft) => void (await run('readwrite', (store) => store.put(toStoredDraft(draft)))),
    list: async () => {
      const all = await run<StoredDraft[]>('readonly', (store) => store.getAll())
      return all
        .map(fromStoredDraft)
        .map(summariseDraft)
        .sort((a, b) => b.savedAt - a.savedAt)
    },
    delete: async (key) => void (await run('readwrite', (store) => store.delete(key))),
    deleteAll: async () => void (await run('readwrite', (store) => store.clear())),
  }
}

function summariseDraft({ key, savedAt, host, options, editor }: SavedDraft): DraftSummary {
  return {
    key,
    savedAt,
    host,
    options,
    entryCount: editor.entries.length,
    editedCount: editor.entries.filter(isChangedByUser).length,
  }
}

async function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open('notewright', 1)
  request.onupgradeneeded = () => request.result.createObjectStore('drafts', { keyPath: 'key' })
  return toPromise(request)
}

function toPromise<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

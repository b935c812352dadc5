import { fromStoredDraft, type SavedDraft, type StoredDraft, toStoredDraft } from './draft-file.ts'

/** A kept draft as the list shows it. */
export type DraftTitle = Pick<SavedDraft, 'key' | 'savedAt' | 'host' | 'choice'> & { entries: number }

/** The drafts that this browser keeps. */
export interface Drafts {
  read: (key: string) => Promise<SavedDraft | null>
  keep: (draft: SavedDraft) => Promise<void>
  list: () => Promise<DraftTitle[]>
  forget: (key: string) => Promise<void>
  forgetAll: () => Promise<void>
}

/** Opens the browser's own store; nothing of it leaves the browser. */
export function openDrafts(): Drafts {
  let opened: Promise<IDBDatabase> | null = null
  const run = async <Result>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<Result>,
  ) => {
    // Opened when it is first needed: where a browser keeps nothing, that fails each time, and is told each time.
    opened ??= openStore()
    const database = await opened
    return done(work(database.transaction('drafts', mode).objectStore('drafts')))
  }
  return {
    read: async (key) => {
      const stored = await run<StoredDraft | undefined>('readonly', (store) => store.get(key))
      return stored ? fromStoredDraft(stored) : null
    },
    keep: async (draft) => void (await run('readwrite', (store) => store.put(toStoredDraft(draft)))),
    list: async () => {
      const all = await run<StoredDraft[]>('readonly', (store) => store.getAll())
      return all
        .map(fromStoredDraft)
        .map(asTitle)
        .sort((a, b) => b.savedAt - a.savedAt)
    },
    forget: async (key) => void (await run('readwrite', (store) => store.delete(key))),
    forgetAll: async () => void (await run('readwrite', (store) => store.clear())),
  }
}

function asTitle({ key, savedAt, host, choice, editor }: SavedDraft): DraftTitle {
  return { key, savedAt, host, choice, entries: editor.items.length }
}

async function openStore(): Promise<IDBDatabase> {
  const request = indexedDB.open('notewright', 1)
  request.onupgradeneeded = () => request.result.createObjectStore('drafts', { keyPath: 'key' })
  return done(request)
}

function done<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

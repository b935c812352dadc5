import type { Session } from '../state/app-state.ts'

/** One page of a list; the next page is null on the last one. */
export interface ListPage<Item> {
  items: Item[]
  nextPage: number | null
}

/** A list of the server that a picker searches. */
export interface SearchedList<Item> {
  session: Session
  /** Identifies the list among those of the session. */
  key: string
  load: (query: string, signal?: AbortSignal) => Promise<ListPage<Item>>
  nameOf: (item: Item) => string
}

interface LoadedPage {
  loadedAt: number
  page: Promise<ListPage<unknown>>
}

const maxAgeMs = 120_000
const loaded = new WeakMap<Session, Map<string, LoadedPage>>()

/**
 * Searches a list by a part of its names. The first page is loaded once; if it is the whole list, it is searched here,
 * and typing asks the server for nothing.
 */
export async function searchList<Item>(
  list: SearchedList<Item>,
  query: string,
  signal: AbortSignal,
): Promise<Item[]> {
  const { items, nextPage } = await loadFirstPage(list)
  signal.throwIfAborted()
  if (query === '') return items
  if (nextPage !== null) return (await list.load(query, signal)).items
  const letters = query.toLowerCase()
  return items.filter((item) => list.nameOf(item).toLowerCase().includes(letters))
}

function loadFirstPage<Item>({ session, key, load }: SearchedList<Item>): Promise<ListPage<Item>> {
  const pages = loaded.get(session) ?? new Map<string, LoadedPage>()
  loaded.set(session, pages)
  const known = pages.get(key)
  if (known && Date.now() - known.loadedAt < maxAgeMs) return known.page as Promise<ListPage<Item>>
  // Others may wait for the same page, so no single caller can abort it.
  const page = load('')
  pages.set(key, { loadedAt: Date.now(), page })
  page.catch(() => pages.delete(key))
  return page
}

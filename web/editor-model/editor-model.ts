import type { Category } from '../../src/core/category.ts'
import type { Omission } from '../../src/core/change.ts'
import type { Entry } from '../../src/core/entry.ts'

/** What can be said of a change in one entry. */
export interface Wording {
  text: string
  category: Category
  breaking: boolean
}

/** One entry on the desk: the commits it tells, how, and by whom. */
export interface Item extends Wording {
  id: string
  commits: string[]
  /** A locked entry stays as it is, whatever a new draft says. */
  locked: boolean
  writtenBy: Entry['writtenBy']
  /** What the draft said before a person touched it; null for what a person made. */
  drafted: Wording | null
  /** What a newer draft says where the person and the draft both changed. */
  offer: (Wording & Pick<Item, 'writtenBy'>) | null
}

/** Everything that a person decides; each state of it can be gone back to. */
export interface EditorModel {
  items: Item[]
  /** Entries left out by hand; each can come back as it was. */
  left: Item[]
  /** Commits that the service left out and nobody took in. */
  omitted: Omission[]
  summary: string | null
  version: string | null
  date: string | null
}

/** A desk before anything was drafted. */
export const emptyEditorModel: EditorModel = {
  items: [],
  left: [],
  omitted: [],
  summary: null,
  version: null,
  date: null,
}

/** Whether a person had a hand in an entry, so that no draft may take it away. */
export function isTouched(item: Item): boolean {
  const { drafted } = item
  if (item.locked || item.writtenBy === 'person' || drafted === null) return true
  return !sameWording(item, drafted)
}

/** Whether two wordings say the same under the same heading. */
export function sameWording(one: Wording, other: Wording): boolean {
  return one.text === other.text && one.category === other.category && one.breaking === other.breaking
}

/** The wording of an entry, without the rest. */
export function wordingOf({ text, category, breaking }: Wording): Wording {
  return { text, category, breaking }
}

/** The place of an entry in its category: what breaks, then advisories, then all others, as it is printed. */
export function rankOf({ breaking, text }: Wording): number {
  return breaking ? 0 : /^(?:CVE|GHSA)-/.test(text) ? 1 : 2
}

/** A name that no entry has yet. */
export function freshId(wish: string, used: Set<string>): string {
  let id = wish
  for (let count = 2; used.has(id); count += 1) id = `${wish}-${count}`
  used.add(id)
  return id
}

/** The names of all entries, those left out too. */
export function idsOf({ items, left }: Pick<EditorModel, 'items' | 'left'>): Set<string> {
  return new Set([...items, ...left].map(({ id }) => id))
}

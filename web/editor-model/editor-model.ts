import type { FallbackChange } from '../../src/core/answer.ts'
import type { Category } from '../../src/core/category.ts'
import type { Omission } from '../../src/core/change.ts'
import type { Entry } from '../../src/core/entry.ts'

/** What readers see of an entry. */
export interface EntryContent {
  text: string
  category: Category
  breaking: boolean
  /** The title that it is printed under, if the repository has a configuration. */
  section?: string | undefined
}

/** Why a text of the AI was rejected, with the text if it wrote one. */
export type Rejection = Omit<FallbackChange, 'id'>

/** The content of an entry in another version of the draft. */
interface EntryOffer extends EntryContent {
  writtenBy: Entry['writtenBy']
  /** Whether it comes from a shared draft; otherwise it comes from a newer draft. */
  isShared?: boolean | undefined
}

/** An entry in the editor. */
export interface EditorEntry extends EntryContent {
  id: string
  commits: string[]
  /** A new draft never changes a locked entry. */
  locked: boolean
  writtenBy: Entry['writtenBy']
  /** The content of the last draft; null if the user created the entry. */
  drafted: EntryContent | null
  /** Who wrote the last draft of the entry; unknown in old drafts. */
  draftedBy?: Entry['writtenBy'] | undefined
  /** The content of a newer draft, if both the user and the draft changed the entry. */
  offer: EntryOffer | null
  /** Why the commit message stands in place of a text of the AI. */
  rejection?: Rejection | undefined
  /** The checks of this text that the user saw and keeps the wording in spite of. */
  keptChecks?: string[] | undefined
}

/** The free parts of the notes, in the order in which they are printed; the footer follows the entries. */
export const blockNames = ['introduction', 'highlights', 'upgradeNotes', 'footer'] as const
export type BlockName = (typeof blockNames)[number]

/** The Markdown of each free part; null if the notes do not have it. */
type NotesBlocks = Record<BlockName, string | null>

/** Everything that the user can change, and therefore undo. */
export interface EditorModel extends NotesBlocks {
  entries: EditorEntry[]
  /** Entries that the user excluded; each can be restored unchanged. */
  excluded: EditorEntry[]
  /** Commits that the server excluded and the user did not include. */
  omitted: Omission[]
  /** Whether a model wrote the introduction; a new draft may replace it then. */
  isIntroductionDrafted: boolean
  version: string | null
  date: string | null
}

/** The model before anything is drafted. */
export const emptyEditorModel: EditorModel = {
  entries: [],
  excluded: [],
  omitted: [],
  introduction: null,
  isIntroductionDrafted: false,
  highlights: null,
  upgradeNotes: null,
  footer: null,
  version: null,
  date: null,
}

/** Whether the user changed, locked or created an entry, so that no draft may replace it. */
export function isEdited(entry: EditorEntry): boolean {
  const { drafted } = entry
  if (entry.locked || entry.writtenBy === 'person' || drafted === null) return true
  return !sameContent(entry, drafted)
}

/** Whether the user wrote the entry or changed what readers see of it. */
export function isChangedByUser(entry: EditorEntry): boolean {
  return entry.writtenBy === 'person' || (entry.drafted !== null && !sameContent(entry, entry.drafted))
}

/** Whether the user wrote an entry or a free part, so that the notes contain Markdown of a person. */
export function hasOwnText(editor: EditorModel): boolean {
  const isOwn = (name: BlockName) =>
    Boolean(editor[name]) && !(name === 'introduction' && editor.isIntroductionDrafted)
  return blockNames.some(isOwn) || editor.entries.some(({ writtenBy }) => writtenBy === 'person')
}

/** Whether the user wrote the entry without any commit. */
export function isFree({ commits }: Pick<EditorEntry, 'commits'>): boolean {
  return commits.length === 0
}

/** Whether two entries have the same text, category, section and breaking mark. */
export function sameContent(one: EntryContent, other: EntryContent): boolean {
  return (
    one.text === other.text &&
    one.category === other.category &&
    one.section === other.section &&
    one.breaking === other.breaking
  )
}

/** Returns only the content of an entry. */
export function contentOf({ text, category, breaking, section }: EntryContent): EntryContent {
  return { text, category, breaking, ...(section === undefined ? {} : { section }) }
}

/** Sort key of an entry in its category, as in the rendered notes: breaking changes, advisories, the rest. */
export function displayRank({ breaking, text }: EntryContent): number {
  return breaking ? 0 : /^(?:CVE|GHSA)-/.test(text) ? 1 : 2
}

/** Returns an id that is not used yet, and adds it to the used ones. */
export function uniqueId(base: string, used: Set<string>): string {
  let id = base
  for (let count = 2; used.has(id); count += 1) id = `${base}-${count}`
  used.add(id)
  return id
}

/** The ids of all entries, including the excluded ones. */
export function entryIds({ entries, excluded }: Pick<EditorModel, 'entries' | 'excluded'>): Set<string> {
  return new Set([...entries, ...excluded].map(({ id }) => id))
}

import type { Omission } from '../../src/core/change.ts'
import type { RepositoryConfig } from '../../src/core/repository-config.ts'
import {
  type BlockName,
  contentOf,
  displayRank,
  type EditorEntry,
  type EditorModel,
  type EntryContent,
  entryIds,
  uniqueId,
} from './editor-model.ts'
import { configOf, contentFromCommit, type EvidenceIndex } from './evidence.ts'
import { toMarkdown } from './inline-markdown.ts'
import { placeUnder, titleOf } from './titles.ts'

/** A change that the user makes in the editor. */
export type EditorAction =
  | { type: 'set-text'; id: string; text: string }
  /** Puts entries under a category, or under a title of the configuration. */
  | { type: 'set-category'; ids: string[]; title: string }
  | { type: 'set-breaking'; ids: string[]; breaking: boolean }
  | { type: 'set-locked'; ids: string[]; locked: boolean }
  | { type: 'move'; id: string; by: 1 | -1 }
  | { type: 'place'; id: string; beside: string; after: boolean }
  | { type: 'merge'; ids: string[] }
  | { type: 'split'; id: string; commits: string[] }
  | { type: 'exclude'; ids: string[] }
  | { type: 'restore'; ids: string[] }
  | { type: 'include-commits'; shas: string[] }
  | { type: 'resolve-conflict'; id: string; use: 'mine' | 'draft' }
  | { type: 'set-heading'; version: string | null; date: string | null }
  /** Writes an entry that no commit stands behind, under a title, after another entry or at the end. */
  | { type: 'add-entry'; title: string; text: string; after?: string | null }
  | { type: 'set-block'; name: BlockName; text: string | null }
  /** Keeps the wording of an entry in spite of a check. */
  | { type: 'keep-wording'; id: string; check: string }
  /** Replaces everything, for example with a shared draft. */
  | { type: 'replace'; editor: EditorModel }
  /** Replaces the text of an entry with that of its draft. */
  | { type: 'restore-draft'; id: string }

/** Returns the model after an action; returns the same object if the action changes nothing. */
export function applyAction(editor: EditorModel, action: EditorAction, index: EvidenceIndex): EditorModel {
  switch (action.type) {
    case 'set-text':
      return setText(editor, action.id, action.text)
    case 'set-category':
      return updateEntries(editor, action.ids, placeUnder(action.title, configOf(index)))
    case 'set-breaking':
      return updateEntries(editor, action.ids, { breaking: action.breaking })
    case 'set-locked':
      return updateEntries(editor, action.ids, { locked: action.locked })
    case 'move':
      return moveEntry(editor, action, configOf(index))
    case 'place':
      return placeEntry(editor, action, configOf(index))
    case 'merge':
      return mergeEntries(editor, action.ids)
    case 'split':
      return splitEntry(editor, action, index)
    case 'exclude':
      return excludeEntries(editor, action.ids)
    case 'restore':
      return restoreEntries(editor, action.ids)
    case 'include-commits':
      return includeCommits(editor, action.shas, index)
    case 'resolve-conflict':
      return resolveConflict(editor, action.id, action.use)
    case 'set-heading':
      return setHeading(editor, action)
    case 'add-entry':
      return addEntry(editor, action, configOf(index))
    case 'set-block':
      return setBlock(editor, action.name, action.text)
    case 'keep-wording':
      return keepWording(editor, action.id, action.check)
    case 'replace':
      return action.editor
    case 'restore-draft':
      return restoreDraft(editor, action.id)
  }
}

function updateEntries(editor: EditorModel, ids: string[], fields: Partial<EditorEntry>): EditorModel {
  const wanted = new Set(ids)
  const names = Object.keys(fields) as (keyof EditorEntry)[]
  let changed = false
  const entries = editor.entries.map((entry) => {
    if (!wanted.has(entry.id) || names.every((name) => entry[name] === fields[name])) return entry
    changed = true
    return { ...entry, ...fields }
  })
  return changed ? { ...editor, entries } : editor
}

function toOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function setText(editor: EditorModel, id: string, given: string): EditorModel {
  const text = toOneLine(given)
  const entry = editor.entries.find((each) => each.id === id)
  if (!entry || text === entry.text) return editor
  // An entry without a text is excluded, so that its commits keep a place and its old text comes back with them.
  if (text === '') return excludeEntries(editor, [id])
  return updateEntries(editor, [id], { text, writtenBy: 'person', keptChecks: undefined })
}

/** The entries under a title, in the order in which they are rendered. */
export function entriesUnder(
  entries: EditorEntry[],
  title: string,
  config: RepositoryConfig | null,
): EditorEntry[] {
  return entries
    .filter((entry) => titleOf(entry, config) === title)
    .sort((a, b) => displayRank(a) - displayRank(b))
}

function moveEntry(
  editor: EditorModel,
  { id, by }: { id: string; by: 1 | -1 },
  config: RepositoryConfig | null,
): EditorModel {
  const entry = editor.entries.find((each) => each.id === id)
  if (!entry) return editor
  const siblings = entriesUnder(editor.entries, titleOf(entry, config), config)
  const neighbour = siblings[siblings.indexOf(entry) + by]
  if (!neighbour || displayRank(neighbour) !== displayRank(entry)) return editor
  return placeEntry(editor, { id, beside: neighbour.id, after: by === 1 }, config)
}

/** Moves an entry beside another one, under the title of that one. */
function placeEntry(
  editor: EditorModel,
  { id, beside, after }: { id: string; beside: string; after: boolean },
  config: RepositoryConfig | null,
): EditorModel {
  const entry = editor.entries.find((each) => each.id === id)
  const target = editor.entries.find((each) => each.id === beside)
  if (!entry || !target || entry === target) return editor
  const others = editor.entries.filter((each) => each !== entry)
  const title = titleOf(target, config)
  const moved = titleOf(entry, config) === title ? entry : { ...entry, ...placeUnder(title, config) }
  return { ...editor, entries: others.toSpliced(others.indexOf(target) + (after ? 1 : 0), 0, moved) }
}

function mergeEntries(editor: EditorModel, ids: string[]): EditorModel {
  const wanted = new Set(ids)
  const [first, ...others] = editor.entries.filter(({ id }) => wanted.has(id))
  if (!first || others.length === 0) return editor
  const merged: EditorEntry = {
    ...first,
    text: [first, ...others].map(toMarkdown).reduce(joinSentences),
    breaking: [first, ...others].some(({ breaking }) => breaking),
    commits: [first, ...others].flatMap(({ commits }) => commits),
    writtenBy: 'person',
    drafted: null,
    offer: null,
    keptChecks: undefined,
  }
  const entries = editor.entries.flatMap((entry) => {
    if (entry === first) return [merged]
    return wanted.has(entry.id) ? [] : [entry]
  })
  return { ...editor, entries }
}

function joinSentences(one: string, other: string): string {
  return `${/[.!?…]$/.test(one) ? one : `${one}.`} ${/[.!?…]$/.test(other) ? other : `${other}.`}`
}

/** Moves some commits of an entry to a new entry that follows it. */
function splitEntry(
  editor: EditorModel,
  { id, commits }: { id: string; commits: string[] },
  index: EvidenceIndex,
): EditorModel {
  const entry = editor.entries.find((each) => each.id === id)
  if (!entry) return editor
  const wanted = new Set(commits)
  const taken = entry.commits.filter((sha) => wanted.has(sha))
  const rest = entry.commits.filter((sha) => !wanted.has(sha))
  if (taken.length === 0 || rest.length === 0) return editor
  const { text } = contentFromCommit(index.commits.get(taken.at(-1)!)!, configOf(index))
  const part = createEntry(uniqueId(`${id}-part`, entryIds(editor)), taken, { ...entry, text })
  const remaining: EditorEntry = { ...entry, commits: rest, drafted: null, offer: null }
  return {
    ...editor,
    entries: editor.entries.flatMap((each) => (each === entry ? [remaining, part] : [each])),
  }
}

function createEntry(id: string, commits: string[], content: EntryContent): EditorEntry {
  return {
    id,
    commits,
    ...contentOf(content),
    locked: false,
    // The text of an entry with commits is that of a commit message until the user changes it.
    writtenBy: commits.length === 0 ? 'person' : 'rules',
    drafted: null,
    offer: null,
  }
}

function excludeEntries(editor: EditorModel, ids: string[]): EditorModel {
  const wanted = new Set(ids)
  const removed = editor.entries.filter(({ id }) => wanted.has(id))
  if (removed.length === 0) return editor
  return {
    ...editor,
    entries: editor.entries.filter(({ id }) => !wanted.has(id)),
    excluded: [...editor.excluded, ...removed],
  }
}

function restoreEntries(editor: EditorModel, ids: string[]): EditorModel {
  const wanted = new Set(ids)
  const restored = editor.excluded.filter(({ id }) => wanted.has(id))
  if (restored.length === 0) return editor
  return {
    ...editor,
    entries: [...editor.entries, ...restored],
    excluded: editor.excluded.filter(({ id }) => !wanted.has(id)),
  }
}

function includeCommits(editor: EditorModel, shas: string[], index: EvidenceIndex): EditorModel {
  const wanted = new Set(shas)
  const found = editor.omitted.filter(({ sha }) => wanted.has(sha) && index.commits.has(sha))
  if (found.length === 0) return editor
  const used = entryIds(editor)
  const created = found.map(({ sha }) =>
    createEntry(
      uniqueId(`commit-${sha.slice(0, 12)}`, used),
      [sha],
      contentFromCommit(index.commits.get(sha)!, configOf(index)),
    ),
  )
  const omitted = editor.omitted.filter((each: Omission) => !found.includes(each))
  return { ...editor, entries: [...editor.entries, ...created], omitted }
}

/** Keeps the user's content or replaces it with that of the newer draft. */
function resolveConflict(editor: EditorModel, id: string, use: 'mine' | 'draft'): EditorModel {
  const entry = editor.entries.find((each) => each.id === id)
  if (!entry?.offer) return editor
  const { isShared = false, ...offer } = entry.offer
  // A shared draft is the work of another person: what was drafted stays the same.
  const drafted = isShared ? {} : { drafted: contentOf(offer), draftedBy: offer.writtenBy }
  if (use === 'mine')
    return updateEntries(editor, [id], {
      ...drafted,
      offer: null,
      ...(entry.writtenBy === 'person' ? {} : { text: toMarkdown(entry), writtenBy: 'person' as const }),
    })
  return updateEntries(editor, [id], {
    ...offer,
    ...drafted,
    offer: null,
    keptChecks: undefined,
  })
}

/** The id of the next entry without commits. */
function nextFreeId(editor: EditorModel): string {
  return uniqueId('own', entryIds(editor))
}

function addEntry(
  editor: EditorModel,
  { title, text: given, after = null }: { title: string; text: string; after?: string | null },
  config: RepositoryConfig | null,
): EditorModel {
  const text = toOneLine(given)
  if (text === '') return editor
  const content = { text, category: 'Changed' as const, breaking: false, ...placeUnder(title, config) }
  const created = createEntry(nextFreeId(editor), [], content)
  const at = editor.entries.findIndex(({ id }) => id === after)
  return {
    ...editor,
    entries: editor.entries.toSpliced(at === -1 ? editor.entries.length : at + 1, 0, created),
  }
}

function setBlock(editor: EditorModel, name: BlockName, given: string | null): EditorModel {
  const text = given?.replace(/\r\n?/g, '\n').trim() || null
  if (text === editor[name]) return editor
  return { ...editor, [name]: text, ...(name === 'introduction' ? { isIntroductionDrafted: false } : {}) }
}

function keepWording(editor: EditorModel, id: string, check: string): EditorModel {
  const entry = editor.entries.find((each) => each.id === id)
  if (!entry || entry.keptChecks?.includes(check)) return editor
  return updateEntries(editor, [id], { keptChecks: [...(entry.keptChecks ?? []), check] })
}

function restoreDraft(editor: EditorModel, id: string): EditorModel {
  const entry = editor.entries.find((each) => each.id === id)
  if (!entry?.drafted) return editor
  const { drafted, draftedBy = 'rules' } = entry
  return updateEntries(editor, [id], { text: drafted.text, writtenBy: draftedBy, keptChecks: undefined })
}

function setHeading(
  editor: EditorModel,
  { version, date }: { version: string | null; date: string | null },
): EditorModel {
  return editor.version === version && editor.date === date ? editor : { ...editor, version, date }
}

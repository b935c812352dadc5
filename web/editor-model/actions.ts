import type { Category } from '../../src/core/category.ts'
import type { Omission } from '../../src/core/change.ts'
import {
  type EditorModel,
  freshId,
  type Item,
  idsOf,
  rankOf,
  type Wording,
  wordingOf,
} from './editor-model.ts'
import { type EvidenceIndex, wordCommit } from './evidence.ts'

/** What a person can do on the desk. */
export type Act =
  | { do: 'write'; id: string; text: string }
  | { do: 'file'; ids: string[]; category: Category }
  | { do: 'mark-breaking'; ids: string[]; breaking: boolean }
  | { do: 'lock'; ids: string[]; locked: boolean }
  | { do: 'move'; id: string; by: 1 | -1 }
  | { do: 'put'; id: string; beside: string; after: boolean }
  | { do: 'merge'; ids: string[] }
  | { do: 'split'; id: string; commits: string[] }
  | { do: 'leave-out'; ids: string[] }
  | { do: 'take-back'; ids: string[] }
  | { do: 'take-in'; shas: string[] }
  | { do: 'settle'; id: string; take: 'mine' | 'draft' }
  | { do: 'head'; version: string | null; date: string | null }
  | { do: 'summarise'; text: string | null }

/** The desk after an act; the very same desk when the act changes nothing. */
export function act(editor: EditorModel, what: Act, index: EvidenceIndex): EditorModel {
  switch (what.do) {
    case 'write':
      return write(editor, what.id, what.text)
    case 'file':
      return change(editor, what.ids, { category: what.category })
    case 'mark-breaking':
      return change(editor, what.ids, { breaking: what.breaking })
    case 'lock':
      return change(editor, what.ids, { locked: what.locked })
    case 'move':
      return move(editor, what.id, what.by)
    case 'put':
      return put(editor, what)
    case 'merge':
      return merge(editor, what.ids)
    case 'split':
      return split(editor, what, index)
    case 'leave-out':
      return leaveOut(editor, what.ids)
    case 'take-back':
      return takeBack(editor, what.ids)
    case 'take-in':
      return takeIn(editor, what.shas, index)
    case 'settle':
      return settle(editor, what.id, what.take)
    case 'head':
      return headed(editor, what)
    case 'summarise':
      return editor.summary === what.text ? editor : { ...editor, summary: what.text }
  }
}

/** Changes some fields of some entries, and nothing when they are so already. */
function change(editor: EditorModel, ids: string[], fields: Partial<Item>): EditorModel {
  const wanted = new Set(ids)
  const names = Object.keys(fields) as (keyof Item)[]
  let changed = false
  const items = editor.items.map((item) => {
    if (!wanted.has(item.id) || names.every((name) => item[name] === fields[name])) return item
    changed = true
    return { ...item, ...fields }
  })
  return changed ? { ...editor, items } : editor
}

function write(editor: EditorModel, id: string, given: string): EditorModel {
  const text = given.replace(/\s+/g, ' ').trim()
  const item = editor.items.find((each) => each.id === id)
  // An entry without words cannot be told: it is left out, not emptied.
  if (!item || text === '' || text === item.text) return editor
  return change(editor, [id], { text, writtenBy: 'person' })
}

/** The entries of a category in the order in which they are printed. */
export function inPrintOrder(items: Item[], category: Category): Item[] {
  return items.filter((item) => item.category === category).sort((a, b) => rankOf(a) - rankOf(b))
}

function move(editor: EditorModel, id: string, by: 1 | -1): EditorModel {
  const item = editor.items.find((each) => each.id === id)
  if (!item) return editor
  const row = inPrintOrder(editor.items, item.category)
  const neighbour = row[row.indexOf(item) + by]
  if (!neighbour || rankOf(neighbour) !== rankOf(item)) return editor
  return put(editor, { id, beside: neighbour.id, after: by === 1 })
}

/** Puts an entry beside another, and under the heading of that. */
function put(
  editor: EditorModel,
  { id, beside, after }: { id: string; beside: string; after: boolean },
): EditorModel {
  const item = editor.items.find((each) => each.id === id)
  const target = editor.items.find((each) => each.id === beside)
  if (!item || !target || item === target) return editor
  const others = editor.items.filter((each) => each !== item)
  const moved = item.category === target.category ? item : { ...item, category: target.category }
  return { ...editor, items: others.toSpliced(others.indexOf(target) + (after ? 1 : 0), 0, moved) }
}

function merge(editor: EditorModel, ids: string[]): EditorModel {
  const wanted = new Set(ids)
  const [first, ...others] = editor.items.filter(({ id }) => wanted.has(id))
  if (!first || others.length === 0) return editor
  const together: Item = {
    ...first,
    text: [first, ...others].map(({ text }) => text).reduce(joinSentences),
    breaking: [first, ...others].some(({ breaking }) => breaking),
    commits: [first, ...others].flatMap(({ commits }) => commits),
    writtenBy: 'person',
    drafted: null,
    offer: null,
  }
  const items = editor.items.flatMap((item) => {
    if (item === first) return [together]
    return wanted.has(item.id) ? [] : [item]
  })
  return { ...editor, items }
}

function joinSentences(one: string, other: string): string {
  return `${/[.!?…]$/.test(one) ? one : `${one}.`} ${/[.!?…]$/.test(other) ? other : `${other}.`}`
}

/** Gives some commits of an entry an entry of their own, right after it. */
function split(
  editor: EditorModel,
  { id, commits }: { id: string; commits: string[] },
  index: EvidenceIndex,
): EditorModel {
  const item = editor.items.find((each) => each.id === id)
  if (!item) return editor
  const wanted = new Set(commits)
  const taken = item.commits.filter((sha) => wanted.has(sha))
  const rest = item.commits.filter((sha) => !wanted.has(sha))
  if (taken.length === 0 || rest.length === 0) return editor
  const words = wordCommit(index.commits.get(taken.at(-1)!)!)
  const part: Item = {
    ...madeByHand(freshId(`${id}-part`, idsOf(editor)), taken, { ...words, category: item.category }),
    breaking: item.breaking,
  }
  const whole: Item = { ...item, commits: rest, writtenBy: 'person', drafted: null, offer: null }
  return { ...editor, items: editor.items.flatMap((each) => (each === item ? [whole, part] : [each])) }
}

function madeByHand(id: string, commits: string[], wording: Wording): Item {
  return {
    id,
    commits,
    ...wordingOf(wording),
    locked: false,
    writtenBy: 'person',
    drafted: null,
    offer: null,
  }
}

function leaveOut(editor: EditorModel, ids: string[]): EditorModel {
  const wanted = new Set(ids)
  const gone = editor.items.filter(({ id }) => wanted.has(id))
  if (gone.length === 0) return editor
  return {
    ...editor,
    items: editor.items.filter(({ id }) => !wanted.has(id)),
    left: [...editor.left, ...gone],
  }
}

function takeBack(editor: EditorModel, ids: string[]): EditorModel {
  const wanted = new Set(ids)
  const back = editor.left.filter(({ id }) => wanted.has(id))
  if (back.length === 0) return editor
  return {
    ...editor,
    items: [...editor.items, ...back],
    left: editor.left.filter(({ id }) => !wanted.has(id)),
  }
}

function takeIn(editor: EditorModel, shas: string[], index: EvidenceIndex): EditorModel {
  const wanted = new Set(shas)
  const found = editor.omitted.filter(({ sha }) => wanted.has(sha) && index.commits.has(sha))
  if (found.length === 0) return editor
  const used = idsOf(editor)
  const items = found.map(({ sha }) =>
    madeByHand(freshId(`commit-${sha.slice(0, 12)}`, used), [sha], wordCommit(index.commits.get(sha)!)),
  )
  const omitted = editor.omitted.filter((each: Omission) => !found.includes(each))
  return { ...editor, items: [...editor.items, ...items], omitted }
}

/** Ends a disagreement between a person and a newer draft. */
function settle(editor: EditorModel, id: string, take: 'mine' | 'draft'): EditorModel {
  const item = editor.items.find((each) => each.id === id)
  if (!item?.offer) return editor
  const { offer } = item
  if (take === 'mine')
    return change(editor, [id], {
      drafted: wordingOf(offer),
      offer: null,
      writtenBy: 'person',
    })
  return change(editor, [id], { ...offer, drafted: wordingOf(offer), offer: null })
}

function headed(
  editor: EditorModel,
  { version, date }: { version: string | null; date: string | null },
): EditorModel {
  return editor.version === version && editor.date === date ? editor : { ...editor, version, date }
}

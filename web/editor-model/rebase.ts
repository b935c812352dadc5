import type { Answer } from '../../src/core/answer.ts'
import type { Entry } from '../../src/core/entry.ts'
import {
  type EditorModel,
  freshId,
  type Item,
  idsOf,
  isTouched,
  sameWording,
  wordingOf,
} from './editor-model.ts'

type Drafted = Pick<Answer, 'entries' | 'omitted' | 'summary'>

/** An entry of the service as it comes to the desk. */
function asItem(entry: Entry, commits = entry.commits, id = entry.id): Item {
  const { writtenBy } = entry
  const wording = wordingOf(entry)
  return { id, commits, ...wording, locked: false, writtenBy, drafted: wording, offer: null }
}

/**
 * Lays a new draft on the desk: whatever a person touched stays, the rest is replaced. Where the person and the
 * draft both changed an entry, the draft's words are kept beside it as an offer.
 */
export function rebase(editor: EditorModel, draft: Drafted): EditorModel {
  const kept = editor.items.filter(isTouched)
  const claimed = new Set([...kept, ...editor.left].flatMap(({ commits }) => commits))
  const used = idsOf({ items: kept, left: editor.left })
  const fresh = draft.entries.flatMap((entry) => {
    const commits = entry.commits.filter((sha) => !claimed.has(sha))
    return commits.length === 0 ? [] : [asItem(entry, commits, freshId(entry.id, used))]
  })
  const items = inOldOrder(editor.items, withOffers(kept, draft.entries), fresh)
  const told = new Set([...items, ...editor.left].flatMap(({ commits }) => commits))
  return {
    ...editor,
    items,
    omitted: draft.omitted.filter(({ sha }) => !told.has(sha)),
    summary: editor.summary ?? draft.summary,
  }
}

/** Adds one entry that arrived while the draft is still being written. */
export function receive(editor: EditorModel, entries: Entry[]): EditorModel {
  const arrived = new Map(entries.flatMap((entry) => entry.commits.map((sha) => [sha, entry])))
  // What an older draft said of these commits gives way; what a person touched does not.
  const items = editor.items.filter(
    (item) => isTouched(item) || !item.commits.some((sha) => arrived.has(sha)),
  )
  const claimed = new Set([...items, ...editor.left].flatMap(({ commits }) => commits))
  const used = idsOf({ items, left: editor.left })
  const fresh = entries.flatMap((entry) => {
    const commits = entry.commits.filter((sha) => !claimed.has(sha))
    return commits.length === 0 ? [] : [asItem(entry, commits, freshId(entry.id, used))]
  })
  const told = new Set(fresh.flatMap(({ commits }) => commits))
  const omitted = editor.omitted.filter(({ sha }) => !told.has(sha))
  return {
    ...editor,
    items: inOldOrder(editor.items, new Map(items.map((item) => [item.id, item])), fresh),
    omitted,
  }
}

/** Takes new words for some entries only; a person asked for them, so that only locked ones stay. */
export function reword(editor: EditorModel, ids: string[], entries: Entry[]): EditorModel {
  const wanted = new Set(ids)
  const byCommit = new Map(entries.flatMap((entry) => entry.commits.map((sha) => [sha, entry])))
  let changed = false
  const items = editor.items.map((item) => {
    const entry = byCommit.get(item.commits[0]!)
    if (!wanted.has(item.id) || item.locked || !entry || entry.text === item.text) return item
    changed = true
    const wording = { ...wordingOf(item), text: entry.text }
    const { writtenBy } = entry
    return { ...item, ...wording, writtenBy, drafted: wording, offer: null }
  })
  return changed ? { ...editor, items } : editor
}

/**
 * Fits a desk that was kept, or came from a file, to what a range holds now: what is gone goes, what is new
 * waits, and no commit is told twice.
 */
export function fitEditorModel(
  editor: EditorModel,
  known: Set<string>,
  omitted: Drafted['omitted'],
): EditorModel {
  const free = new Set(known)
  const used = new Set<string>()
  const within = (items: Item[]) =>
    items.flatMap((item) => {
      const commits = item.commits.filter((sha) => free.delete(sha))
      return commits.length === 0 ? [] : [{ ...item, id: freshId(item.id, used), commits }]
    })
  const items = within(editor.items)
  const left = within(editor.left)
  const still = [...editor.omitted, ...omitted].filter(({ sha }) => free.delete(sha))
  return { ...editor, items, left, omitted: still }
}

function withOffers(kept: Item[], entries: Entry[]): Map<string, Item> {
  const byCommits = new Map(entries.map((entry) => [entry.commits.toSorted().join(), entry]))
  return new Map(
    kept.map((item) => {
      const entry = byCommits.get(item.commits.toSorted().join())
      if (!entry || item.locked || item.drafted === null) return [item.id, item]
      const said = { ...wordingOf(entry), writtenBy: entry.writtenBy }
      // The draft says what it said before, or what the person says: there is nothing to decide.
      const agreed = sameWording(said, item.drafted) || sameWording(said, item)
      return [item.id, { ...item, offer: agreed ? null : said }]
    }),
  )
}

/** Everything stands where it stood; what is new comes after what it followed in the draft, or at the end. */
function inOldOrder(old: Item[], kept: Map<string, Item>, fresh: Item[]): Item[] {
  const byCommit = new Map(fresh.flatMap((item) => item.commits.map((sha) => [sha, item])))
  const placed = new Set<Item>()
  for (const item of old) {
    const stays = kept.get(item.id)
    if (stays) placed.add(stays)
    for (const sha of item.commits) {
      const instead = byCommit.get(sha)
      if (instead) placed.add(instead)
    }
  }
  for (const item of fresh) placed.add(item)
  return [...placed]
}

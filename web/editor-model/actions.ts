import type { Category } from '../../src/core/category.ts'
import type { Omission } from '../../src/core/change.ts'
import { type Desk, freshId, type Item, idsOf, rankOf, type Wording, wordingOf } from './editor-model.ts'
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
export function act(desk: Desk, what: Act, index: EvidenceIndex): Desk {
  switch (what.do) {
    case 'write':
      return write(desk, what.id, what.text)
    case 'file':
      return change(desk, what.ids, { category: what.category })
    case 'mark-breaking':
      return change(desk, what.ids, { breaking: what.breaking })
    case 'lock':
      return change(desk, what.ids, { locked: what.locked })
    case 'move':
      return move(desk, what.id, what.by)
    case 'put':
      return put(desk, what)
    case 'merge':
      return merge(desk, what.ids)
    case 'split':
      return split(desk, what, index)
    case 'leave-out':
      return leaveOut(desk, what.ids)
    case 'take-back':
      return takeBack(desk, what.ids)
    case 'take-in':
      return takeIn(desk, what.shas, index)
    case 'settle':
      return settle(desk, what.id, what.take)
    case 'head':
      return headed(desk, what)
    case 'summarise':
      return desk.summary === what.text ? desk : { ...desk, summary: what.text }
  }
}

/** Changes some fields of some entries, and nothing when they are so already. */
function change(desk: Desk, ids: string[], fields: Partial<Item>): Desk {
  const wanted = new Set(ids)
  const names = Object.keys(fields) as (keyof Item)[]
  let changed = false
  const items = desk.items.map((item) => {
    if (!wanted.has(item.id) || names.every((name) => item[name] === fields[name])) return item
    changed = true
    return { ...item, ...fields }
  })
  return changed ? { ...desk, items } : desk
}

function write(desk: Desk, id: string, given: string): Desk {
  const text = given.replace(/\s+/g, ' ').trim()
  const item = desk.items.find((each) => each.id === id)
  // An entry without words cannot be told: it is left out, not emptied.
  if (!item || text === '' || text === item.text) return desk
  return change(desk, [id], { text, writtenBy: 'person' })
}

/** The entries of a category in the order in which they are printed. */
export function inPrintOrder(items: Item[], category: Category): Item[] {
  return items.filter((item) => item.category === category).sort((a, b) => rankOf(a) - rankOf(b))
}

function move(desk: Desk, id: string, by: 1 | -1): Desk {
  const item = desk.items.find((each) => each.id === id)
  if (!item) return desk
  const row = inPrintOrder(desk.items, item.category)
  const neighbour = row[row.indexOf(item) + by]
  if (!neighbour || rankOf(neighbour) !== rankOf(item)) return desk
  return put(desk, { id, beside: neighbour.id, after: by === 1 })
}

/** Puts an entry beside another, and under the heading of that. */
function put(desk: Desk, { id, beside, after }: { id: string; beside: string; after: boolean }): Desk {
  const item = desk.items.find((each) => each.id === id)
  const target = desk.items.find((each) => each.id === beside)
  if (!item || !target || item === target) return desk
  const others = desk.items.filter((each) => each !== item)
  const moved = item.category === target.category ? item : { ...item, category: target.category }
  return { ...desk, items: others.toSpliced(others.indexOf(target) + (after ? 1 : 0), 0, moved) }
}

function merge(desk: Desk, ids: string[]): Desk {
  const wanted = new Set(ids)
  const [first, ...others] = desk.items.filter(({ id }) => wanted.has(id))
  if (!first || others.length === 0) return desk
  const together: Item = {
    ...first,
    text: [first, ...others].map(({ text }) => text).reduce(joinSentences),
    breaking: [first, ...others].some(({ breaking }) => breaking),
    commits: [first, ...others].flatMap(({ commits }) => commits),
    writtenBy: 'person',
    drafted: null,
    offer: null,
  }
  const items = desk.items.flatMap((item) => {
    if (item === first) return [together]
    return wanted.has(item.id) ? [] : [item]
  })
  return { ...desk, items }
}

function joinSentences(one: string, other: string): string {
  return `${/[.!?…]$/.test(one) ? one : `${one}.`} ${/[.!?…]$/.test(other) ? other : `${other}.`}`
}

/** Gives some commits of an entry an entry of their own, right after it. */
function split(desk: Desk, { id, commits }: { id: string; commits: string[] }, index: EvidenceIndex): Desk {
  const item = desk.items.find((each) => each.id === id)
  if (!item) return desk
  const wanted = new Set(commits)
  const taken = item.commits.filter((sha) => wanted.has(sha))
  const rest = item.commits.filter((sha) => !wanted.has(sha))
  if (taken.length === 0 || rest.length === 0) return desk
  const words = wordCommit(index.commits.get(taken.at(-1)!)!)
  const part: Item = {
    ...madeByHand(freshId(`${id}-part`, idsOf(desk)), taken, { ...words, category: item.category }),
    breaking: item.breaking,
  }
  const whole: Item = { ...item, commits: rest, writtenBy: 'person', drafted: null, offer: null }
  return { ...desk, items: desk.items.flatMap((each) => (each === item ? [whole, part] : [each])) }
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

function leaveOut(desk: Desk, ids: string[]): Desk {
  const wanted = new Set(ids)
  const gone = desk.items.filter(({ id }) => wanted.has(id))
  if (gone.length === 0) return desk
  return {
    ...desk,
    items: desk.items.filter(({ id }) => !wanted.has(id)),
    left: [...desk.left, ...gone],
  }
}

function takeBack(desk: Desk, ids: string[]): Desk {
  const wanted = new Set(ids)
  const back = desk.left.filter(({ id }) => wanted.has(id))
  if (back.length === 0) return desk
  return { ...desk, items: [...desk.items, ...back], left: desk.left.filter(({ id }) => !wanted.has(id)) }
}

function takeIn(desk: Desk, shas: string[], index: EvidenceIndex): Desk {
  const wanted = new Set(shas)
  const found = desk.omitted.filter(({ sha }) => wanted.has(sha) && index.commits.has(sha))
  if (found.length === 0) return desk
  const used = idsOf(desk)
  const items = found.map(({ sha }) =>
    madeByHand(freshId(`commit-${sha.slice(0, 12)}`, used), [sha], wordCommit(index.commits.get(sha)!)),
  )
  const omitted = desk.omitted.filter((each: Omission) => !found.includes(each))
  return { ...desk, items: [...desk.items, ...items], omitted }
}

/** Ends a disagreement between a person and a newer draft. */
function settle(desk: Desk, id: string, take: 'mine' | 'draft'): Desk {
  const item = desk.items.find((each) => each.id === id)
  if (!item?.offer) return desk
  const { offer } = item
  if (take === 'mine')
    return change(desk, [id], {
      drafted: wordingOf(offer),
      offer: null,
      writtenBy: 'person',
    })
  return change(desk, [id], { ...offer, drafted: wordingOf(offer), offer: null })
}

function headed(desk: Desk, { version, date }: { version: string | null; date: string | null }): Desk {
  return desk.version === version && desk.date === date ? desk : { ...desk, version, date }
}

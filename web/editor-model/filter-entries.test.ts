import { expect, test } from 'vitest'
import { draftFrom, makeEvidence } from '../../test/support/sample-evidence.ts'
import { applyAction } from './actions.ts'
import { emptyEditorModel } from './editor-model.ts'
import {
  type EntryFilter,
  groupEntries,
  isSameFilter,
  matchesFilter,
  matchesQuery,
  wordsOfQuery,
} from './filter-entries.ts'
import { firstChanged, focusAfterRemoval, rangeBetween } from './focus-rules.ts'
import { rebaseOnDraft } from './rebase.ts'

const index = makeEvidence([
  { commits: [1] },
  { commits: [2], category: 'Fixed' },
  { commits: [3], breaking: true },
])
const editor = applyAction(
  rebaseOnDraft(emptyEditorModel, draftFrom(index)),
  { type: 'set-text', id: 'pr-2', text: 'Fix the **Host** header' },
  index,
)
const context = { config: null, attention: new Set(['pr-3']) }
const shown = (filter: EntryFilter) =>
  editor.entries.filter((entry) => matchesFilter(entry, filter, context)).map(({ id }) => id)

test('each filter shows its entries', () => {
  expect(shown({ kind: 'all' })).toEqual(['pr-1', 'pr-2', 'pr-3'])
  expect(shown({ kind: 'title', title: 'Fixed' })).toEqual(['pr-2'])
  expect(shown({ kind: 'attention' })).toEqual(['pr-3'])
  expect(shown({ kind: 'breaking' })).toEqual(['pr-3'])
  expect(shown({ kind: 'edited' })).toEqual(['pr-2'])
  expect(shown({ kind: 'ai' })).toEqual(
    editor.entries.filter((each) => each.writtenBy === 'model').map(({ id }) => id),
  )
  expect(shown({ kind: 'excluded' })).toEqual([])
  expect(isSameFilter({ kind: 'title', title: 'Fixed' }, { kind: 'title', title: 'Added' })).toBe(false)
})

test('a search finds words of the text, numbers of pull requests and subjects of commits', () => {
  const found = (query: string) =>
    editor.entries.filter((entry) => matchesQuery(entry, wordsOfQuery(query), index)).map(({ id }) => id)
  expect(found('host HEADER')).toEqual(['pr-2'])
  expect(found('#3')).toEqual(['pr-3'])
  expect(found('feat: change 1')).toEqual(['pr-1'])
  expect(found('nothing like it')).toEqual([])
})

test('groups are in print order, breaking changes first', () => {
  const groups = groupEntries(editor.entries, null).filter(({ entries }) => entries.length > 0)
  expect(groups.map(({ title, entries }) => [title, ...entries.map(({ id }) => id)])).toEqual([
    ['Added', 'pr-3', 'pr-1'],
    ['Fixed', 'pr-2'],
  ])
})

test('after a removal the next entry gets the focus, else the previous one', () => {
  const order = ['a', 'b', 'c', 'd']
  expect(focusAfterRemoval(order, ['b'])).toBe('c')
  expect(focusAfterRemoval(order, ['a', 'c'])).toBe('d')
  expect(focusAfterRemoval(order, ['c', 'd'])).toBe('b')
  expect(focusAfterRemoval(order, order)).toBeNull()
})

test('a range is selected in both directions', () => {
  const order = ['a', 'b', 'c', 'd']
  expect(rangeBetween(order, 'c', 'a')).toEqual(['a', 'b', 'c'])
  expect(rangeBetween(order, 'x', 'b')).toEqual(['b'])
})

test('after undo the first entry that changed gets the focus', () => {
  const order = ['pr-3', 'pr-1', 'pr-2']
  const before = rebaseOnDraft(emptyEditorModel, draftFrom(index))
  const changed = applyAction(before, { type: 'set-locked', ids: ['pr-1'], locked: true }, index)
  expect(firstChanged(before, changed, order)).toBe('pr-1')
  expect(firstChanged(before, before, order)).toBeNull()
})

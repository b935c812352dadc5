import { expect, test } from 'vitest'
import type { Answer } from '../../src/core/answer.ts'
import { draftFrom, makeEvidence } from '../../test/support/sample-evidence.ts'
import type { AppEvent } from './app-event.ts'
import { firstState, reduce } from './reduce.ts'

const index = makeEvidence([{ commits: [1] }, { commits: [2] }], [3])
const trouble = { code: 'gateway_timeout', title: 'Too slow', detail: 'Try again.', retryAfter: null }

function answer(word = 'first'): Answer {
  return {
    success: true,
    ...{ changelog: '', commitCount: 3, format: 'simple' as const, range: index.answer.range },
    writer: { engine: 'model', model: 'm', usage: null, fallback: null },
    ...draftFrom(index, word),
    contributors: [],
    houseStyle: null,
    warnings: [],
  }
}

const known: AppEvent[] = [
  { type: 'signed-in', session: { host: 'github', token: 't', modelKey: '' } },
  { type: 'choose', choice: { repo: 'acme/widget' } },
  { type: 'range-known', index, kept: null },
]
const having = (...events: AppEvent[]) => [...known, ...events].reduce(reduce, firstState)
const texts = (state: ReturnType<typeof having>) => state.line.present.items.map(({ text }) => text)

test('a draft is one step to go back over, however many entries came one by one', () => {
  const { entries } = answer()
  const drafted = having(
    { type: 'draft-asked', what: 'Drafting' },
    { type: 'arrived', entries: entries.slice(0, 1) },
    { type: 'arrived', entries: entries.slice(1) },
    { type: 'drafted', answer: answer() },
  )
  expect(texts(drafted)).toEqual(['change 1, first', 'change 2, first'])
  expect(texts(reduce(drafted, { type: 'undo' }))).toEqual([])
  expect(texts(reduce(reduce(drafted, { type: 'undo' }), { type: 'redo' }))).toHaveLength(2)
})

test('what is edited while entries arrive is kept when the draft is whole', () => {
  const edited = having(
    { type: 'draft-asked', what: 'Drafting' },
    { type: 'arrived', entries: answer().entries.slice(0, 1) },
    { type: 'act', act: { do: 'write', id: 'pr-1', text: 'Mine' } },
    { type: 'drafted', answer: answer() },
  )
  expect(texts(edited)).toEqual(['Mine', 'change 2, first'])
})

test('a draft that fails or is stopped keeps what arrived', () => {
  const some: AppEvent[] = [
    { type: 'draft-asked', what: 'Drafting' },
    { type: 'arrived', entries: answer().entries.slice(0, 1) },
  ]
  for (const end of [{ type: 'draft-failed', trouble }, { type: 'draft-cancelled' }] as AppEvent[]) {
    expect(texts(having(...some, end))).toEqual(['change 1, first'])
  }
})

test('a draft that brings nothing is no step', () => {
  const failed = having({ type: 'draft-asked', what: 'Drafting' }, { type: 'draft-failed', trouble })
  expect(failed.line.past).toEqual([])
})

test('another range clears the editor, another writer does not', () => {
  const drafted = having({ type: 'draft-asked', what: 'Drafting' }, { type: 'drafted', answer: answer() })
  expect(texts(reduce(drafted, { type: 'choose', choice: { writer: 'rules' } }))).toHaveLength(2)
  expect(texts(reduce(drafted, { type: 'choose', choice: { fromRef: 'v2' } }))).toEqual([])
})

test('an entry that is gone is neither selected nor open', () => {
  const state = having(
    { type: 'draft-asked', what: 'Drafting' },
    { type: 'drafted', answer: answer() },
    { type: 'select', ids: ['pr-1', 'pr-2'] },
    { type: 'open', id: 'pr-1' },
    { type: 'act', act: { do: 'leave-out', ids: ['pr-1'] } },
  )
  expect(state).toMatchObject({ selected: ['pr-2'], open: null })
})

test('whoever signs out leaves nothing on the page', () => {
  const state = having({ type: 'signed-out' })
  expect(state).toEqual({ ...firstState, hosts: [] })
})

test('progress that comes after the end changes nothing', () => {
  const drafted = having({ type: 'draft-asked', what: 'Drafting' }, { type: 'drafted', answer: answer() })
  const progress = { stage: 'write' as const, done: 1, total: 2 }
  expect(reduce(drafted, { type: 'progress', progress })).toBe(drafted)
})

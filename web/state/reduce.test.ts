import { expect, test } from 'vitest'
import type { Answer } from '../../src/core/answer.ts'
import { draftFrom, makeEvidence } from '../../test/support/sample-evidence.ts'
import type { AppAction } from './app-action.ts'
import type { AppState } from './app-state.ts'
import { initialState, reduce } from './reduce.ts'

const index = makeEvidence([{ commits: [1] }, { commits: [2] }], [3])
const error = { code: 'gateway_timeout', title: 'Too slow', detail: 'Try again.', retryAfter: null }

function answer(word = 'first'): Answer {
  return {
    success: true,
    ...{ changelog: '', commitCount: 3, format: 'simple' as const, range: index.answer.range },
    writer: { engine: 'model', model: 'm', usage: null, fallback: null },
    ...draftFrom(index, word),
    contributors: [],
    houseStyle: null,
    nextVersion: null,
    config: { source: 'none', path: null, sha: null, digest: null, package: null, unused: [] },
    highlights: [],
    warnings: [],
  }
}

const loaded: AppAction[] = [
  { type: 'signed-in', session: { host: 'github', token: 't', modelKey: '' } },
  { type: 'set-options', options: { repo: 'acme/widget' } },
  { type: 'range-loaded', index, saved: null },
]
const reduceAll = (...actions: AppAction[]) => [...loaded, ...actions].reduce(reduce, initialState)
const texts = (state: AppState) => state.history.present.entries.map(({ text }) => text)

test('a draft is undone in one step, even if its entries arrived one by one', () => {
  const { entries } = answer()
  const drafted = reduceAll(
    { type: 'draft-requested', task: 'Drafting' },
    { type: 'entries-received', entries: entries.slice(0, 1) },
    { type: 'entries-received', entries: entries.slice(1) },
    { type: 'draft-completed', answer: answer() },
  )
  expect(texts(drafted)).toEqual(['change 1, first', 'change 2, first'])
  expect(texts(reduce(drafted, { type: 'undo' }))).toEqual([])
  expect(texts(reduce(reduce(drafted, { type: 'undo' }), { type: 'redo' }))).toHaveLength(2)
})

test('edits made while entries arrive are kept when the draft is complete', () => {
  const edited = reduceAll(
    { type: 'draft-requested', task: 'Drafting' },
    { type: 'entries-received', entries: answer().entries.slice(0, 1) },
    { type: 'edit', action: { type: 'set-text', id: 'pr-1', text: 'Mine' } },
    { type: 'draft-completed', answer: answer() },
  )
  expect(texts(edited)).toEqual(['Mine', 'change 2, first'])
})

test('a draft that fails or is stopped keeps the received entries', () => {
  const some: AppAction[] = [
    { type: 'draft-requested', task: 'Drafting' },
    { type: 'entries-received', entries: answer().entries.slice(0, 1) },
  ]
  for (const end of [{ type: 'draft-failed', error }, { type: 'draft-cancelled' }] as AppAction[]) {
    expect(texts(reduceAll(...some, end))).toEqual(['change 1, first'])
  }
})

test('a draft that changes nothing adds no step', () => {
  const failed = reduceAll({ type: 'draft-requested', task: 'Drafting' }, { type: 'draft-failed', error })
  expect(failed.history.past).toEqual([])
})

test('another range clears the draft, another writer does not', () => {
  const drafted = reduceAll(
    { type: 'draft-requested', task: 'Drafting' },
    { type: 'draft-completed', answer: answer() },
  )
  expect(texts(reduce(drafted, { type: 'set-options', options: { writer: 'rules' } }))).toHaveLength(2)
  expect(texts(reduce(drafted, { type: 'set-options', options: { fromRef: 'v2' } }))).toEqual([])
})

test('an excluded entry is neither selected nor open', () => {
  const state = reduceAll(
    { type: 'draft-requested', task: 'Drafting' },
    { type: 'draft-completed', answer: answer() },
    { type: 'select', ids: ['pr-1', 'pr-2'] },
    { type: 'start-editing', target: { kind: 'entry', id: 'pr-1' } },
    { type: 'edit', action: { type: 'exclude', ids: ['pr-1'] } },
  )
  expect(state).toMatchObject({ selected: ['pr-2'], editing: null })
})

test('signing out resets the page', () => {
  const state = reduceAll({ type: 'signed-out' })
  expect(state).toEqual({ ...initialState, hosts: [] })
})

test('progress after the end of a draft changes nothing', () => {
  const drafted = reduceAll(
    { type: 'draft-requested', task: 'Drafting' },
    { type: 'draft-completed', answer: answer() },
  )
  const progress = { stage: 'write' as const, done: 1, total: 2 }
  expect(reduce(drafted, { type: 'draft-progress', progress })).toBe(drafted)
})

test('a draft keeps the reasons for which the rules wrote entries', () => {
  const changes = [{ id: 'pr-1', reason: 'unsupported', words: ['twice as fast'] }]
  const fallback = { reason: 'entries_refused', entries: 1, changes }
  const given = answer()
  const drafted = reduceAll(
    { type: 'draft-requested', task: 'Drafting' },
    { type: 'draft-completed', answer: { ...given, writer: { ...given.writer, fallback } } },
  )
  expect(drafted.draft).toMatchObject({ status: 'done', fallbacks: changes })
})

import { expect, test } from 'vitest'
import type { Change, Draft } from '../types.ts'
import { verify } from './verify.ts'

const change = (id: string): Change => ({
  id,
  title: 'x',
  type: null,
  scope: null,
  category: 'Added',
  breaking: false,
  breakingNotes: [],
  advisories: [],
  notability: 0.123456,
  commits: [id],
  pullRequests: [1],
  authors: [
    { name: 'Ada', email: 'a@b.c', login: null },
    { name: 'Bob', email: 'b@b.c', login: 'bobby' },
  ],
  labels: [],
  evidence: [],
})
const draft = (changeId: string, text = 'Words'): Draft => ({ changeId, text, writtenBy: 'rules' })

test('each change becomes one entry, in the order of the changes', () => {
  const entries = verify([draft('b'), draft('a')], [change('a'), change('b')])
  expect(entries.map(({ id }) => id)).toEqual(['a', 'b'])
  expect(entries[0]).toMatchObject({
    commits: ['a'],
    pullRequests: [1],
    authors: ['Ada', 'bobby'],
    notability: 0.12,
  })
})

test('the text of an entry is harmless', () => {
  expect(verify([draft('a', 'Thanks @ada, <b>\nfixes #1')], [change('a')])[0]!.text).toBe(
    'Thanks `@ada`, `<b>` fixes `#1`',
  )
})

test.each([
  ['a change that nobody worded', [], 'the change a has no words'],
  ['a change worded with nothing', [draft('a', ' \n')], 'the change a has no words'],
  ['a change worded twice', [draft('a'), draft('a')], 'the change a is worded twice'],
  ['an unknown change', [draft('a'), draft('z')], 'a draft cites the unknown change z'],
])('%s stops the notes', (_what, drafts, cause) => {
  expect(() => verify(drafts, [change('a')])).toThrow(expect.objectContaining({ code: 'internal', cause }))
})

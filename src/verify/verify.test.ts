import { expect, test } from 'vitest'
import type { Change, Omission } from '../core/change.ts'
import type { Commit } from '../core/commit.ts'
import type { Draft } from '../core/entry.ts'
import { buildEntry, verify } from './verify.ts'

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
  importance: 0.4,
  commits: [id],
  messages: [{ subject: `What ${id} is called, all of it`, body: '' }],
  pullRequests: [1],
  authors: [
    { name: 'Ada', email: 'a@b.c', login: null },
    { name: 'Bob', email: 'b@b.c', login: 'bobby' },
  ],
  labels: [],
  sources: [],
  requestBodies: [],
  paths: [],
  evidence: [],
})
const draft = (changeId: string, text = 'Words'): Draft => ({
  changeIds: [changeId],
  category: 'Added',
  text,
  writtenBy: 'rules',
  exclusionReason: null,
})
const commit = (sha: string): Commit => ({
  sha,
  parents: [],
  author: { name: 'Ada', email: 'a@b.c', login: null },
  authoredAt: '',
  committedAt: 0,
  message: '',
  paths: [],
  pathsCut: false,
  tags: [],
})
const verified = (drafts: Draft[], changes: Change[], omitted: Omission[] = []) =>
  verify(drafts, { changes, omitted }, ['a', 'b', 'c'].map(commit))

test('each change becomes one entry, in the order of the changes', () => {
  const { entries } = verified([draft('b'), draft('a')], [change('a'), change('b')])
  expect(entries.map(({ id }) => id)).toEqual(['a', 'b'])
  expect(entries[0]).toMatchObject({
    commits: ['a'],
    pullRequests: [1],
    authors: ['Ada', 'bobby'],
    notability: 0.12,
  })
})

test("a person's own entry is about no commit, and needs an id", () => {
  const own: Draft = { ...draft('a', 'Thanks to all'), changeIds: [], id: 'own-1', writtenBy: 'person' }
  const entry = buildEntry(own, new Map())
  expect(entry).toMatchObject({ id: 'own-1', text: 'Thanks to all', commits: [], breaking: false })
  expect(entry).not.toHaveProperty('section')
  expect(buildEntry({ ...own, section: 'Themes' }, new Map())).toMatchObject({
    section: 'Themes',
    type: null,
  })
  const { id: _id, ...withoutId } = own
  expect(() => buildEntry(withoutId, new Map())).toThrow(
    expect.objectContaining({ cause: 'a draft cites no change' }),
  )
})

test('an entry is in the section of its change, or in that of the category which a model chose', () => {
  const ticket = { id: 'NW-1', url: 'https://tickets.example/NW-1' }
  const sections = { Added: 'Ours', Changed: 'Ours', Deprecated: 'Ours', Removed: 'Ours', Security: 'Ours' }
  const configured = {
    ...change('a'),
    section: 'Ours',
    sections: { ...sections, Fixed: 'Bugs' },
    tickets: [ticket],
  }
  const build = (given: Draft) => buildEntry(given, new Map([['a', configured]]))
  expect(build(draft('a'))).toMatchObject({ section: 'Ours', type: null, tickets: [ticket] })
  expect(build({ ...draft('a'), category: 'Fixed' })).toMatchObject({ section: 'Bugs' })
  expect(build({ ...draft('a'), category: 'Security' })).toMatchObject({ section: 'Ours' })
  expect(build({ ...draft('a'), section: 'Chosen' })).toMatchObject({ section: 'Chosen' })
  const plain = buildEntry(draft('b'), new Map([['b', change('b')]]))
  expect(plain).not.toHaveProperty('section')
  expect(plain).not.toHaveProperty('tickets')
})

test('the text of an entry is harmless', () => {
  expect(verified([draft('a', 'Thanks @ada, <b>\nfixes #1')], [change('a')]).entries[0]!.text).toBe(
    'Thanks `@ada`, `<b>` fixes `#1`',
  )
})

test.each([
  ['a change without a draft', [], 'the change a has no draft'],
  ['a draft without text', [draft('a', ' \n')], 'the draft of a has no text'],
  ['a change with two drafts', [draft('a'), draft('a')], 'the change a has two drafts'],
  ['an unknown change', [draft('a'), draft('z')], 'a draft cites the unknown change z'],
])('%s is an internal error', (_what, drafts, cause) => {
  expect(() => verified(drafts, [change('a')])).toThrow(expect.objectContaining({ code: 'internal', cause }))
})

test('a draft of several changes becomes one entry with all their commits and authors', () => {
  const breaking = { ...change('b'), breaking: true, notability: 0.9, pullRequests: [2], labels: ['ui'] }
  const together = { ...draft('a'), changeIds: ['a', 'b'], category: 'Changed' as const }
  expect(verified([together], [change('a'), breaking]).entries).toEqual([
    expect.objectContaining({
      ...{ id: 'a', category: 'Changed', breaking: true, notability: 0.9, labels: ['ui'] },
      ...{ commits: ['a', 'b'], pullRequests: [1, 2], authors: ['Ada', 'bobby'] },
    }),
  ])
})

test('the commits of an excluded draft are omitted with its reason, in the order of the history', () => {
  const excluded = { ...draft('b'), exclusionReason: 'Of no interest.' }
  const before: Omission = { sha: 'c', subject: 'x', reason: 'docs', detail: 'The type is docs.' }
  const { entries, omitted } = verified([draft('a'), excluded], [change('a'), change('b')], [before])
  expect(entries.map(({ id }) => id)).toEqual(['a'])
  expect(omitted).toEqual([
    { sha: 'b', subject: 'What b is called, all of it', reason: 'not-notable', detail: 'Of no interest.' },
    before,
  ])
})

test('each commit of an excluded change keeps its subject', () => {
  const both = {
    ...change('a'),
    commits: ['a', 'c'],
    messages: ['First', 'Second'].map((subject) => ({ subject, body: '' })),
  }
  const { omitted } = verified([{ ...draft('a'), exclusionReason: 'Of no interest.' }], [both])
  expect(omitted.map(({ sha, subject }) => [sha, subject])).toEqual([
    ['a', 'First'],
    ['c', 'Second'],
  ])
})

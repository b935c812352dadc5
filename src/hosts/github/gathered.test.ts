import { expect, test } from 'vitest'
import { sampleHistory, sampleSha } from '../../../test/support/sample-history.ts'
import type { PullNode } from './answers.ts'
import { Gathered } from './gathered.ts'

function pull(more: Partial<PullNode>): PullNode {
  return {
    number: 1,
    title: 'Tabs',
    merged: true,
    mergeCommit: { oid: sampleSha(1) },
    baseRepository: { nameWithOwner: 'Acme/Tool' },
    labels: [],
    author: { __typename: 'User', login: 'ada' },
    files: [],
    ...more,
  }
}

const commits = sampleHistory('one', 'two')

test.each<[string, Partial<PullNode>, boolean]>([
  ['merged into this range', {}, true],
  ['not merged', { merged: false }, false],
  ['of a fork', { baseRepository: { nameWithOwner: 'fork/tool' } }, false],
  ['of a repository that is gone', { baseRepository: null }, false],
  ['merged before the range', { mergeCommit: { oid: sampleSha(9) } }, false],
  ['whose merge nobody knows', { mergeCommit: null }, false],
])('a pull request %s: kept %s', (_name, more, kept) => {
  const gathered = new Gathered(commits, 'acme/tool')
  expect(gathered.addPull(pull(more), null)).toBe(kept)
  expect(gathered.details(null).pullRequests).toHaveLength(kept ? 1 : 0)
})

test('a pull request told twice is one, with the commits of both', () => {
  const gathered = new Gathered(commits, 'acme/tool')
  gathered.addPull(pull({ files: [{ path: 'a.ts' }] }), sampleSha(2))
  gathered.addPull(pull({}), null)
  expect(gathered.details(null).pullRequests).toEqual([
    {
      number: 1,
      title: 'Tabs',
      body: '',
      labels: [],
      commits: [sampleSha(1), sampleSha(2)],
      paths: ['a.ts'],
    },
  ])
})

test('a private address names its login, and a bot is nobody new', () => {
  const author = { name: 'Ada', email: '123+ada-l@users.noreply.github.com', login: null }
  const gathered = new Gathered(sampleHistory({ author }), 'acme/tool')
  gathered.addPull(pull({ author: { __typename: 'Bot', login: 'dependabot' } }), null)
  expect(gathered.details(null).logins).toEqual([{ email: author.email, login: 'ada-l' }])
  expect([...gathered.authors()]).toEqual([])
})

import { expect, test } from 'vitest'
import { sampleHistory, sampleSha } from '../../../test/support/sample-history.ts'
import { RangeDetailsBuilder } from './range-details.ts'
import type { PullNode } from './schemas.ts'

function pull(more: Partial<PullNode>): PullNode {
  return {
    number: 1,
    title: 'Tabs',
    merged: true,
    mergeCommit: { oid: sampleSha(1) },
    baseRepository: { nameWithOwner: 'Acme/Tool' },
    labels: [],
    author: { __typename: 'User', login: 'ada' },
    ...more,
  }
}

const commits = sampleHistory('one', 'two')

test.each<[string, Partial<PullNode>, boolean]>([
  ['merged into this range', {}, true],
  ['not merged', { merged: false }, false],
  ['of a fork', { baseRepository: { nameWithOwner: 'fork/tool' } }, false],
  ['of a deleted repository', { baseRepository: null }, false],
  ['merged before the range', { mergeCommit: { oid: sampleSha(9) } }, false],
  ['without a known merge commit', { mergeCommit: null }, false],
])('a pull request %s: kept %s', (_name, more, kept) => {
  const builder = new RangeDetailsBuilder(commits, 'acme/tool')
  expect(builder.addPull(pull(more), null)).toBe(kept)
  expect(builder.build(null).pullRequests).toHaveLength(kept ? 1 : 0)
})

test('a pull request that is added twice keeps the commits of both', () => {
  const builder = new RangeDetailsBuilder(commits, 'acme/tool')
  builder.addPull(pull({}), sampleSha(2))
  builder.addPull(pull({}), null)
  expect(builder.build(null).pullRequests).toEqual([
    {
      number: 1,
      title: 'Tabs',
      body: '',
      labels: [],
      commits: [sampleSha(1), sampleSha(2)],
      paths: [],
    },
  ])
})

test('a private email address contains the login, and a bot is no first-time contributor', () => {
  const author = { name: 'Ada', email: '123+ada-l@users.noreply.github.com', login: null }
  const builder = new RangeDetailsBuilder(sampleHistory({ author }), 'acme/tool')
  builder.addPull(pull({ author: { __typename: 'Bot', login: 'dependabot' } }), null)
  expect(builder.build(null).logins).toEqual([{ email: author.email, login: 'ada-l' }])
  expect([...builder.pullAuthors()]).toEqual([])
})

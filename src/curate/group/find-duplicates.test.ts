import { describe, expect, test } from 'vitest'
import {
  parseSample,
  type SampleCommit,
  sampleHistory,
  sampleSha,
} from '../../../test/support/sample-history.ts'
import { findDuplicates } from './find-duplicates.ts'

function copiesIn(...samples: SampleCommit[]): number[] {
  const commits = parseSample(sampleHistory(...samples))
  const duplicates = findDuplicates(commits)
  return commits.filter(({ commit }) => duplicates.has(commit.sha)).map(({ position }) => position + 1)
}

const authoredAt = '2026-01-01T00:00:00Z'
const paths = ['src/x.ts']

test('a cherry-pick is a copy of the commit it names, even reworded', () => {
  expect(copiesIn('Add x', `Add x, again\n\n(cherry picked from commit ${sampleSha(1)})`)).toEqual([2])
})

test('a cherry-pick from outside the range is not a copy', () => {
  expect(copiesIn(`Add x\n\n(cherry picked from commit ${'f'.repeat(40)})`)).toEqual([])
})

test('later commits with the same subject, author and date are copies', () => {
  const copy = { message: 'Add x', authoredAt, paths }
  expect(copiesIn(copy, copy, copy)).toEqual([3, 2])
})

test('a copy with another pull-request number is still a copy', () => {
  const first = { message: 'Add x (#1)', authoredAt, paths }
  expect(copiesIn(first, { message: 'Add x (#2)', authoredAt, paths })).toEqual([2])
})

test('a copy whose files are not known is still a copy', () => {
  const unknown = { message: 'Add x', authoredAt, paths: [], pathsCut: true }
  expect(copiesIn({ message: 'Add x', authoredAt, paths }, unknown)).toEqual([2])
})

test.each([
  ['another subject', { message: 'Add y', authoredAt, paths }],
  ['another moment', { message: 'Add x', authoredAt: '2026-01-02T00:00:00Z', paths }],
  [
    'another author',
    { message: 'Add x', authoredAt, paths, author: { name: 'B', email: 'b@c.d', login: null } },
  ],
  ['another file', { message: 'Add x', authoredAt, paths: ['src/y.ts'] }],
])('%s is another change', (_what, other) => {
  expect(copiesIn({ message: 'Add x', authoredAt, paths }, other)).toEqual([])
})

describe('a back-port is a copy', () => {
  test.each([
    ['by the number in its title', 'Add x (#1) (#2)'],
    ['by the mark of Mergify', 'Add x (backport #1) (#2)'],
    ['by a line of its body', '[1.x] Add x (#2)\n\nBackport of #1'],
    ['by the repository and the number', '[1.x] Add x (#2)\n\nBackports acme/tool#1.'],
  ])('%s', (_way, message) => {
    expect(copiesIn({ message: 'Add x (#1)', paths }, { message, paths })).toEqual([2])
  })

  test('but not when it changes other files', () => {
    const other = { message: 'Add x (#1) (#2)', paths: ['src/y.ts'] }
    expect(copiesIn({ message: 'Add x (#1)', paths }, other)).toEqual([])
  })

  test('but not when it has another title', () => {
    expect(copiesIn({ message: 'Add x (#1)', paths }, { message: 'Fix x (#1) (#2)', paths })).toEqual([])
  })
})

test('of two commits that name each other as their source one stays', () => {
  const copyOf = (n: number) => `Add ${n}\n\n(cherry picked from commit ${sampleSha(n)})`
  expect(copiesIn(copyOf(2), copyOf(1))).toHaveLength(1)
})

test('a commit that names itself as its source stays', () => {
  expect(copiesIn(`Add x\n\n(cherry picked from commit ${sampleSha(1)})`)).toEqual([])
})

test('merges and empty messages are never copies', () => {
  const parents = [sampleSha(1), sampleSha(2)]
  expect(
    copiesIn(
      { authoredAt },
      { authoredAt },
      { message: 'M', authoredAt, parents },
      { message: 'M', authoredAt, parents },
    ),
  ).toEqual([])
})

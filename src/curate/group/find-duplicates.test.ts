import { expect, test } from 'vitest'
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

test('a cherry-pick is a copy of the commit it names, even reworded', () => {
  expect(copiesIn('Add x', `Add x, again\n\n(cherry picked from commit ${sampleSha(1)})`)).toEqual([2])
})

test('a cherry-pick from outside the range is not a copy', () => {
  expect(copiesIn(`Add x\n\n(cherry picked from commit ${'f'.repeat(40)})`)).toEqual([])
})

test('later commits with the same subject, author and date are copies', () => {
  const copy = { message: 'Add x', authoredAt }
  expect(copiesIn(copy, copy, copy)).toEqual([3, 2])
})

test('a copy with another pull-request number is still a copy', () => {
  expect(copiesIn({ message: 'Add x (#1)', authoredAt }, { message: 'Add x (#2)', authoredAt })).toEqual([2])
})

test.each([
  ['another subject', { message: 'Add y', authoredAt }],
  ['another moment', { message: 'Add x', authoredAt: '2026-01-02T00:00:00Z' }],
  ['another author', { message: 'Add x', authoredAt, author: { name: 'B', email: 'b@c.d', login: null } }],
])('%s is another change', (_what, other) => {
  expect(copiesIn({ message: 'Add x', authoredAt }, other)).toEqual([])
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

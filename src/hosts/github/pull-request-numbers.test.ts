import { expect, test } from 'vitest'
import { sampleHistory, sampleSha } from '../../../test/support/sample-history.ts'
import { commitsWithoutNumber, pullRequestNumberIn } from './pull-request-numbers.ts'

test.each([
  ['Add tabs (#12)', 12],
  ['Add tabs (#12)\n\nBody (#13)', 12],
  ['Merge pull request #7 from acme/x\n\nAdd tabs', 7],
  ['Merge #8 #9\n\n8: x', 8],
  ['Land it\n\nPR-URL: https://github.com/acme/tool/pull/44\nReviewed-By: Ada', 44],
  ['Land it\n\nPR-URL: https://github.com/other/tool/pull/44', null],
  ['Fix #12', null],
  ['Fix (#12) at last', null],
  ['Big (#99999999999)', null],
  ['Big (#2147483648)', null],
  ['Zero (#0)', null],
  ['', null],
])('%j has the number %s', (message, number) => {
  expect(pullRequestNumberIn(message, 'acme/tool')).toBe(number)
})

test('commits merged with a number need no lookup, commits merged without one do', () => {
  const commits = sampleHistory(
    'one',
    { message: 'side of a pull request', parents: [sampleSha(1)] },
    { message: 'Merge pull request #3 from a/b', parents: [sampleSha(1), sampleSha(2)] },
    { message: 'side of nothing', parents: [sampleSha(3)] },
    { message: "Merge branch 'x'", parents: [sampleSha(3), sampleSha(4)] },
    'squashed (#4)',
    'last',
  )
  expect(
    commitsWithoutNumber(commits, 'acme/tool')
      .map(({ message }) => message)
      .toSorted(),
  ).toEqual(['last', 'one', 'side of nothing'])
})

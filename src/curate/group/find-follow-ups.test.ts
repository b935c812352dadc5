import { expect, test } from 'vitest'
import { parseSample, sampleHistory, sampleSha } from '../../../test/support/sample-history.ts'
import { findFollowUps } from './find-follow-ups.ts'

/** For each commit that follows on another, both by their place, counted from 1. */
function followed(...samples: Parameters<typeof sampleHistory>): [number, number][] {
  const found = findFollowUps(parseSample(sampleHistory(...samples)))
  const place = (sha: string) => samples.findIndex((_, index) => sampleSha(index + 1) === sha) + 1
  return [...found].map(([sha, target]) => [place(sha), place(target.commit.sha)])
}

test.each([
  ['a fixup of an earlier commit', ['Add tabs', 'Other', 'fixup! Add tabs'], [[3, 1]]],
  [
    'a fixup of a fixup',
    ['Add tabs', 'fixup! Add tabs', 'squash! Add tabs'],
    [
      [2, 1],
      [3, 1],
    ],
  ],
  ['a typo in a pull request of the range', ['Add tabs (#7)', 'Fix typo in #7 (#8)'], [[2, 1]]],
  ['a follow-up by its number', ['Add tabs (#7)', 'Follow-up to #7: rename the flag (#8)'], [[2, 1]]],
  ['a regression that was never released', ['Add tabs (#7)', 'Fix regression from #7 (#8)'], [[2, 1]]],
  ['the previous commit of the same author', ['Add tabs', 'Fix typo in the previous commit'], [[2, 1]]],
  [
    'a footer that names what it mends',
    ['Add tabs', `Stop flicker\n\nFixes: ${sampleSha(1).slice(0, 12)} ("Add tabs")`],
    [[2, 1]],
  ],
] as [string, string[], [number, number][]][])('%s is not news of its own', (_what, samples, pairs) => {
  expect(followed(...samples)).toEqual(pairs)
})

test.each([
  ['a number that is not in the range', ['Add tabs (#7)', 'Fix typo in #6 (#8)']],
  ['a fix that cites an issue', ['Add tabs (#7)', 'Fix crash, closes #7 (#8)']],
  ['a fixup of nothing we know', ['Add tabs', 'fixup! Add windows']],
  ['a commit that is mended before the range', ['Add tabs', 'Stop flicker\n\nFixes: 0123456789ab ("Old")']],
  ['words about a previous commit in a body', ['Add tabs', 'Add windows\n\nAs in the previous commit.']],
])('%s stands by itself', (_what, samples) => {
  expect(followed(...samples)).toEqual([])
})

test('the previous commit of somebody else is not followed', () => {
  const ben = { name: 'Ben', email: 'ben@example.org', login: null }
  expect(followed('Add tabs', { message: 'Fix typo in the last commit', author: ben })).toEqual([])
})

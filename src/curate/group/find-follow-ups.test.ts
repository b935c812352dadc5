import { expect, test } from 'vitest'
import {
  parseSample,
  type SampleCommit,
  sampleHistory,
  sampleSha,
} from '../../../test/support/sample-history.ts'
import { findFollowUps } from './find-follow-ups.ts'

/** The number of each follow-up and of the commit it completes. */
function followUps(...samples: SampleCommit[]): [number, number][] {
  const found = findFollowUps(parseSample(sampleHistory(...samples)))
  const numberOf = (sha: string) => samples.findIndex((_, index) => sampleSha(index + 1) === sha) + 1
  return [...found].map(([sha, target]) => [numberOf(sha), numberOf(target.commit.sha)])
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
    'a fix of a fault that a pull request of the range introduced',
    ['Add tabs (#7)', 'fix: crash on start\n\nThis was introduced in #7. (#8)'],
    [[2, 1]],
  ],
  [
    'a further part',
    ['Rework the parser, part 1', 'Add tabs', 'Rework the parser, part 2', 'Rework the parser (3/3)'],
    [
      [3, 1],
      [4, 1],
    ],
  ],
  [
    'a fix of a new name',
    [
      'feat: add the `--fast` option',
      'fix: `--fast` skips files',
      'Add `parse_all` function',
      'Fix `parse_all` for tabs',
    ],
    [
      [2, 1],
      [4, 3],
    ],
  ],
  [
    'a footer that names what it fixes',
    ['Add tabs', `Stop flicker\n\nFixes: ${sampleSha(1).slice(0, 12)} ("Add tabs")`],
    [[2, 1]],
  ],
] as [string, string[], [number, number][]][])('%s is a follow-up', (_what, samples, pairs) => {
  expect(followUps(...samples)).toEqual(pairs)
})

test.each([
  ['a number that is not in the range', ['Add tabs (#7)', 'Fix typo in #6 (#8)']],
  ['a fix that cites an issue', ['Add tabs (#7)', 'Fix crash, closes #7 (#8)']],
  [
    'a change that uses what another introduced',
    ['Add tabs (#7)', 'Add windows\n\nUses the API introduced in #7.'],
  ],
  ['a security fix', ['Add tabs (#7)', 'fix: vulnerability in tabs\n\nIntroduced in #7.']],
  ['a breaking fix', ['Add `--fast`', 'fix!: `--fast` takes a number']],
  ['a fix of more than the new name', ['Add `--fast` to the list of files', 'fix: `--fast` skips files']],
  ['a new thing that mentions a new name', ['Add `--fast`', 'feat: show `--fast` in the help']],
  ['a part without a title', ['Part 1', 'Part 2']],
  ['a fixup of nothing we know', ['Add tabs', 'fixup! Add windows']],
  ['a fix of a commit before the range', ['Add tabs', 'Stop flicker\n\nFixes: 0123456789ab ("Old")']],
  ['a body that mentions a previous commit', ['Add tabs', 'Add windows\n\nAs in the previous commit.']],
])('%s is not a follow-up', (_what, samples) => {
  expect(followUps(...samples)).toEqual([])
})

test('the previous commit of another author has no follow-up', () => {
  const ben = { name: 'Ben', email: 'ben@example.org', login: null }
  expect(followUps('Add tabs', { message: 'Fix typo in the last commit', author: ben })).toEqual([])
})

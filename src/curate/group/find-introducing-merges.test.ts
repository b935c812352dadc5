import { expect, test } from 'vitest'
import {
  parseSample,
  type SampleCommit,
  sampleHistory,
  sampleSha,
} from '../../../test/support/sample-history.ts'
import { findIntroducingMerges } from './find-introducing-merges.ts'

/** For each commit, by its number, the number of the merge that introduced it. */
function mergesOf(...samples: SampleCommit[]): Record<number, number> {
  const introducedBy = findIntroducingMerges(parseSample(sampleHistory(...samples)))
  const numberOf = (sha: string) => Number.parseInt(sha.slice(0, 7), 16)
  return Object.fromEntries(
    [...introducedBy].map(([sha, merge]) => [numberOf(sha), numberOf(merge.commit.sha)]),
  )
}

const after = (...numbers: number[]) => numbers.map(sampleSha)
const pullRequest = (number: number) => `Merge pull request #${number} from ada/x\n\nTitle`

test('a merge of a pull request introduces its commits, and none of the main line', () => {
  expect(
    mergesOf(
      'base',
      { message: 'a', parents: after(1) },
      { message: 'b', parents: after(2) },
      { message: 'main', parents: after(1) },
      { message: pullRequest(1), parents: after(4, 3) },
      'later',
    ),
  ).toEqual({ 2: 5, 3: 5 })
})

test('a commit belongs to the merge that introduced it first', () => {
  expect(
    mergesOf(
      'base',
      { message: 'shared', parents: after(1) },
      { message: pullRequest(1), parents: after(1, 2) },
      { message: 'more', parents: after(2) },
      { message: pullRequest(2), parents: after(3, 4) },
    ),
  ).toEqual({ 2: 3, 4: 5 })
})

test('commits of a merge inside a pull request belong to that pull request', () => {
  expect(
    mergesOf(
      'base',
      { message: 'a', parents: after(1) },
      { message: 'side', parents: after(1) },
      { message: "Merge branch 'side' into x", parents: after(2, 3) },
      { message: pullRequest(1), parents: after(1, 4) },
    ),
  ).toEqual({ 2: 5, 3: 5, 4: 5 })
})

test('a pull request merged into a pull request keeps its own commits', () => {
  expect(
    mergesOf(
      'base',
      { message: 'a', parents: after(1) },
      { message: 'inner', parents: after(1) },
      { message: pullRequest(2), parents: after(2, 3) },
      { message: pullRequest(1), parents: after(1, 4) },
    ),
  ).toEqual({ 2: 5, 3: 4, 4: 5 })
})

test('an octopus merge introduces the commits of each of its branches', () => {
  expect(
    mergesOf(
      'base',
      { message: 'a', parents: after(1) },
      { message: 'b', parents: after(1) },
      { message: pullRequest(1), parents: after(1, 2, 3) },
    ),
  ).toEqual({ 2: 4, 3: 4 })
})

test('a merge without a number introduces nothing', () => {
  expect(
    mergesOf(
      'base',
      { message: 'a', parents: after(1) },
      { message: "Merge branch 'x'", parents: after(1, 2) },
    ),
  ).toEqual({})
})

test('an empty history has no merges', () => {
  expect(mergesOf()).toEqual({})
})

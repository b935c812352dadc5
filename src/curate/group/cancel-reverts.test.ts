import { describe, expect, test } from 'vitest'
import {
  parseSample,
  type SampleCommit,
  sampleHistory,
  sampleSha,
} from '../../../test/support/sample-history.ts'
import { cancelReverts } from './cancel-reverts.ts'
import { findIntroducingMerges } from './find-introducing-merges.ts'

/** A history whose commits all change the same file, unless they say otherwise. */
function inOneFile(...samples: SampleCommit[]) {
  const paths = ['src/x.ts']
  return sampleHistory(
    ...samples.map((sample) => ({ paths, ...(typeof sample === 'string' ? { message: sample } : sample) })),
  )
}

/** The numbers of the commits that stay, the oldest first. */
function remaining(...samples: SampleCommit[]): number[] {
  const commits = parseSample(inOneFile(...samples))
  const { cancelled } = cancelReverts(commits, findIntroducingMerges(commits))
  return commits
    .filter(({ commit }) => !cancelled.has(commit.sha))
    .map(({ position }) => position + 1)
    .reverse()
}

const reverting = (n: number, subject = 'x') => `Revert "${subject}"\n\nThis reverts commit ${sampleSha(n)}.`
const outside = 'f'.repeat(40)

describe('a revert and the reverted commit cancel out', () => {
  test.each([
    ['by SHA', reverting(2)],
    ['by a short SHA', `Undo\n\nThis reverts commit ${sampleSha(2).slice(0, 7)}.`],
    ['by subject', 'Revert "Add x"'],
    ['by subject in other capitals', 'revert: add x'],
    ['by subject with a number', 'Revert "Add x (#7)" (#8)'],
    ['by pull request', 'Undo it (#8)\n\nReverts acme/tool#7'],
    ['by footer', `Undo\n\nReverts: ${sampleSha(2)}`],
  ])('%s', (_way, message) => {
    expect(remaining('base', 'Add x (#7)', message)).toEqual([1])
  })
})

test('a revert by subject cancels the newer of two commits', () => {
  expect(remaining('Add x', 'Add x', 'Revert "Add x"')).toEqual([1])
})

test('a revert of a revert restores the first commit', () => {
  expect(remaining('Add x', reverting(1, 'Add x'), reverting(2, 'Revert "Add x"'))).toEqual([1])
})

test('a reapplication by subject restores the first commit', () => {
  expect(remaining('Add x', 'Revert "Add x"', 'Reapply "Add x"')).toEqual([1])
})

test('three reverts in a row cancel the commit', () => {
  expect(remaining('Add x', reverting(1), reverting(2), reverting(3))).toEqual([])
})

test('a commit that was reverted and made again stays once', () => {
  expect(remaining('Add x', 'Revert "Add x"', 'Add x')).toEqual([3])
})

describe('a revert of something outside the range stays', () => {
  test.each([
    ['by SHA', `Revert "Add x"\n\nThis reverts commit ${outside}.`],
    ['by subject', 'Revert "Add something else"'],
    ['by pull request', 'Undo\n\nReverts acme/tool#99'],
  ])('%s', (_way, message) => {
    expect(remaining('Add y', message)).toEqual([1, 2])
  })

  test('also when another commit has the subject and changes other files', () => {
    const message = `Revert "Add y"\n\nThis reverts commit ${outside}.`
    expect(remaining('Add y', { message, paths: ['src/y.ts'] })).toEqual([1, 2])
  })

  test('also when it reverts a commit of the range as well', () => {
    expect(remaining('Add x', `Undo\n\nThis reverts commits ${sampleSha(1)} and ${outside}.`)).toEqual([2])
  })
})

test('a revert never cancels a later commit', () => {
  expect(remaining(reverting(2), 'Add x')).toEqual([1, 2])
})

test('a commit that is reverted twice cancels one revert', () => {
  expect(remaining('Add x', reverting(1), reverting(1))).toHaveLength(1)
})

describe('a merge', () => {
  const merged = [
    'base',
    { message: 'one', parents: [sampleSha(1)] },
    { message: 'two', parents: [sampleSha(2)] },
    { message: 'Merge pull request #7 from ada/x\n\nAdd x', parents: [sampleSha(1), sampleSha(3)] },
  ]

  test.each([
    ['by SHA', reverting(4)],
    [
      'by SHA, in the message that git writes',
      `Undo\n\nThis reverts commit ${sampleSha(4)}, reversing\nchanges made to ${sampleSha(1)}.`,
    ],
    ['by pull request', 'Revert "Add x" (#8)\n\nReverts acme/tool#7'],
    ['by the title of its pull request', 'Revert "Add x" (#8)'],
  ])('is cancelled with all its commits when it is reverted %s', (_way, message) => {
    expect(remaining(...merged, message)).toEqual([1])
  })

  test('is cancelled when each of its commits is reverted', () => {
    expect(remaining(...merged, reverting(2), reverting(3))).toEqual([1])
  })

  test('stays when one of its commits stays', () => {
    expect(remaining(...merged, reverting(2))).toEqual([1, 3, 4])
  })
})

test('each cancelled commit has a reason', () => {
  const commits = parseSample(inOneFile('Add x', reverting(1)))
  expect(Object.fromEntries(cancelReverts(commits, new Map()).cancelled)).toEqual({
    [sampleSha(1)]: `Reverted by ${sampleSha(2).slice(0, 7)} in the same range.`,
    [sampleSha(2)]: `It reverts ${sampleSha(1).slice(0, 7)} in the same range.`,
  })
})

test('an empty commit reverts nothing', () => {
  expect(remaining('base', 'Add x', { message: reverting(2, 'Add x'), paths: [] })).toEqual([1, 2, 3])
})

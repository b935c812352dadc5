import { describe, expect, test } from 'vitest'
import { parseSample, sampleHistory, sampleSha } from '../../../test/support/sample-history.ts'
import { cancelReverts } from './cancel-reverts.ts'
import { findIntroducingMerges } from './find-introducing-merges.ts'

/** The numbers of the commits that stay, the oldest first. */
function standing(...samples: Parameters<typeof sampleHistory>): number[] {
  const commits = parseSample(sampleHistory(...samples))
  const cancelled = cancelReverts(commits, findIntroducingMerges(commits))
  return commits
    .filter(({ commit }) => !cancelled.has(commit.sha))
    .map(({ position }) => position + 1)
    .reverse()
}

const reverting = (n: number, subject = 'x') => `Revert "${subject}"\n\nThis reverts commit ${sampleSha(n)}.`
const outside = 'f'.repeat(40)

describe('a revert leaves together with what it reverts', () => {
  test.each([
    ['by SHA', reverting(2)],
    ['by a short SHA', `Undo\n\nThis reverts commit ${sampleSha(2).slice(0, 7)}.`],
    ['by subject', 'Revert "Add x"'],
    ['by subject in other capitals', 'revert: add x'],
    ['by subject with a number', 'Revert "Add x (#7)" (#8)'],
    ['by pull request', 'Undo it (#8)\n\nReverts acme/tool#7'],
    ['by footer', `Undo\n\nReverts: ${sampleSha(2)}`],
  ])('%s', (_way, message) => {
    expect(standing('base', 'Add x (#7)', message)).toEqual([1])
  })
})

test('of two commits with one subject, the revert by subject takes the newer', () => {
  expect(standing('Add x', 'Add x', 'Revert "Add x"')).toEqual([1])
})

test('a revert of a revert lets the first commit stand again', () => {
  expect(standing('Add x', reverting(1, 'Add x'), reverting(2, 'Revert "Add x"'))).toEqual([1])
})

test('a reapplication by subject lets the first commit stand again', () => {
  expect(standing('Add x', 'Revert "Add x"', 'Reapply "Add x"')).toEqual([1])
})

test('three reverts in a row take the commit away', () => {
  expect(standing('Add x', reverting(1), reverting(2), reverting(3))).toEqual([])
})

test('a commit that was reverted and written anew is told once', () => {
  expect(standing('Add x', 'Revert "Add x"', 'Add x')).toEqual([3])
})

describe('a revert of something outside the range stays', () => {
  test.each([
    ['by SHA', `Revert "Add x"\n\nThis reverts commit ${outside}.`],
    ['by subject', 'Revert "Add something else"'],
    ['by pull request', 'Undo\n\nReverts acme/tool#99'],
    ['by SHA, though another commit has the subject', `Revert "Add y"\n\nThis reverts commit ${outside}.`],
  ])('%s', (_way, message) => {
    expect(standing('Add y', message)).toEqual([1, 2])
  })

  test('also when it takes back something of the range as well', () => {
    expect(standing('Add x', `Undo\n\nThis reverts commits ${sampleSha(1)} and ${outside}.`)).toEqual([2])
  })
})

test('a revert never takes back what came after it', () => {
  expect(standing(reverting(2), 'Add x')).toEqual([1, 2])
})

test('a commit that is reverted twice takes one revert with it', () => {
  expect(standing('Add x', reverting(1), reverting(1))).toHaveLength(1)
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
      'by SHA, as git words it',
      `Undo\n\nThis reverts commit ${sampleSha(4)}, reversing\nchanges made to ${sampleSha(1)}.`,
    ],
    ['by pull request', 'Revert "Add x" (#8)\n\nReverts acme/tool#7'],
    ['by the title of its pull request', 'Revert "Add x" (#8)'],
  ])('takes all that it brought along when it is reverted %s', (_way, message) => {
    expect(standing(...merged, message)).toEqual([1])
  })

  test('leaves when each commit it brought is reverted', () => {
    expect(standing(...merged, reverting(2), reverting(3))).toEqual([1])
  })

  test('stays when something it brought stands', () => {
    expect(standing(...merged, reverting(2))).toEqual([1, 3, 4])
  })
})

test('each cancelled commit is told what cancelled it', () => {
  const commits = parseSample(sampleHistory('Add x', reverting(1)))
  expect(Object.fromEntries(cancelReverts(commits, new Map()))).toEqual({
    [sampleSha(1)]: `Reverted by ${sampleSha(2).slice(0, 7)} in the same range.`,
    [sampleSha(2)]: `It reverts ${sampleSha(1).slice(0, 7)} in the same range.`,
  })
})

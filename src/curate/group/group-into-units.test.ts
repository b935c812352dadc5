import { expect, test } from 'vitest'
import {
  parseSample,
  type SampleCommit,
  sampleHistory,
  sampleSha,
} from '../../../test/support/sample-history.ts'
import { findIntroducingMerges } from './find-introducing-merges.ts'
import { groupIntoUnits } from './group-into-units.ts'

function unitsOf(...samples: SampleCommit[]) {
  const commits = parseSample(sampleHistory(...samples))
  return groupIntoUnits(commits, findIntroducingMerges(commits)).map(
    ({ title, header, pullRequest, commits }) => ({
      title,
      type: header.type,
      pullRequest,
      commits: commits.map(({ position }) => position + 1),
    }),
  )
}

const after = (...numbers: number[]) => numbers.map(sampleSha)

test('a commit is a unit of its own, the oldest first', () => {
  expect(unitsOf('feat: add a', 'Add b')).toEqual([
    { title: 'feat: add a', type: 'feat', pullRequest: null, commits: [1] },
    { title: 'Add b', type: null, pullRequest: null, commits: [2] },
  ])
})

test('a pull request with its commits is one unit under its title', () => {
  expect(
    unitsOf(
      'base',
      { message: 'wip', parents: after(1) },
      { message: 'more wip', parents: after(2) },
      { message: 'Merge pull request #7 from ada/x\n\nfeat: add x', parents: after(1, 3) },
    )[1],
  ).toEqual({ title: 'feat: add x', type: 'feat', pullRequest: 7, commits: [4, 3, 2] })
})

test('a pull request whose title names no type has the strongest type of its commits', () => {
  expect(
    unitsOf(
      'base',
      { message: 'fix: b', parents: after(1) },
      { message: 'feat: a', parents: after(2) },
      { message: 'Merge pull request #7 from ada/x\n\nAdd x', parents: after(1, 3) },
    )[1],
  ).toMatchObject({ title: 'Add x', type: 'feat' })
})

test('the number at the end of a merge title is not part of it', () => {
  expect(
    unitsOf(
      'base',
      { message: 'wip', parents: after(1) },
      {
        message: "Merge branch 'x' into 'main'\n\nAdd x (#3)\n\nSee merge request a/b!7",
        parents: after(1, 2),
      },
    )[1],
  ).toMatchObject({ title: 'Add x', pullRequest: 7 })
})

test('the commits of a merge without a title are units of their own, with its number', () => {
  expect(
    unitsOf(
      'base',
      { message: 'feat: a', parents: after(1) },
      { message: 'fix: b', parents: after(2) },
      { message: 'Merge pull request #7 from ada/x', parents: after(1, 3) },
    ).slice(1),
  ).toEqual([
    { title: 'feat: a', type: 'feat', pullRequest: 7, commits: [2] },
    { title: 'fix: b', type: 'fix', pullRequest: 7, commits: [3] },
    { title: 'Merge pull request #7 from ada/x', type: null, pullRequest: 7, commits: [4] },
  ])
})

test('two commits of one number are one unit', () => {
  expect(unitsOf('Add x (#7)', 'Add x, the rest (#7)')).toMatchObject([{ pullRequest: 7, commits: [2, 1] }])
})

test('commits with the same subject and author are one unit', () => {
  expect(unitsOf('Tune the cache', 'tune the cache')).toMatchObject([{ commits: [2, 1] }])
})

test('empty messages stay apart', () => {
  expect(unitsOf('', '')).toHaveLength(2)
})

test('ids are unique and do not change between two runs', () => {
  const commits = parseSample(sampleHistory('Add a (#7)', 'Add b', 'Add c', '', ''))
  const ids = () => groupIntoUnits(commits, new Map()).map(({ id }) => id)
  expect(new Set(ids()).size).toBe(5)
  expect(ids()).toEqual(ids())
  expect(ids()[0]).toBe('pr-7')
})

test('a merge without a title and a commit of the same number do not share an id', () => {
  const commits = parseSample(sampleHistory('Add a (#7)', 'Merge pull request #7 from ada/a'))
  const ids = groupIntoUnits(commits, new Map()).map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

test('a follow-up joins the unit it completes and does not change its title', () => {
  expect(unitsOf('refactor: tabs (#7)', 'fix: regression from #7 (#8)')).toEqual([
    { title: 'refactor: tabs', type: 'refactor', pullRequest: 7, commits: [2, 1] },
  ])
})

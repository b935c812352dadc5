import { expect, test } from 'vitest'
import { buildRepository, git } from '../../test/support/build-repository.ts'
import { generateFrom } from '../../test/support/generate-from.ts'
import { sampleHistory } from '../../test/support/sample-history.ts'
import { orderCommits } from './order-commits.ts'

test('the newest whose turn it is comes first, and a parent never before its child', () => {
  const path = buildRepository([
    'one',
    { branch: 'side' },
    'two on the side',
    { switch: 'main' },
    'three',
    { switch: 'side' },
    'four on the side',
    { switch: 'main' },
    { merge: 'side', commit: 'five merges' },
    'six',
  ])
  const log = git(path, ['log', '--format=%s', 'HEAD']).trim().split('\n')
  expect(log).toEqual(['six', 'five merges', 'four on the side', 'three', 'two on the side', 'one'])
})

test('the order of an answer is that of git log', async () => {
  const path = buildRepository([
    'chore: a',
    { branch: 'x' },
    'chore: b',
    { switch: 'main' },
    'chore: c',
    { merge: 'x', commit: "Merge branch 'x'" },
  ])
  const answer = await generateFrom(path)
  expect(answer.omitted.map(({ sha }) => sha)).toEqual(git(path, ['rev-list', 'HEAD']).trim().split('\n'))
})

test('whatever order a host gives, the order is the same', () => {
  const commits = sampleHistory('one', 'two', 'three', 'four')
  const shuffled = [commits[2]!, commits[0]!, commits[3]!, commits[1]!]
  expect(orderCommits(shuffled, commits[0]!.sha)).toEqual(commits)
})

test('what cannot be reached from the end is kept', () => {
  const commits = sampleHistory('one', 'two')
  expect(orderCommits(commits, 'nowhere')).toEqual(commits)
})

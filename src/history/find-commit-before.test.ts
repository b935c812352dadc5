import { expect, test } from 'vitest'
import { findCommitBefore } from './find-commit-before.ts'

// main: a(10) ← b(20) ← m(50), and m merges s(15), which was committed earlier on its branch.
const nodes = [
  { sha: 'm', parents: ['b', 's'], committedAt: 50 },
  { sha: 'b', parents: ['a'], committedAt: 20 },
  { sha: 's', parents: ['a'], committedAt: 15 },
  { sha: 'a', parents: [], committedAt: 10 },
]
const open = (shallow: boolean) => ({
  shallow,
  ancestors: async function* () {
    yield* nodes
  },
})

test.each([
  [60, 'm'],
  [50, 'b'],
  [20, 'a'],
  [10, null],
])('before %s the newest commit of the main line is %s', async (seconds, sha) => {
  expect((await findCommitBefore(open(false), 'm', seconds))?.sha ?? null).toBe(sha)
})

test('a shallow clone without an older commit says nothing about the start', async () => {
  await expect(findCommitBefore(open(true), 'm', 10)).rejects.toMatchObject({ code: 'history_incomplete' })
})

import { expect, test } from 'vitest'
import { sampleHistory, sampleSha } from '../../test/support/sample-history.ts'
import { releasesOfPackage } from '../git/release-candidates.ts'
import { type ReleaseSlice, splitAtTags } from './split-at-tags.ts'

const tag = (name: string, n: number) => ({ name, sha: sampleSha(n), date: null })
const releaseTags = (tags: ReturnType<typeof tag>[]) =>
  releasesOfPackage(tags, { scope: '', repoFullName: 'acme/tool' })
const numbers = (slices: ReleaseSlice[]) =>
  slices.map(({ release, previous, commits }) => [
    release?.name ?? null,
    previous?.name ?? null,
    commits.map(({ sha }) => Number.parseInt(sha.slice(0, 7), 16)).sort((a, b) => a - b),
  ])

test('each commit belongs to the first release that has it', () => {
  const commits = sampleHistory('one', 'two', 'three', 'four', 'five')
  const tags = releaseTags([tag('v1.1.0', 4), tag('v1.0.0', 2), tag('v1', 4), tag('latest', 5)])
  expect(numbers(splitAtTags(commits, tags, sampleSha(5)))).toEqual([
    [null, 'v1.1.0', [5]],
    ['v1.1.0', 'v1.0.0', [3, 4]],
    ['v1.0.0', null, [1, 2]],
  ])
})

test('a side branch has its own release, and what it shares belongs to the older version', () => {
  const commits = sampleHistory(
    'one',
    'two',
    { message: 'side', parents: [sampleSha(2)] },
    { message: 'main', parents: [sampleSha(2)] },
    { message: 'merge', parents: [sampleSha(4), sampleSha(3)] },
  )
  const tags = releaseTags([tag('v2.0.0', 5), tag('v1.0.1', 3), tag('v1.1.0', 4)])
  expect(numbers(splitAtTags(commits, tags, sampleSha(5)))).toEqual([
    [null, 'v2.0.0', []],
    ['v2.0.0', 'v1.1.0', [5]],
    ['v1.1.0', 'v1.0.1', [4]],
    ['v1.0.1', null, [1, 2, 3]],
  ])
})

test('versions that go down along the history take nothing from each other', () => {
  const commits = sampleHistory('one', 'two', 'three')
  const tags = releaseTags([tag('v2.0.0', 1), tag('v1.0.0', 2)])
  expect(numbers(splitAtTags(commits, tags, sampleSha(3)))).toEqual([
    [null, 'v2.0.0', [3]],
    ['v2.0.0', 'v1.0.0', [1]],
    ['v1.0.0', null, [2]],
  ])
})

test('a tag that moves with each release is none, wherever it is', () => {
  const refs = [tag('v1', 3), tag('v2', 5), tag('1.0', 2), tag('latest', 5), tag('v2.0.0', 4)]
  expect(releaseTags(refs).map(({ name }) => name)).toEqual(['1.0', 'v2.0.0'])
})

import { expect, test } from 'vitest'
import {
  parseSample,
  type SampleCommit,
  sampleHistory,
  sampleSha,
} from '../../../test/support/sample-history.ts'
import type { PullRequest } from '../../core/commit.ts'

/** The pull-request numbers that stay, the oldest commit first. */
function numbersOf(samples: SampleCommit[], pullRequests: PullRequest[] = []): (number | null)[] {
  return parseSample(sampleHistory(...samples), pullRequests)
    .map(({ pullRequest }) => pullRequest)
    .reverse()
}

const usual = [5001, 5002, 5003, 5004, 5005].map((number) => `Add part ${number} (#${number})`)
const fromFork = {
  message: 'Merge pull request #12 from eve/border\n\nAdd a border',
  parents: [sampleSha(5), sampleSha(1)],
}
/** A merge with the fork as its second parent, so that the fork is not on the main line. */
const joined = {
  message: "Merge branch 'main' of https://example.org/eve/tool",
  parents: [sampleSha(5), sampleSha(6)],
}

test('the merge of a pull request of a fork has no number', () => {
  expect(numbersOf([...usual, fromFork, joined])).toEqual([5001, 5002, 5003, 5004, 5005, null, null])
})

test('a number that the host confirms stays', () => {
  const known = {
    number: 12,
    title: 'Add a border',
    body: '',
    labels: [],
    commits: [sampleSha(6)],
    paths: [],
  }
  expect(numbersOf([...usual, fromFork, joined], [known])[5]).toBe(12)
})

test('a low number of a commit on the main line stays', () => {
  expect(numbersOf([...usual, 'Add an old idea (#12)'])[5]).toBe(12)
})

test('a number far above the newest one is dropped', () => {
  const many = Array.from({ length: 20 }, (_each, index) => `Add part ${index} (#${5001 + index})`)
  expect(numbersOf([...many, 'Add a border (#150000)']).at(-1)).toBeNull()
})

test('many numbers far above the others stay', () => {
  const later = [150_001, 150_002, 150_003].map((number) => `Add part ${number} (#${number})`)
  expect(numbersOf([...usual, ...later]).slice(-3)).toEqual([150_001, 150_002, 150_003])
})

test('too few numbers are no evidence', () => {
  expect(numbersOf(['Add x (#5001)', 'Add y (#150000)'])).toEqual([5001, 150_000])
})

test('a merge that names another repository than most has no number', () => {
  const merge = (message: string) => ({ message, parents: [sampleSha(1), sampleSha(2)] })
  const samples = [
    'Start',
    merge('Merge acme/tool#11: Add x'),
    merge('Merge acme/tool#12: Add y'),
    merge('Merge acme/gui#9: Add z'),
  ]
  expect(numbersOf(samples)).toEqual([null, 11, 12, null])
})

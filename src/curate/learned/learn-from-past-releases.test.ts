import { expect, test } from 'vitest'
import { asHistory, sampleHistory, sampleSha } from '../../../test/support/sample-history.ts'
import type { PastRelease } from '../../core/history.ts'
import { learnFromPastReleases } from './learn-from-past-releases.ts'

const numbered = Array.from({ length: 6 }, (_, index) => `feat: add part ${index} (#${index + 1})`)

/** A release of six pull requests, whose notes cite these numbers or commits. */
function releaseCiting(pullRequests: number[], commits: string[] = []): PastRelease {
  const cited = [
    ...pullRequests.map((number) => ({ pullRequests: [number], commits: [], category: null })),
    ...commits.map((sha) => ({ pullRequests: [], commits: [sha], category: null })),
  ]
  return { history: asHistory(sampleHistory(...numbered)), listed: cited }
}

test('a release whose notes cite its own pull requests is used', () => {
  expect(learnFromPastReleases([releaseCiting([1, 2])])).toMatchObject({
    releases: 1,
    style: { units: 6, listed: 2 },
  })
})

test('a release whose notes cite commits is used too', () => {
  expect(learnFromPastReleases([releaseCiting([], [sampleSha(1)])])).toMatchObject({
    style: { units: 6, listed: 1 },
  })
})

test('a release whose notes mostly cite issues is not used', () => {
  expect(learnFromPastReleases([releaseCiting([1, 801, 802, 803])])).toBeNull()
  expect(learnFromPastReleases([releaseCiting([])])).toBeNull()
})

/** A release of commits without pull requests, some of which close issues. */
function releaseOfCommits(messages: string[], issues: number[]): PastRelease {
  const listed = issues.map((number) => ({ pullRequests: [number], commits: [], category: null }))
  return { history: asHistory(sampleHistory(...messages)), listed }
}

test('a release whose notes cite the issues that its commits close is used', () => {
  const messages = [
    'Handle tabs\n\nFixes #801',
    '[Fix #802] Handle spaces',
    'Handle lines, closes gh-803',
    'Tidy the parser',
    'Sync the wiki',
  ]
  expect(learnFromPastReleases([releaseOfCommits(messages, [801, 802, 803])])).toMatchObject({
    releases: 1,
    style: { units: 5, listed: 3 },
  })
})

test('commits without a pull request are unknown if some of the cited issues are not found', () => {
  const messages = ['Handle tabs\n\nFixes #801', 'Handle spaces\n\nFixes #802', 'Tidy the parser']
  expect(learnFromPastReleases([releaseOfCommits(messages, [801, 802, 803, 804])])).toBeNull()
})

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

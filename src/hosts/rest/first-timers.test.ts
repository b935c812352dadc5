import { expect, test } from 'vitest'
import { sampleHistory, sampleSha } from '../../../test/support/sample-history.ts'
import { Problem } from '../../core/errors.ts'
import { findFirstTimers } from './first-timers.ts'
import {
  FoundPullRequests,
  findPullRequests,
  type ListedPullRequest,
  type PullRequestSource,
} from './pull-requests.ts'

const commits = sampleHistory('one', 'two', 'three')
const start = commits.at(-1)!.committedAt
const options = { signal: new AbortController().signal, host: 'forge', permission: 'a scope' }

function pullRequest(
  number: number,
  login: string,
  more: Partial<ListedPullRequest> = {},
): ListedPullRequest {
  return {
    number,
    title: '',
    body: '',
    labels: [],
    shas: [sampleSha(number)],
    head: null,
    author: { name: login, login, id: login },
    mergedAt: start + number,
    updatedAt: start + number,
    ...more,
  }
}

/** A pull request merged before the range. */
const earlier = (login: string, more: Partial<ListedPullRequest> = {}) =>
  pullRequest(99, login, { mergedAt: start - 1, updatedAt: start - 1, ...more })

function sourceOf(recent: ListedPullRequest[], by: Record<string, ListedPullRequest[][]> = {}) {
  const lookups: string[] = []
  const source: PullRequestSource = {
    numbersIn: () => [],
    async *pullRequestsByNumber() {},
    async *recentPullRequests() {
      yield recent
    },
    commitsOf: async () => [],
    pullRequestOfCommit: async () => null,
    async *pullRequestsBy({ id }) {
      lookups.push(id)
      yield* by[id] ?? []
    },
  }
  return { source, lookups }
}

async function firstTimers(recent: ListedPullRequest[], by: Record<string, ListedPullRequest[][]> = {}) {
  const { source, lookups } = sourceOf(recent, by)
  const { logins } = await findFirstTimers(source, await findPullRequests(source, commits), options)
  return { logins, lookups }
}

test('authors with a known earlier pull request are not looked up', async () => {
  const recent = [pullRequest(1, 'ada'), pullRequest(2, 'ben'), earlier('ada')]
  expect(await firstTimers(recent)).toEqual({ logins: ['ben'], lookups: ['ben'] })
})

test.each<[string, ListedPullRequest[][], string[] | null]>([
  ['nothing', [], ['ada']],
  ['nothing but the range', [[pullRequest(1, 'ada')]], ['ada']],
  ['one merged before', [[earlier('ada')]], []],
  ['one merged before, on the second page', [[pullRequest(1, 'ada')], [earlier('ada')]], []],
  ['one closed before without a merge', [[earlier('ada', { shas: [] })]], ['ada']],
  ['one opened before and merged after', [[earlier('ada', { mergedAt: start + 9 })]], ['ada']],
  ['one merged at an unknown time', [[earlier('ada', { mergedAt: null, updatedAt: start + 9 })]], []],
  ['one of another author', [[earlier('eve')]], null],
  ['more than is read', [[pullRequest(1, 'ada')], [pullRequest(2, 'ada')], [pullRequest(3, 'ada')]], null],
])('with %s before the range, the first-timers are %j', async (_what, pages, logins) => {
  expect((await firstTimers([pullRequest(1, 'ada')], { ada: pages })).logins).toEqual(logins)
})

test('first-timers stay unknown without authors, or with too many', async () => {
  expect(await firstTimers([pullRequest(1, 'ada', { author: null })])).toEqual({ logins: null, lookups: [] })
  const many = sampleHistory(...Array.from({ length: 21 }, (_, index) => `${index}`))
  const { source, lookups } = sourceOf(many.map((_, index) => pullRequest(index + 1, `p${index}`)))
  const found = await findPullRequests(source, many)
  expect(await findFirstTimers(source, found, options)).toEqual({ logins: null, warnings: [] })
  expect(lookups).toEqual([])
})

test('an abort and a bug are no warnings', async () => {
  const { source } = sourceOf([pullRequest(1, 'ada')])
  const found = new FoundPullRequests(source, commits)
  found.add([pullRequest(1, 'ada')])
  const failing = (error: Error): PullRequestSource => ({
    ...source,
    // biome-ignore lint/correctness/useYield: it fails before it could.
    async *pullRequestsBy() {
      throw error
    },
  })
  const gone = AbortSignal.abort(new Error('gone'))
  const problem = new Problem('host_unusable', 'It is broken. Fix it.')
  await expect(findFirstTimers(failing(problem), found, { ...options, signal: gone })).rejects.toThrow('gone')
  await expect(findFirstTimers(failing(new TypeError('bug')), found, options)).rejects.toThrow('bug')
  expect(await findFirstTimers(failing(problem), found, options)).toEqual({
    logins: null,
    warnings: [{ code: 'first-contributions-unknown', detail: expect.stringContaining('Fix it.') }],
  })
})

test('commits whose pull request is on no page that was read are counted', async () => {
  const { source } = sourceOf([])
  const pages = Array.from({ length: 3 }, () => [pullRequest(500, 'eve', { shas: ['f'.repeat(40)] })])
  const endless: PullRequestSource = {
    ...source,
    async *recentPullRequests() {
      yield* pages
    },
  }
  expect((await findPullRequests(endless, commits)).notLookedUp).toBe(3)
  expect((await findPullRequests(source, commits)).notLookedUp).toBe(0)
})

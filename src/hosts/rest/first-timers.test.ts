import { expect, test } from 'vitest'
import { sampleHistory, sampleSha } from '../../../test/support/sample-history.ts'
import { Problem } from '../../core/errors.ts'
import { findFirstTimers } from './first-timers.ts'
import { Found, findRequests, type ListedRequest, type RequestSource } from './requests.ts'

const commits = sampleHistory('one', 'two', 'three')
const begin = commits.at(-1)!.committedAt
const signal = new AbortController().signal

function request(number: number, login: string, more: Partial<ListedRequest> = {}): ListedRequest {
  return {
    number,
    title: '',
    body: '',
    labels: [],
    shas: [sampleSha(number)],
    head: null,
    author: { name: login, login, id: login },
    mergedAt: begin + number,
    updatedAt: begin + number,
    ...more,
  }
}

/** A merged request of before the range. */
const old = (login: string, more: Partial<ListedRequest> = {}) =>
  request(99, login, { mergedAt: begin - 1, updatedAt: begin - 1, ...more })

function sourceOf(recent: ListedRequest[], by: Record<string, ListedRequest[][]> = {}) {
  const asked: string[] = []
  const source: RequestSource = {
    claimsOf: () => [],
    async *requestsByNumber() {},
    async *recentRequests() {
      yield recent
    },
    requestOfCommit: async () => null,
    async *requestsBy({ id }) {
      asked.push(id)
      yield* by[id] ?? []
    },
  }
  return { source, asked }
}

async function firstTimers(recent: ListedRequest[], by: Record<string, ListedRequest[][]> = {}) {
  const { source, asked } = sourceOf(recent, by)
  const { logins } = await findFirstTimers(source, await findRequests(source, commits), signal)
  return { logins, asked }
}

test('whoever was seen to have merged before is not asked about', async () => {
  const recent = [request(1, 'ada'), request(2, 'ben'), old('ada')]
  expect(await firstTimers(recent)).toEqual({ logins: ['ben'], asked: ['ben'] })
})

test.each<[string, ListedRequest[][], string[] | null]>([
  ['nothing', [], ['ada']],
  ['nothing but the range', [[request(1, 'ada')]], ['ada']],
  ['one merged before', [[old('ada')]], []],
  ['one merged before, on the second page', [[request(1, 'ada')], [old('ada')]], []],
  ['one closed before without a merge', [[old('ada', { shas: [] })]], ['ada']],
  ['one made before and merged after', [[old('ada', { mergedAt: begin + 9 })]], ['ada']],
  ['one merged nobody knows when', [[old('ada', { mergedAt: null, updatedAt: begin + 9 })]], []],
  ["somebody else's", [[old('eve')]], null],
  ['more than is read', [[request(1, 'ada')], [request(2, 'ada')], [request(3, 'ada')]], null],
])('with %s of hers before the range, Ada is new: %j', async (_what, pages, logins) => {
  expect((await firstTimers([request(1, 'ada')], { ada: pages })).logins).toEqual(logins)
})

test('nobody is told to be new where no author is known, or too many are', async () => {
  expect(await firstTimers([request(1, 'ada', { author: null })])).toEqual({ logins: null, asked: [] })
  const many = sampleHistory(...Array.from({ length: 21 }, (_, index) => `${index}`))
  const { source, asked } = sourceOf(many.map((_, index) => request(index + 1, `p${index}`)))
  const found = await findRequests(source, many)
  expect(await findFirstTimers(source, found, signal)).toEqual({ logins: null, warnings: [] })
  expect(asked).toEqual([])
})

test('a caller who has gone, and a bug, are no warnings', async () => {
  const { source } = sourceOf([request(1, 'ada')])
  const found = new Found(source, commits)
  found.take([request(1, 'ada')])
  const failing = (error: Error): RequestSource => ({
    ...source,
    // biome-ignore lint/correctness/useYield: it fails before it could.
    async *requestsBy() {
      throw error
    },
  })
  const gone = AbortSignal.abort(new Error('gone'))
  const problem = new Problem('host_unusable', 'It is broken. Mend it.')
  await expect(findFirstTimers(failing(problem), found, gone)).rejects.toThrow('gone')
  await expect(findFirstTimers(failing(new TypeError('bug')), found, signal)).rejects.toThrow('bug')
  expect(await findFirstTimers(failing(problem), found, signal)).toEqual({
    logins: null,
    warnings: [{ code: 'first-contributions-unknown', detail: expect.stringContaining('Mend it.') }],
  })
})

test('commits whose request is on no page that was read are counted', async () => {
  const { source } = sourceOf([])
  const pages = Array.from({ length: 3 }, () => [request(500, 'eve', { shas: ['f'.repeat(40)] })])
  const endless: RequestSource = {
    ...source,
    async *recentRequests() {
      yield* pages
    },
  }
  expect((await findRequests(endless, commits)).unasked).toBe(3)
  expect((await findRequests(source, commits)).unasked).toBe(0)
})

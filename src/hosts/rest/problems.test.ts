import { expect, test } from 'vitest'
import type { HttpResponse } from '../../http-client/http-client.ts'
import { type Asked, problemOf } from './problems.ts'

const asked: Asked = {
  name: 'gitlab',
  dialect: {
    authorization: (token) => `Bearer ${token}`,
    neededScopes: 'read_api',
    writeScopes: 'api',
    missingScope: () => null,
    newName: async () => null,
  },
  access: {
    repoFullName: 'acme/tool',
    token: 'secret',
    signal: new AbortController().signal,
    deadlineAt: Number.POSITIVE_INFINITY,
  },
  url: 'https://git.example.org/api',
  tryFind: async () => null,
}

function refusal(status: number, headers: Record<string, string>): HttpResponse {
  const bytes = async function* () {}
  return {
    status,
    headers: new Headers(headers),
    bytes,
    text: async () => '',
    discard: async () => {},
  }
}

// A clock that is years away from ours: only who believes the host's own can tell how long it means.
const date = 'Sun, 01 Mar 2009 12:00:00 GMT'
const noon = Date.parse(date) / 1000

test.each<[string, Record<string, string>, number | null]>([
  ['seconds', { 'retry-after': '90' }, 90],
  ['a moment', { date, 'retry-after': 'Sun, 01 Mar 2009 12:02:00 GMT' }, 120],
  ['a reset at a moment', { date, 'ratelimit-reset': String(noon + 300) }, 300],
  ['a reset at a moment, by its other name', { date, 'x-ratelimit-reset': String(noon + 240) }, 240],
  ['a reset that is over', { date, 'ratelimit-reset': String(noon - 5) }, 1],
  ['a reset after a span', { date, 'ratelimit-reset': '59.2' }, 60],
  ['no time', {}, null],
  ['a time that is none', { 'retry-after': 'soon', 'ratelimit-reset': '-1' }, null],
])('a host that limits and names %s is believed, by its own clock', async (_what, headers, seconds) => {
  const problem = await problemOf(refusal(429, headers), asked)
  expect(problem).toMatchObject({ code: 'host_rate_limited', retryAfter: seconds })
  expect(problem.message).toContain(
    seconds === null ? 'Try again in a few minutes.' : `Try again in ${seconds} seconds.`,
  )
})

import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type GithubServer, startGithub } from '../../../test/stand-ins/github.ts'
import type { GithubFaults } from '../../../test/stand-ins/github-parts/faults.ts'
import { accessTo, canary, hostAt, readRange } from '../../../test/stand-ins/github-parts/open.ts'
import { buildRepository, makeFolder } from '../../../test/support/build-repository.ts'
import { waitOptions } from '../../../test/support/wait-options.ts'
import type { Problem } from '../../core/errors.ts'
import type { HttpRequest } from '../../http-client/http-client.ts'

const root = makeFolder()
let github: GithubServer

beforeAll(async () => {
  buildRepository(
    Array.from({ length: 130 }, (_, index) => `Change ${index} (#${index + 1})`),
    {
      path: join(root, 'acme/tool'),
    },
  )
  buildRepository(['secret'], { path: join(root, 'acme/secret') })
  github = await startGithub({ root, tokens: { [canary]: new Set(['acme/tool', 'acme/new']) } })
})
afterAll(() => github.close())
beforeEach(() => github.reset())

async function problemOf(act: Promise<unknown>): Promise<Problem> {
  const error = await act.then(
    () => expect.unreachable('there should be a problem'),
    (problem: Problem) => problem,
  )
  expect(inspect(error, { depth: 9 }) + JSON.stringify(error)).not.toContain(canary)
  expect(error.message).toMatch(/\.$/)
  return error
}

async function fail(name = 'acme/tool', token = canary): Promise<Problem> {
  const repository = await hostAt(github).open(accessTo(name, token))
  return problemOf(readRange(repository, 'HEAD~50', 'HEAD'))
}

const restOnly = { graphqlOff: 404, wireOff: 404 }
const hour = {
  date: 'Tue, 06 Jan 2026 12:00:00 GMT',
  'x-ratelimit-reset': `${Date.UTC(2026, 0, 6, 12, 10) / 1000}`,
}
const spent = { ...hour, 'x-ratelimit-remaining': '0' }
const errors = (type: string | null, more: object = {}) => ({
  errors: [{ type, message: `${type} for ${canary}`, path: ['repository'], ...more }],
})

describe('each error says how to fix it', () => {
  const reject = (status: number, message = '', headers = {}): Partial<GithubFaults> => ({
    failure: { status, message, headers },
  })
  const cases: [string, Partial<GithubFaults>, string, RegExp][] = [
    ['401', reject(401, `Bad credentials ${canary}`), 'token_rejected', /401: Bad credentials \[redacted\]/],
    ['403 with a spent limit', reject(403, 'limit', spent), 'host_rate_limited', /in 600 s/],
    [
      '403 secondary',
      reject(403, 'You have exceeded a secondary rate limit', hour),
      'host_rate_limited',
      /in 60 s/,
    ],
    ['403 with retry-after', reject(403, 'wait', { 'retry-after': '7' }), 'host_rate_limited', /in 7 s/],
    ['429', reject(429, 'wait', { 'retry-after': '9000' }), 'host_rate_limited', /in 9000 s/],
    [
      '429 until a date by its own clock',
      reject(429, 'wait', { ...hour, 'retry-after': 'Tue, 06 Jan 2026 13:00:00 GMT' }),
      'host_rate_limited',
      /in 3600 s/,
    ],
    [
      '200 RATE_LIMITED',
      { errors: { ...errors('RATE_LIMITED'), headers: spent } },
      'host_rate_limited',
      /in 600 s/,
    ],
    [
      '403 with a missing scope',
      { ...reject(403, 'no', { 'x-accepted-oauth-scopes': 'repo' }), scopes: 'gist' },
      'scope_missing',
      /missing the scope "repo"; it has gist/,
    ],
    [
      '200 INSUFFICIENT_SCOPES',
      {
        errors: errors('INSUFFICIENT_SCOPES', {
          message: "Your token has not been granted the required scopes: ['read:org']",
        }),
        scopes: 'repo',
      },
      'scope_missing',
      /"read:org"; it has repo/,
    ],
    [
      '403 of a fine-grained token',
      {
        ...reject(403, 'Resource not accessible by personal access token', {
          'x-accepted-github-permissions': 'contents=read',
        }),
        scopes: null,
      },
      'scope_missing',
      /needs the permission contents=read/,
    ],
    [
      '200 FORBIDDEN',
      { errors: errors('FORBIDDEN'), scopes: null },
      'scope_missing',
      /"Pull requests: read"/,
    ],
    [
      '403 of single sign-on elsewhere',
      reject(403, 'SAML', { 'x-github-sso': 'required; url=https://evil.example/sso' }),
      'sso_required',
      /\/settings\/tokens \("Configure SSO"\)/,
    ],
    [
      '200 saml_failure',
      { errors: errors('FORBIDDEN', { extensions: { saml_failure: true } }) },
      'sso_required',
      /SSO/,
    ],
    ['451', reject(451, 'Unavailable'), 'repository_blocked', /451: Unavailable/],
    [
      '403 blocked',
      reject(403, 'Repository access blocked'),
      'repository_blocked',
      /403: Repository access blocked/,
    ],
    [
      'a renamed repository',
      { moved: new Map([['acme/tool', 'acme/secret']]) },
      'repository_not_found',
      /acme\/tool/,
    ],
    [
      'scopes that show nothing',
      { scopes: 'gist' },
      'repository_not_found',
      /private repositories need "repo"/,
    ],
  ]
  test.each(cases)('%s', async (_name, faults, code, text) => {
    Object.assign(github.faults, faults)
    const problem = await fail()
    expect([problem.code, problem.message]).toEqual([code, expect.stringMatching(text)])
  })

  test('a rate limit has the wait in seconds', async () => {
    github.faults.errors = { ...errors('RATE_LIMITED'), headers: spent }
    expect((await fail()).retryAfter).toBe(600)
  })

  test('the URL for single sign-on is included if it belongs to the host', async () => {
    const address = `${github.url}/orgs/acme/sso?authorization_request=1`
    github.faults.failure = { status: 403, headers: { 'x-github-sso': `required; url=${address}` } }
    expect(await fail()).toMatchObject({ code: 'sso_required', message: expect.stringContaining(address) })
  })

  test.each([
    ['GraphQL', {}],
    ['REST', restOnly],
  ])('a moved repository is reported with its new name over %s', async (_protocol, faults) => {
    buildRepository(['a'], { path: join(root, 'acme/new') })
    Object.assign(github.faults, faults, { moved: new Map([['acme/tool', 'acme/new']]) })
    expect(await fail()).toMatchObject({
      code: 'repository_moved',
      message: expect.stringContaining('"acme/new"'),
    })
  })

  test.each([
    ['GraphQL', {}],
    ['git', { graphqlOff: 404 }],
    ['REST', restOnly],
  ])('a hidden repository looks like a missing one over %s', async (_protocol, faults) => {
    Object.assign(github.faults, faults)
    const [hidden, absent] = [await fail('acme/secret'), await fail('acme/absent')]
    expect(hidden.code).toBe('repository_not_found')
    expect(hidden.message.replace('secret', 'absent')).toBe(absent.message)
    expect((await fail('acme/tool', 'wrong')).code).toBe('token_rejected')
  })
})

describe('an incomplete response', () => {
  test('a wrong count is an error', async () => {
    Object.assign(github.faults, { wireOff: 503, shortfall: true })
    const problem = await fail2('HEAD~120')
    expect(problem).toMatchObject({
      code: 'host_incomplete',
      message: expect.stringMatching(/119 of 120 commits/),
    })
    expect((await fail2('HEAD~500')).code).toBe('host_incomplete')
  })

  async function fail2(fromRef: string): Promise<Problem> {
    return problemOf(readRange(await hostAt(github).open(accessTo('acme/tool')), fromRef, 'HEAD'))
  }

  test('a broken GraphQL response falls back to git and REST', async () => {
    github.faults.truncated = 'graphql'
    const repository = await hostAt(github).open(accessTo('acme/tool'))
    expect((await readRange(repository, 'HEAD~60', 'HEAD')).commits).toHaveLength(60)
  })

  test('a host without any API ends in an error', async () => {
    Object.assign(github.faults, { graphqlOff: 503, wireOff: 503, restOff: true })
    expect((await fail()).code).toBe('repository_not_found')
    await github.close()
    const gone = await fail()
    expect(gone.code).toBe('host_unreachable')
    github = await startGithub({ root, tokens: { [canary]: 'all' } })
  })

  test('a git response that breaks off is read again over REST', async () => {
    github.gitFaults.push({ match: /fetch/, truncate: 3000 })
    const repository = await hostAt(github).open(accessTo('acme/tool'))
    expect((await readRange(repository, 'HEAD~100', 'HEAD')).commits).toHaveLength(100)
  })

  test('an aborted request stops at once', async () => {
    github.faults.slowMs = 3_600_000
    const caller = new AbortController()
    const repository = await hostAt(github).open({ ...accessTo('acme/tool'), signal: caller.signal })
    const looking = repository.resolveRefs('HEAD~5', 'HEAD')
    await vi.waitFor(() => expect(github.calls).not.toEqual([]), waitOptions)
    const left = new Error('aborted')
    caller.abort(left)
    await expect(looking).rejects.toBe(left)
  })
})

describe('the token', () => {
  test.each([
    ['GraphQL and git', {}],
    ['git', { graphqlOff: 404 }],
    ['REST', restOnly],
  ])('goes to the host only, in its header only: %s', async (_protocol, faults) => {
    Object.assign(github.faults, faults)
    const requests: HttpRequest[] = []
    const repository = await hostAt(github, requests).open(accessTo('acme/tool'))
    await readRange(repository, 'HEAD~120', 'HEAD')
    expect(requests.length).toBeGreaterThan(1)
    for (const { url, body, headers } of requests) {
      expect(new URL(url).origin).toBe(github.url)
      const { authorization, ...others } = headers
      expect(authorization).toMatch(/^(?:Bearer|Basic) /)
      expect(url + String(body) + JSON.stringify(others)).not.toContain(canary)
    }
  })

  test('a redirect to another origin is not followed', async () => {
    Object.assign(github.faults, restOnly, {
      failure: {
        status: 301,
        headers: { location: 'https://evil.example/repositories/1' },
        protocols: ['rest'],
      },
    })
    const requests: HttpRequest[] = []
    const repository = await hostAt(github, requests).open(accessTo('acme/tool'))
    expect((await problemOf(repository.resolveRefs('HEAD~5', 'HEAD'))).code).toBe('repository_moved')
    expect(requests.every(({ url }) => url.startsWith(github.url))).toBe(true)
  })
})

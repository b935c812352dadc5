import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Problem, type ProblemCode } from '../../src/core/errors.ts'
import type { Access } from '../../src/core/host.ts'
import type { Step } from '../support/build-repository.ts'
import type { ForgeFault, ForgeOptions } from './forge.ts'
import { expectProblem, gather, type Served, serve, token } from './forge-cases.ts'
import type { ForgeUnderTest } from './forge-suite.ts'

const hour = { 'retry-after': '3600' }
const reset = { 'ratelimit-reset': String(Math.floor(Date.now() / 1000) + 7200) }
const someCommits = /commits\?/

const steps: Step[] = ['One', { tag: 'v1' }, 'Two', 'Three', 'Four']

type FaultCase = [what: string, fault: ForgeFault, code: ProblemCode, message: RegExp]

const rejections: FaultCase[] = [
  ['a rejected token', { status: 401 }, 'token_rejected', /rejected the token/],
  ['a forbidden request without a reason', { status: 403 }, 'scope_missing', /does not allow this token/],
  ['a repository that is not there', { status: 404 }, 'repository_not_found', /No repository/],
  ['a repository without commits', { status: 409 }, 'empty_repository', /no commits/],
  ['a rate limit with a wait', { status: 429, headers: hour }, 'host_rate_limited', /in 3600 seconds/],
  [
    'a rate limit with a reset',
    { status: 429, headers: { ...reset } },
    'host_rate_limited',
    /in \d+ seconds/,
  ],
  ['a rate limit without a time', { status: 429 }, 'host_rate_limited', /a few minutes/],
  ['a legal block', { status: 451 }, 'repository_blocked', /legal/],
  ['a broken host', { status: 500 }, 'host_unusable', /status 500/],
  ['a broken gateway', { status: 502 }, 'host_unusable', /status 502/],
  ['a redirect without a location', { status: 302 }, 'repository_moved', /has moved/],
]

const broken: FaultCase[] = [
  ['a sign-in page', { match: /./, status: 200, body: '<html>' }, 'host_unusable', /does not match its API/],
  ['another form', { status: 200, body: { surprise: 1 } }, 'host_unusable', /does not match its API/],
  ['a cut answer', { match: someCommits, truncate: 50 }, 'host_unusable', /does not match its API/],
  ['a broken connection', { match: someCommits, halfClose: 50 }, 'host_unreachable', /complete response/],
  ['an endless answer', { match: someCommits, endless: 'noise' }, 'host_unusable', /larger than/],
  ['a bomb', { match: someCommits, bomb: true }, 'host_unusable', /larger than/],
  ['missing commits', { match: someCommits, shortfall: 1 }, 'host_incomplete', /did not return all/],
  ['no commits at all', { match: someCommits, shortfall: 50 }, 'host_incomplete', /did not return all/],
]

const waiting: [what: string, fault: ForgeFault][] = [
  ['silence', { match: someCommits, endless: 'silence' }],
  ['a slow answer', { match: someCommits, slow: 5000 }],
]

/** Every REST host that fails must end in a clear problem that never shows the token. */
export function describeFaults<Options extends ForgeOptions>(kind: ForgeUnderTest<Options>): void {
  describe('meets with', () => {
    let served: Served
    let elsewhere: Served
    const tokens = {
      [token]: { scopes: kind.scopes, sees: 'all' as const },
      blind: { scopes: kind.scopes, sees: [] },
      weak: { scopes: ['other'], sees: 'all' as const },
    }
    beforeAll(async () => {
      const open = [`${kind.name}-open`]
      ;[served, elsewhere] = await Promise.all([
        serve(kind, { tokens, open } as unknown as Partial<Options>),
        serve(kind),
      ])
      for (const name of [kind.name, `${kind.name}-open`]) served.build(name, steps)
    })
    beforeEach(() => {
      served.forge.faults.length = 0
      served.forge.git.faults.length = 0
      // A host that reads git first has to fail there before its API is asked.
      if (kind.readsGitFirst) served.forge.git.faults.push({ status: 404 })
      elsewhere.forge.calls.length = 0
    })
    afterAll(async () => void (await Promise.all([served.forge.close(), elsewhere.forge.close()])))

    async function ask(settings: Partial<Access> = {}, name = kind.name, target = served): Promise<number> {
      const repository = await target.host.open(target.access(name, settings))
      const { from, to } = await repository.resolveRefs('v1', 'main')
      return (await gather(repository, { fromSha: from.sha, toSha: to.sha! })).length
    }

    /** A caller whose time is up after a while, as the service sets it. */
    function hurried(milliseconds: number): Partial<Access> {
      const late = new AbortController()
      const problem = new Problem('deadline_exceeded', 'The answer took too long. Try a smaller range.')
      setTimeout(() => late.abort(problem), milliseconds).unref()
      return { signal: late.signal, deadlineAt: Date.now() + milliseconds }
    }

    test.each([...rejections, ...broken])('%s', async (_what, fault, code, message) => {
      served.forge.faults.push(fault)
      const problem = await expectProblem(ask(hurried(15_000)), code)
      expect(problem.message).toMatch(message)
      if (fault.headers === hour) expect(problem.retryAfter).toBe(3600)
      if (fault.headers?.['ratelimit-reset']) expect(problem.retryAfter).toBeGreaterThan(3600)
    })

    // Each with a forge of its own, so that they wait beside each other.
    test.concurrent.for(waiting)('%s', async ([_what, fault], { onTestFinished }) => {
      const own = await serve(kind)
      onTestFinished(own.forge.close)
      own.build(kind.name, steps)
      own.forge.faults.push(fault)
      if (kind.readsGitFirst) own.forge.git.faults.push({ status: 404 })
      // Only who waits for nothing is cut off early; a busy machine needs its time for the rest.
      const problem = await expectProblem(ask(hurried(1000), kind.name, own), 'deadline_exceeded')
      expect(problem.message).toMatch(/too long/)
    })

    test('unknown tokens, tokens without access or scopes, and no token', async () => {
      await expectProblem(ask({ token: 'unknown' }), 'token_rejected')
      await expectProblem(ask({ token: 'unknown' }, `${kind.name}-open`), 'token_rejected')
      await expectProblem(ask({ token: 'blind' }), 'repository_not_found')
      await expectProblem(ask({ token: null }), 'repository_not_found')
      const problem = await expectProblem(ask({ token: 'weak' }), 'scope_missing')
      expect(problem.message).toContain(kind.firstScope)
      expect(await ask({ token: null }, `${kind.name}-open`)).toBe(3)
    })

    test('a moved repository, whose new name is reported', async () => {
      served.build('acme/new', ['One'])
      const headers = { location: served.forge.apiUrl + kind.movedTo }
      for (const status of [301, 302, 307, 308]) {
        served.forge.faults.push({ match: new RegExp(`${kind.name.split('/').at(-1)}$`), status, headers })
        const problem = await expectProblem(ask(), 'repository_moved')
        expect(problem.message).toContain('acme/new')
        served.forge.faults.length = 0
      }
    })

    test('a redirect to another origin, which is not followed', async () => {
      const headers = { location: `${elsewhere.forge.apiUrl}${kind.movedTo}` }
      served.forge.faults.push({ status: 302, headers })
      const problem = await expectProblem(ask(), 'repository_moved')
      expect(problem.message).not.toContain('acme/new')
      expect(elsewhere.forge.calls).toEqual([])
    })

    test('a transient failure, which is retried', async () => {
      served.forge.faults.push({ match: someCommits, times: 2, status: 503 })
      served.forge.calls.length = 0
      expect(await ask()).toBe(3)
      expect(served.forge.calls.filter(({ path }) => someCommits.test(path))).toHaveLength(3)
    })
  })
}

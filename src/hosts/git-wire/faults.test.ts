import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type GitFault, type GitServer, startGitServer } from '../../../test/stand-ins/git-server.ts'
import { openGitWire } from '../../../test/stand-ins/open-git-wire.ts'
import { buildRepository, git, makeFolder } from '../../../test/support/build-repository.ts'
import { heldMoreThan } from '../../../test/support/live-memory.ts'
import { Problem } from '../../core/errors.ts'
import type { WireContext } from './wire.ts'

const root = makeFolder()
const path = buildRepository(
  Array.from({ length: 300 }, (_, index) => `fix: step ${index} ${Math.sin(index)}`),
  { path: join(root, 'acme/tool.git'), bare: true },
)
const toSha = git(path, ['rev-parse', 'main']).trim()
const fromSha = git(path, ['rev-parse', 'main~250']).trim()
const token = 'canary-token-0123456789'
let server: GitServer

beforeAll(async () => {
  server = await startGitServer({
    root,
    tokens: { [token]: new Set(['acme/tool']), other: new Set() },
  })
})
afterEach(() => {
  server.faults.length = 0
})
afterAll(() => server.close())

/** Reads the range, and gives back the problem that stops it. */
async function failure(fault: GitFault | null, more: Partial<WireContext> = {}, name = 'acme/tool') {
  if (fault) server.faults.push(fault)
  const wire = openGitWire(server.url, name, { token, repoFullName: name, ...more })
  const commits: unknown[] = []
  try {
    for await (const commit of wire.commits({ fromSha, toSha }, 1000)) commits.push(commit)
  } catch (error) {
    expect(String((error as Error).message)).not.toContain(token)
    expect(String((error as Error).message)).not.toContain('The text of the server')
    return error as Problem
  }
  throw new Error(`it gave ${commits.length} commits`)
}

describe('an error status', () => {
  test.each([
    [401, {}, 'token_rejected', /does not accept the token/],
    [403, {}, 'scope_missing', /may not read the code of "acme\/tool"/],
    [403, { 'retry-after': '9' }, 'host_rate_limited', /in 9 seconds/],
    [404, {}, 'repository_not_found', /No repository "acme\/tool" is visible on .* to this token/],
    [410, {}, 'repository_not_found', /No repository/],
    [429, { 'retry-after': '7' }, 'host_rate_limited', /in 7 seconds/],
    [429, {}, 'host_rate_limited', /Try again later/],
    [429, { 'retry-after': 'soon' }, 'host_rate_limited', /Try again later/],
    [451, {}, 'repository_blocked', /legal reasons/],
    [301, {}, 'repository_moved', /redirects are not followed/],
    [418, {}, 'host_unusable', /answered 418/],
    [500, {}, 'host_unusable', /answered 500/],
    [503, {}, 'host_unusable', /answered 503/],
  ])('%d %j is %s', async (status, headers, code, detail) => {
    for (const match of [/info\/refs/, / fetch$/]) {
      server.faults.length = 0
      const problem = await failure({ status, headers: headers as Record<string, string>, match })
      expect(problem).toMatchObject({ code })
      expect(problem.message).toMatch(detail)
      expect(problem.retryAfter).toBe(Number(/in (\d+) seconds/.exec(problem.message)?.[1] ?? 0) || null)
    }
  })

  test.each([
    [301, '/new/name.git/info/refs?service=git-upload-pack', '"new/name"'],
    [302, '/new/deep/name/git-upload-pack', '"new/deep/name"'],
    [307, '{url}/new/name.git/info/refs', '"new/name"'],
    [308, 'https://elsewhere.example/new/name.git/info/refs', 'redirects are not followed'],
    [302, '/login', 'redirects are not followed'],
    [302, 'http://[', 'redirects are not followed'],
  ])(
    '%d to %s names the new repository, or says that redirects are not followed',
    async (status, location, text) => {
      const problem = await failure({ status, redirect: location.replace('{url}', server.url) })
      expect(problem).toMatchObject({ code: 'repository_moved' })
      expect(problem.message).toContain(text)
    },
  )

  test('answers a wrong token, no token, and a token without access', async () => {
    expect(await failure(null, { token: 'wrong' })).toMatchObject({ code: 'token_rejected' })
    expect(await failure(null, { token: null })).toMatchObject({ code: 'token_missing' })
    expect(await failure(null, { token: 'other' })).toMatchObject({ code: 'repository_not_found' })
    expect(await failure(null, {}, 'acme/none')).toMatchObject({ code: 'repository_not_found' })
  })

  test('that is temporary is retried', async () => {
    server.faults.push({ status: 503, times: 2, match: / fetch$/ })
    const wire = openGitWire(server.url, 'acme/tool', { token })
    let count = 0
    for await (const _commit of wire.commits({ fromSha, toSha }, 1000)) count += 1
    expect(count).toBe(250)
  })
})

/** An answer of these lines. */
function answering(...lines: string[]): Buffer {
  const written = lines.map((line) => `${(line.length + 4).toString(16).padStart(4, '0')}${line}`)
  return Buffer.from(`${written.join('')}0000`, 'latin1')
}

const fetching = / fetch$/
const pack = 'packfile\n'

describe('an invalid response', () => {
  test.each<[string, GitFault, string]>([
    ['an empty list of capabilities', { match: /info\/refs/, empty: true }, 'host_unusable'],
    ['an empty list of refs', { match: / ls-refs$/, empty: true }, 'host_unusable'],
    ['an empty 200', { match: fetching, empty: true }, 'host_unusable'],
    ['a web page', { body: Buffer.from('<!doctype html><title>Sign in</title>') }, 'host_unusable'],
    ['an old protocol', { match: /info/, body: answering('version 1\n') }, 'host_unusable'],
    ['a server without fetch', { match: /info/, body: answering('version 2\n') }, 'host_unusable'],
    ['only a flush packet', { match: fetching, body: answering() }, 'ref_not_found'],
    ['NAK', { match: fetching, body: answering('acknowledgments\n', 'NAK\n') }, 'ref_not_found'],
    ['an ERR line', { match: fetching, body: answering('ERR The text of the server.') }, 'host_unusable'],
    [
      'an error in it',
      { match: fetching, body: answering(pack, '\x03The text of the server.') },
      'host_unusable',
    ],
    ['an unknown channel', { match: fetching, body: answering(pack, '\x07x') }, 'host_unusable'],
    [
      'a late ERR',
      { match: fetching, body: answering(pack, 'ERR The text of the server.') },
      'host_unusable',
    ],
    [
      'a special packet within the pack',
      { match: fetching, body: Buffer.from('000dpackfile\n00010000') },
      'host_unusable',
    ],
    [
      'a pack section without a pack',
      { match: fetching, body: answering(pack, '\x01NOT A PACK..') },
      'host_unusable',
    ],
    ['an empty pack section', { match: fetching, body: answering(pack) }, 'host_incomplete'],
    ['a pack without an end', { match: fetching, body: Buffer.from('000dpackfile\n') }, 'host_incomplete'],
    ['truncated early', { match: fetching, truncate: 30 }, 'host_incomplete'],
    ['truncated within the pack', { match: fetching, truncate: 9000 }, 'host_incomplete'],
    ['a broken connection', { match: fetching, halfClose: 9000 }, 'host_unreachable'],
    ['a broken list of refs', { match: / ls-refs$/, halfClose: 0 }, 'host_unreachable'],
    ['endless noise', { match: fetching, endless: 'noise' }, 'host_unusable'],
    ['endless lines', { match: fetching, endless: 'lines' }, 'host_unusable'],
    ['an endless list of capabilities', { match: /info/, endless: 'lines' }, 'host_unusable'],
    ['a decompression bomb', { match: fetching, bomb: true }, 'host_unusable'],
    ['a decompression bomb as capabilities', { match: /info/, bomb: true }, 'host_unusable'],
  ])('%s is an error and uses little memory', async (_what, fault, code) => {
    let problem: unknown
    const tooMuch = await heldMoreThan(150 * 1024 * 1024, async () => {
      problem = await failure(fault)
    })
    expect(problem).toBeInstanceOf(Problem)
    expect(problem).toMatchObject({ code })
    expect(tooMuch).toBe(false)
  })

  test.each<[string, GitFault]>([
    ['late', { match: fetching, slow: 3_600_000 }],
    ['silent', { match: fetching, endless: 'silence' }],
    ['silent before the capabilities', { match: /info/, endless: 'silence' }],
    ['without an end', { match: fetching, endless: 'lines' }],
  ])('that is %s ends with the deadline', async (_what, fault) => {
    const late = new Problem('deadline_exceeded', 'Too late.')
    const control = new AbortController()
    setTimeout(() => control.abort(late), 150)
    expect(await failure(fault, { signal: control.signal, deadlineAt: Date.now() + 150 })).toBe(late)
  })
})

describe('a server that cannot exclude trees', () => {
  test('is cut off when it sends too much', async () => {
    server.faults.push({ match: /info/, noFilter: true }, { match: fetching, endless: 'lines' })
    const problem = await failure(null)
    expect(problem).toMatchObject({ code: 'host_unusable' })
    expect(problem.message).toContain(`larger than ${64 * 1024 * 1024} bytes`)
  })
})

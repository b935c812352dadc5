import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Commit } from '../../src/core/commit.ts'
import type { Host } from '../../src/core/host.ts'
import { noDetails } from '../../src/hosts/host-defaults.ts'
import { CallerLimits } from '../../src/state/caller-limits.ts'
import { buildRepository, makeFolder } from '../support/build-repository.ts'
import { waitOptions } from '../support/wait-options.ts'
import {
  answerTo,
  ask,
  closedAfterEach,
  expectProblem,
  listen,
  localFolder,
  openService,
  openSocket,
  rawHead,
  token,
} from './service.ts'

const root = makeFolder()
buildRepository(
  [
    { commit: 'Release 1.0.0', files: ['package.json'] },
    { tag: 'v1.0.0' },
    'feat: add search (#1)',
    'fix: crash on empty input (#2)',
    'refactor: split the router',
  ],
  { path: join(root, 'acme/widget') },
)
const body = { repoFullName: 'acme/widget', fromRef: 'v1.0.0' }
const asEvents = { accept: 'text/event-stream' }

const fromSha = 'a'.repeat(40)
const toSha = 'b'.repeat(40)

function commitOf(title: string): Commit {
  return {
    sha: toSha,
    parents: [fromSha],
    author: { name: 'Ada', email: 'ada@example.org', login: null },
    authoredAt: '2026-01-01T12:00:00Z',
    committedAt: 1,
    message: `feat: ${title}`,
    paths: ['src/file.ts'],
    pathsCut: false,
    tags: [],
  }
}

/** A host of one commit that takes every token, and gives the commit when it is let to. */
function stubHost(name: string, until: (signal: AbortSignal) => Promise<void> = async () => {}): Host {
  const found = { baseSha: fromSha, tag: null, isTag: false, isBranch: false, ambiguous: false }
  return {
    name,
    kind: 'local',
    listRepositories: async () => ({ items: [], nextPage: null }),
    openPublisher: () => expect.unreachable(),
    open: async ({ repoFullName, signal }) => ({
      fullName: repoFullName,
      web: null,
      shallow: false,
      resolveRefs: async () => ({
        from: { ...found, sha: fromSha },
        to: { ...found, sha: toSha },
        empty: false,
      }),
      commits: async function* () {
        await until(signal)
        yield commitOf(`add what ${name} has`)
      },
      count: async () => 1,

      details: async () => noDetails,
      ancestors: async function* () {},
      past: async function* () {},
      tags: async () => [],
      changedFiles: async () => new Map(),
      changedBetween: async () => null,
      contents: async () => new Map(),
      listRefs: async () => ({ items: [], nextPage: null }),
    }),
  }
}

/** A host whose commits never arrive; it reports when it was called and why it was aborted. */
function endlessHost() {
  const asked = Promise.withResolvers<void>()
  const stopped = Promise.withResolvers<Error>()
  const host = stubHost('endless', (signal) => {
    asked.resolve()
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        stopped.resolve(signal.reason)
        reject(signal.reason)
      })
    })
  })
  return { host, asked: asked.promise, stopped: stopped.promise }
}

/** A host that returns no commits until the gate is opened; it reports when a number of requests wait. */
function gatedHost(most = 1) {
  const asked = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  let waiting = 0
  const host = stubHost('gated', () => {
    waiting += 1
    if (waiting === most) asked.resolve()
    return gate.promise
  })
  return { host, asked: asked.promise, openGate: gate.resolve }
}

const open = closedAfterEach()

function readEvents(text: string): { event: string; data: unknown }[] {
  const blocks = text.split('\n\n')
  expect(blocks.pop()).toBe('')
  return blocks.map((block) => {
    const found = /^event: (\w+)\ndata: (.*)$/.exec(block)
    expect(found, block).not.toBeNull()
    return { event: found![1]!, data: JSON.parse(found![2]!) }
  })
}

function post(
  port: number,
  signal: AbortSignal | null = null,
  accept = 'text/event-stream',
  more: Record<string, string> = {},
): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}/api/v1/generate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept },
    body: JSON.stringify({ ...body, ...more }),
    signal,
  })
}

const textsOf = async (app: FastifyInstance, more: Record<string, string> = {}) =>
  (await answerTo(app, { ...body, ...more })).entries.map(({ text }) => text)

describe('the event stream', () => {
  const service = openService([localFolder(root)])
  afterAll(async () => (await service).app.close())

  test('sends the stages in order, then each entry, then one result equal to the JSON answer', async () => {
    const { app } = await service
    const answer = await answerTo(app, body)
    const answered = await ask(app, body, { ...asEvents, 'cache-control': 'no-cache' })
    const progress = (stage: string, done: number, total: number | null) => ({
      event: 'progress',
      data: { stage, done, total },
    })
    expect(answered.statusCode).toBe(200)
    expect(readEvents(answered.body)).toEqual([
      progress('resolve', 0, 2),
      progress('resolve', 2, 2),
      progress('collect', 0, null),
      progress('curate', 0, 3),
      progress('curate', 3, 3),
      progress('write', 0, 2),
      progress('write', 2, 2),
      progress('verify', 0, 2),
      ...answer.entries.map((entry) => ({ event: 'entry', data: entry })),
      progress('verify', 2, 2),
      progress('render', 0, 2),
      progress('render', 2, 2),
      { event: 'result', data: answer },
    ])
    expect(answer.entries.map(({ text }) => text)).toEqual(['Add search', 'Fix crash on empty input'])
  })

  test('of a cached answer sends its entries, then the same result', async () => {
    const { app } = await service
    const answer = await answerTo(app, body)
    expect(readEvents((await ask(app, body, asEvents)).body)).toEqual([
      { event: 'progress', data: { stage: 'resolve', done: 0, total: 2 } },
      ...answer.entries.map((entry) => ({ event: 'entry', data: entry })),
      { event: 'result', data: answer },
    ])
  })

  test('has the headers that keep proxies from holding it back', async () => {
    const { headers } = await ask((await service).app, body, { ...asEvents, 'x-request-id': 'mine' })
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
      'cache-control': 'no-store',
      'x-request-id': 'mine',
      'ratelimit-policy': '"generate";q=100000;w=60',
    })
  })

  test.each(['text/event-stream', 'TEXT/EVENT-STREAM', 'application/json, text/event-stream;q=0.9'])(
    'is what Accept: %s asks for',
    async (accept) => {
      const { headers } = await ask((await service).app, body, { accept })
      expect(headers['content-type']).toBe('text/event-stream; charset=utf-8')
    },
  )

  test('ends a failure with one error that carries the problem document', async () => {
    const { app } = await service
    const failing = { ...body, toRef: 'nothing' }
    const document = expectProblem(await ask(app, failing, { 'x-request-id': 'mine' }), 404, 'ref_not_found')
    const answered = await ask(app, failing, { ...asEvents, 'x-request-id': 'mine' })
    expect(readEvents(answered.body)).toEqual([
      { event: 'progress', data: { stage: 'resolve', done: 0, total: 2 } },
      { event: 'error', data: document },
    ])
  })

  test('a wrong token gets only the problem', async () => {
    const { app } = await service
    const wrong = { authorization: 'Bearer wrong', 'x-request-id': 'mine' }
    const document = expectProblem(await ask(app, body, wrong), 401, 'token_rejected')
    const events = readEvents((await ask(app, body, { ...asEvents, ...wrong })).body)
    expect(events.at(-1)).toEqual({ event: 'error', data: document })
    expect(events.map(({ event }) => event)).toEqual(['progress', 'error'])
  })

  test('a request that is rejected before the work begins is answered with its status', async () => {
    const { app } = await service
    expectProblem(await ask(app, {}, asEvents), 400, 'invalid_request')
    expectProblem(await ask(app, '{', asEvents), 400, 'malformed_json')
  })

  test('a comment every 15 seconds keeps the connection open', async () => {
    const { host, asked } = endlessHost()
    const { app } = await open([host])
    const port = await listen(app)
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const leave = new AbortController()
    const reader = (await post(port, leave.signal)).body!.pipeThrough(new TextDecoderStream()).getReader()
    await asked
    vi.advanceTimersByTime(15_000)
    let text = ''
    while (!text.includes(': ping')) text += (await reader.read()).value
    expect(text.endsWith('\n\n: ping\n\n')).toBe(true)
    leave.abort()
  })
})

describe('closing the connection cancels the work', () => {
  test.each([
    ['a stream', 'text/event-stream'],
    ['a JSON answer', 'application/json'],
  ])('of %s', async (_what, accept) => {
    const { host, asked, stopped } = endlessHost()
    const { app } = await open([host])
    const leave = new AbortController()
    const answered = post(await listen(app), leave.signal, accept).then((response) => response.text())
    await asked
    leave.abort()
    await expect(answered).rejects.toThrow('aborted')
    expect((await stopped).message).toBe('the client closed the connection')
  })

  test('and gives the place back', async () => {
    const { host, asked, stopped } = endlessHost()
    const { app } = await open([host, stubHost('quick')], { concurrency: 1 })
    const leave = new AbortController()
    const answered = post(await listen(app), leave.signal)
    await asked
    expectProblem(await ask(app, { ...body, host: 'quick' }), 429, 'rate_limited')
    leave.abort()
    await Promise.allSettled([answered, stopped])
    await vi.waitFor(
      async () => expect(await textsOf(app, { host: 'quick' })).toEqual(['Add what quick has']),
      waitOptions,
    )
  })
})

describe('the deadline', () => {
  const detail = 'The answer was not ready after 50 ms. Use a smaller range, or try again later.'

  test('is 504, and stops the work', async () => {
    const { host, stopped } = endlessHost()
    const { app } = await open([host], { deadlineMs: 50 })
    const document = expectProblem(await ask(app, body), 504, 'deadline_exceeded')
    expect(document).toMatchObject({ detail, retryable: true, source: 'service' })
    expect((await stopped).name).toBe('TimeoutError')
  })

  test('ends a stream with an error', async () => {
    const { host } = endlessHost()
    const { app } = await open([host], { deadlineMs: 50 })
    const events = readEvents((await ask(app, body, asEvents)).body)
    expect(events.at(-1)).toMatchObject({
      event: 'error',
      data: { status: 504, code: 'deadline_exceeded', detail },
    })
  })
})

describe('limits', () => {
  test('more requests than the minute allows are 429, with Retry-After, until the minute is over', async () => {
    let now = 0
    const limits = new CallerLimits({ requestsPerMinute: 2, concurrency: 4 }, () => now)
    const { app } = await open([stubHost('one')], { limits, requestsPerMinute: 2 })
    await answerTo(app, body)
    now = 20_000
    await answerTo(app, body)
    const answered = await ask(app, body)
    const document = expectProblem(answered, 429, 'rate_limited')
    expect(document).toMatchObject({ retryAfter: 40, retryable: true, source: 'service' })
    expect(answered.headers).toMatchObject({
      'retry-after': '40',
      'ratelimit-policy': '"generate";q=2;w=60',
      ratelimit: '"generate";r=0;t=40',
    })
    expectProblem(await ask(app, body, asEvents), 429, 'rate_limited')
    now = 60_000
    await answerTo(app, body)
  })

  test('each token has its own', async () => {
    const { app } = await open([stubHost('one')], { requestsPerMinute: 1 })
    await answerTo(app, body)
    expectProblem(await ask(app, body), 429, 'rate_limited')
    await answerTo(app, body, { authorization: 'Bearer another' })
  })

  test('more requests at once than are allowed are 429, until one is done', async () => {
    const { host, asked, openGate } = gatedHost()
    const { app } = await open([host], { concurrency: 1 })
    const first = answerTo(app, body)
    await asked
    const answered = await ask(app, body)
    expect(expectProblem(answered, 429, 'rate_limited').retryAfter).toBe(1)
    openGate()
    await first
    await answerTo(app, body)
  })
})

describe('draining', () => {
  test('finishes requests in flight and rejects new ones with 503', async () => {
    const { host, asked, openGate } = gatedHost(2)
    const { app, drain } = await openService([host])
    const port = await listen(app)
    const begun = [post(port), post(port, null, 'application/json', { format: 'simple' })]
    const late = openSocket(port, rawHead('Content-Type: application/json', 'Content-Length: 2'))
    const alive = openSocket(port, 'GET /livez HTTP/1.1\r\nHost: a')
    await asked
    await vi.waitFor(async () => expect(await connectionsOf(app)).toBe(4), waitOptions)

    const drained = drain()
    late.socket.write('\r\n\r\n{}')
    alive.socket.write('\r\n\r\n')
    const refused = await late.answered
    expect(expectProblem(refused, 503, 'draining')).toMatchObject({ retryAfter: 1, retryable: true })
    expect(refused.headers.connection).toBe('close')
    expect((await alive.answered).status).toBe(200)
    await expect(post(port)).rejects.toThrow('fetch failed')

    openGate()
    const [events, answer] = await Promise.all(begun)
    expect(readEvents(await events!.text()).at(-1)).toMatchObject({
      event: 'result',
      data: { success: true },
    })
    expect(await answer!.json()).toMatchObject({ success: true, commitCount: 1 })
    await drained
  })

  test('closes after the last answer, even if clients keep their connections open', async () => {
    const { host, asked, openGate } = gatedHost()
    const { app, drain } = await openService([host])
    // Without an end of its own, a connection that is kept would never let the service go.
    app.server.keepAliveTimeout = 0
    const port = await listen(app)
    const words = JSON.stringify(body)
    const head = rawHead('Content-Type: application/json', `Content-Length: ${words.length}`)
    const { answered } = openSocket(port, `${head}\r\n\r\n${words}`)
    await asked
    const drained = drain()
    openGate()
    expect((await answered).status).toBe(200)
    await drained
  })

  function connectionsOf({ server }: FastifyInstance): Promise<number> {
    return new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))
  }
})

describe('hosts', () => {
  test('are picked by name, the default when none is named', async () => {
    const { app } = await open([stubHost('one'), stubHost('two')])
    expect(await textsOf(app)).toEqual(['Add what one has'])
    expect(await textsOf(app, { host: 'one' })).toEqual(['Add what one has'])
    expect(await textsOf(app, { host: 'two' })).toEqual(['Add what two has'])
  })

  test.each(['three', 'One', 'https://example.org', '__proto__', 'constructor'])(
    '%s is not known: 400',
    async (host) => {
      const { app } = await open([stubHost('one'), stubHost('two')])
      const { errors } = expectProblem(await ask(app, { ...body, host }), 400, 'invalid_request')
      expect(errors).toEqual([{ pointer: '#/host', detail: `unknown host "${host}" (configured: one, two)` }])
    },
  )
})

import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { Problem } from '../../src/core/errors.ts'
import type { Host } from '../../src/core/host.ts'
import { Metrics } from '../../src/observability/metrics.ts'
import type { Service } from '../../src/server/server.ts'
import { MemoryStore } from '../../src/state/memory-store.ts'
import { SingleFlight } from '../../src/state/single-flight.ts'
import { blockEventLoop } from '../support/block-event-loop.ts'
import { buildRepository, makeFolder } from '../support/build-repository.ts'
import { waitOptions } from '../support/wait-options.ts'
import {
  answerTo,
  ask,
  closedAfterEach,
  expectProblem,
  listen,
  localFolder,
  token,
  warningCodes,
} from './service.ts'

const root = makeFolder()
buildRepository(['Start', { tag: 'v1.0.0' }, 'feat: add search (#1)', 'fix: crash on empty input (#2)'], {
  path: join(root, 'acme/widget'),
})
const body = { repoFullName: 'acme/widget', fromRef: 'v1.0.0' }

/** The local host for any token; it counts calls and can be made to wait or to reject. */
function watchedHost() {
  const host = localFolder(root)
  const seen = { opened: 0, read: 0 }
  const state = { gate: Promise.resolve() as Promise<void>, refuse: null as string | null }
  const watched: Host = {
    ...host,
    open: async (access) => {
      seen.opened += 1
      if (access.token === state.refuse) throw new Problem('token_rejected', 'no')
      const repository = await host.open({ ...access, token })
      return {
        ...repository,
        commits: async function* (range, limit) {
          seen.read += 1
          await state.gate
          yield* repository.commits(range, limit)
        },
      }
    },
  }
  return { host: watched, seen, state }
}

const open = closedAfterEach()
const as = (name: string) => ({ authorization: `Bearer ${name}` })

/** Sends a request over a socket that the client may close. */
function poster(port: number) {
  return (signal: AbortSignal | null) =>
    fetch(`http://127.0.0.1:${port}/api/v1/generate`, {
      method: 'POST',
      headers: { ...as('ada'), 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    })
}

describe('a known answer', () => {
  test('is returned again without reading the history, with a Cache-Status', async () => {
    const { host, seen } = watchedHost()
    const { app } = await open([host])
    const first = await ask(app, body)
    const second = await ask(app, body)
    expect(first.headers['cache-status']).toBe('notewright; fwd=miss; stored')
    expect(second.headers['cache-status']).toBe('notewright; hit')
    expect(second.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(second.json()).toEqual(first.json())
    expect(seen).toEqual({ opened: 2, read: 1 })
  })

  test('still carries the warnings of the request at hand', async () => {
    const { app } = await open([watchedHost().host])
    await ask(app, body)
    const answer = await answerTo(app, { ...body, fromage: 'v1' })
    expect(warningCodes(answer)).toEqual(['unknown-field'])
  })

  test('is regenerated with Cache-Control: no-cache', async () => {
    const { host, seen } = watchedHost()
    const { app } = await open([host])
    await ask(app, body)
    await ask(app, body, { 'cache-control': 'no-cache' })
    expect(seen.read).toBe(2)
  })

  test('is not given to another token', async () => {
    const { host, seen } = watchedHost()
    const { app } = await open([host])
    await ask(app, body, as('ada'))
    await ask(app, body, as('ben'))
    expect(seen.read).toBe(2)
  })

  test('is not given when the host no longer accepts the token', async () => {
    const { host, state } = watchedHost()
    const { app } = await open([host])
    await ask(app, body, as('ada'))
    state.refuse = 'ada'
    expectProblem(await ask(app, body, as('ada')), 401, 'token_rejected')
    expectProblem(await ask(app, body, { ...as('ada'), 'idempotency-key': 'k' }), 401, 'token_rejected')
  })

  test.each([
    ['another format', { format: 'simple' }],
    ['another audience', { audience: 'developers' }],
    ['another end', { toRef: 'HEAD~1' }],
    ['another spelling of the same end', { toRef: 'main' }],
    ['another version', { version: '2.0.0' }],
  ])('is not given to a request for %s', async (_what, more) => {
    const { host, seen } = watchedHost()
    const { app } = await open([host])
    await ask(app, body)
    await ask(app, { ...body, ...more })
    expect(seen.read).toBe(2)
  })

  test('fifty at the same time cost one, and each may leave without harm to the others', async () => {
    const { host, seen, state } = watchedHost()
    const gate = Promise.withResolvers<void>()
    state.gate = gate.promise
    const metrics = new Metrics()
    const { app } = await open([host], { metrics })
    const port = await listen(app)
    const leaving = new AbortController()
    const post = poster(port)
    const left = post(leaving.signal)
    const gone = expect(left).rejects.toThrow('aborted')
    await vi.waitFor(() => expect(seen.read).toBe(1), { timeout: 20_000 })
    const others = Array.from({ length: 49 }, () => post(null))
    await vi.waitFor(() => expect(seen.opened).toBe(50), { timeout: 20_000 })
    // They look up the refs before they wait for the answer.
    await wait(1000)
    leaving.abort()
    await gone
    gate.resolve()
    const answers = await Promise.all(others)
    expect(answers.map(({ status }) => status)).toEqual(Array(49).fill(200))
    expect(seen.read).toBe(1)
    // The client that started the generation has left, and no other client started one.
    expect(await metrics.print()).not.toContain('notewright_answers_total{by="making"}')
  })
})

test('a client that disconnects while the answer is being reserved does not affect waiting clients', async () => {
  const { host } = watchedHost()
  const store = new MemoryStore(Date.now)
  const reserving = Promise.withResolvers<void>()
  const claim = store.claim.bind(store)
  store.claim = async (...words) => {
    await reserving.promise
    return claim(...words)
  }
  let lookedUp = 0
  const counting: Host = {
    ...host,
    open: async (access) => {
      const repository = await host.open(access)
      const resolveRefs: typeof repository.resolveRefs = async (...refs) => {
        const found = await repository.resolveRefs(...refs)
        lookedUp += 1
        return found
      }
      return { ...repository, resolveRefs }
    },
  }
  const { app } = await open([counting], { flights: new SingleFlight(store, Date.now) })
  const port = await listen(app)
  const callers = () =>
    new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)))
  const leaving = new AbortController()
  const post = poster(port)
  const gone = expect(post(leaving.signal)).rejects.toThrow('aborted')
  await vi.waitFor(() => expect(lookedUp).toBe(1), waitOptions)
  const waits = post(null)
  await vi.waitFor(() => expect(lookedUp).toBe(2), waitOptions)
  leaving.abort()
  await gone
  await vi.waitFor(async () => expect(await callers()).toBe(1), waitOptions)
  reserving.resolve()
  expect((await waits).status).toBe(200)
})

describe('Idempotency-Key', () => {
  const keyed = { 'idempotency-key': 'one' }

  test('gives the same answer again for the same request', async () => {
    const { app } = await open([watchedHost().host])
    const first = await ask(app, body, keyed)
    const second = await ask(app, body, { ...keyed, 'cache-control': 'no-cache' })
    expect(first.headers['idempotent-replayed']).toBeUndefined()
    expect(second.headers['idempotent-replayed']).toBe('true')
    expect(second.body).toBe(first.body)
  })

  test('for another request is 422', async () => {
    const { app } = await open([watchedHost().host])
    await ask(app, body, keyed)
    expectProblem(await ask(app, { ...body, format: 'simple' }, keyed), 422, 'idempotency_key_reused')
  })

  test('of a request that still runs is 409', async () => {
    const { host, seen, state } = watchedHost()
    const gate = Promise.withResolvers<void>()
    state.gate = gate.promise
    const { app } = await open([host])
    const first = ask(app, body, keyed)
    await vi.waitFor(() => expect(seen.read).toBe(1), { timeout: 20_000 })
    expect(expectProblem(await ask(app, body, keyed), 409, 'idempotency_in_progress').retryAfter).toBe(1)
    gate.resolve()
    expect((await first).statusCode).toBe(200)
  })

  test('of more than 255 characters is 400', async () => {
    const { app } = await open([watchedHost().host])
    expectProblem(await ask(app, body, { 'idempotency-key': 'x'.repeat(256) }), 400, 'invalid_request')
  })
})

describe('more requests at once than the process takes', () => {
  test('are rejected with 503 and Retry-After, but probes are answered', async () => {
    const { host, seen, state } = watchedHost()
    const gate = Promise.withResolvers<void>()
    state.gate = gate.promise
    const { app } = await open([host], { maxInFlight: 1 })
    const first = ask(app, body)
    await vi.waitFor(() => expect(seen.read).toBe(1), { timeout: 20_000 })
    const refused = await ask(app, body)
    expect(expectProblem(refused, 503, 'overloaded').retryAfter).toBe(2)
    for (const url of ['/livez', '/readyz', '/metrics'])
      for (const query of ['', '?probe=1']) expect((await app.inject(`${url}${query}`)).statusCode).toBe(200)
    expect((await app.inject('/metrics')).body).toContain('notewright_requests_in_flight 1')
    gate.resolve()
    expect((await first).statusCode).toBe(200)
    expect((await ask(app, body)).statusCode).toBe(200)
  })
})

describe('/readyz', () => {
  test('has a note when what replicas share is lost, and is still ready', async () => {
    const { app } = await open([watchedHost().host], { stateNote: () => 'Redis is lost' })
    const answered = await app.inject('/readyz')
    expect([answered.statusCode, answered.json()]).toEqual([200, { status: 'ready', note: 'Redis is lost' }])
  })
})

describe('/metrics', () => {
  test('measures requests, stages and the origin of answers, without text from requests', async () => {
    const { app } = await open([watchedHost().host])
    await ask(app, body)
    const { body: text } = await app.inject('/metrics')
    expect(text).toContain('notewright_request_seconds_count{route="/api/v1/generate"} 1')
    for (const stage of ['resolve', 'collect', 'curate', 'write', 'verify', 'render']) {
      expect(text).toContain(`notewright_stage_seconds_count{stage="${stage}"} 1`)
    }
    expect(text).toContain('notewright_answers_total{by="making"} 1')
    expect(text).not.toMatch(/acme|widget|search|canary/)
  })

  test('reading has no effect: two scrapers see the same event-loop delay', async () => {
    const { app } = await open([watchedHost().host])
    // Opening may take seconds, in which hundreds of turns are quick.
    for (let turn = 0; turn < 8; turn += 1) {
      await wait(20)
      blockEventLoop(200)
    }
    await wait(50)
    const readDelay = async () => {
      const { body: text } = await app.inject('/metrics')
      return Number(/^notewright_event_loop_delay_seconds\{quantile="0.99"\} (.+)$/m.exec(text)?.[1])
    }
    expect(await readDelay()).toBeGreaterThan(0.15)
    expect(await readDelay()).toBeGreaterThan(0.15)
  })
})

describe('browsers of other origins', () => {
  const preflight = (app: Service['app'], origin: string) =>
    app.inject({
      method: 'OPTIONS',
      url: '/api/v1/generate',
      headers: { origin, 'access-control-request-method': 'POST' },
    })

  test('are allowed nothing by default', async () => {
    const { app } = await open([watchedHost().host])
    const answered = await ask(app, body, { origin: 'https://notes.example' })
    expect(answered.headers['access-control-allow-origin']).toBeUndefined()
    expectProblem(await preflight(app, 'https://notes.example'), 405, 'method_not_allowed')
  })

  test('may call when the operator names their origin, and no other may', async () => {
    const { app } = await open([watchedHost().host], { allowedOrigins: ['https://notes.example'] })
    const asked = await preflight(app, 'https://notes.example')
    expect(asked.statusCode).toBe(204)
    expect(asked.headers).toMatchObject({
      'access-control-allow-origin': 'https://notes.example',
      'access-control-allow-headers': expect.stringContaining('authorization'),
      vary: 'origin',
    })
    const answered = await ask(app, body, { origin: 'https://notes.example' })
    expect(answered.headers['access-control-allow-origin']).toBe('https://notes.example')
    const shown = String(answered.headers['access-control-expose-headers']).split(', ')
    const keyed = { origin: 'https://notes.example', 'idempotency-key': 'mine' }
    await ask(app, body, keyed)
    const again = await ask(app, body, keyed)
    // What is not shown a page cannot read: all that an answer says of itself, and that is no rule for browsers.
    const own = /^(?:x-request-id|ratelimit.*|retry-after|cache-status|idempotent-replayed)$/
    const said = Object.keys(again.headers).filter((name) => own.test(name))
    expect(said).toContain('idempotent-replayed')
    expect(said.filter((name) => !shown.includes(name))).toEqual([])
    const foreign = await preflight(app, 'https://evil.example')
    expect(foreign.headers['access-control-allow-origin']).toBeUndefined()
    expect(foreign.headers['access-control-allow-methods']).toBeUndefined()
    expect(asked.headers['access-control-allow-credentials']).toBeUndefined()
  })
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { Redis } from 'ioredis'
import { describe, expect, vi } from 'vitest'
import type { GenerateUpdate } from '../../src/app/generate-once.ts'
import { runJob } from '../../src/app/run-job.ts'
import { Problem } from '../../src/core/errors.ts'
import type { Host } from '../../src/core/host.ts'
import { StageQueue } from '../../src/core/progress.ts'
import { Metrics } from '../../src/observability/metrics.ts'
import { MemoCache } from '../../src/state/memo-cache.ts'
import { openState } from '../../src/state/open-state.ts'
import { SingleFlight } from '../../src/state/single-flight.ts'
import { ask, expectProblem, localFolder, openService, token, warningCodes } from '../http/service.ts'
import { buildRepository, makeFolder } from '../support/build-repository.ts'
import { main, minimalEnv } from '../support/main-program.ts'
import { waitOptions } from '../support/wait-options.ts'
import { useRedis } from './use-redis.ts'

const root = makeFolder()
buildRepository(['Start', { tag: 'v1.0.0' }, 'feat: add search (#1)', 'fix: crash on empty input (#2)'], {
  path: join(root, 'acme/widget'),
})
const body = { repoFullName: 'acme/widget', fromRef: 'v1.0.0' }
const later = { prefer: 'respond-async' }
const secret = 'a secret of these tests'
const lockMs = 600

const { test, closing, server } = useRedis((redis) => redis.restart())

async function shared(kind: 'service' | 'worker') {
  const limits = { requestsPerMinute: 1000, concurrency: 1000 }
  const state = await openState({
    ...{ kind, redisUrl: server().url, secret, previousSecret: null, deadlineMs: 10_000 },
    // A busy machine must not look like a lost Redis, after which nothing is queued.
    ...{ ...limits, commandMs: 10_000, metrics: new Metrics(), log: () => {} },
  })
  closing.push(state.close)
  return state
}

async function openQueueing(host: Host): Promise<FastifyInstance> {
  const { jobs } = await shared('service')
  const service = await openService([host], { jobs, secret })
  closing.push(service.drain)
  return service.app
}

/** A worker in this process, and the numbers of the attempts it began. */
async function openWorker(host: Host, lock = lockMs) {
  const { jobs, store } = await shared('worker')
  const memoCache = new MemoCache(secret)
  const stop = new AbortController()
  const begun: number[] = []
  const context = {
    jobs: jobs!,
    hosts: new Map([[host.name, host]]),
    gatewayFor: () => null,
    memoCacheFor: (callerToken: string) => memoCache.of(callerToken),
    stageQueue: new StageQueue(),
    ...{ flights: new SingleFlight<GenerateUpdate>(store, Date.now), secret },
    ...{ maxCommits: 100, jobMs: 10_000, metrics: new Metrics(), signal: stop.signal, onProblem: () => {} },
  }
  const working = await jobs!.work(
    (attempt) => {
      begun.push(attempt.number)
      return runJob(attempt, context)
    },
    { concurrency: 4, lockMs: lock },
  )
  closing.push(working.end)
  return { begun, metrics: context.metrics }
}

const headers = { authorization: `Bearer ${token}` }
const read = (app: FastifyInstance, url: string, more: Record<string, string> = {}) =>
  app.inject({ url, headers: { ...headers, ...more } })

async function untilState(app: FastifyInstance, url: string, state: string) {
  return vi.waitFor(async () => {
    const answered = await read(app, url)
    expect(answered.json()).toMatchObject({ state })
    return answered.json()
  }, waitOptions)
}

/** The local host, whose commits come only when the test calls `open`. */
function gatedLocal() {
  const gate = Promise.withResolvers<void>()
  const started = Promise.withResolvers<void>()
  const stopped = Promise.withResolvers<void>()
  const host = localFolder(root)
  const gated: Host = {
    ...host,
    open: async (access) => {
      const repository = await host.open(access)
      access.signal.addEventListener('abort', () => stopped.resolve())
      return {
        ...repository,
        commits: async function* (range, limit) {
          started.resolve()
          const left = new Promise<never>((_resolve, reject) => {
            access.signal.addEventListener('abort', () => reject(access.signal.reason))
          })
          await Promise.race([gate.promise, left])
          yield* repository.commits(range, limit)
        },
      }
    },
  }
  return { host: gated, started: started.promise, stopped: stopped.promise, open: gate.resolve }
}

describe('Prefer: respond-async', () => {
  test('is answered with 202, and the result equals the synchronous answer', async () => {
    const host = localFolder(root)
    const app = await openQueueing(host)
    await openWorker(host)
    const queued = await ask(app, body, later)
    expect(queued.statusCode).toBe(202)
    expect(queued.json()).toMatchObject({ state: 'queued', result: null, problem: null })
    expect(queued.headers).toMatchObject({ 'preference-applied': 'respond-async', 'retry-after': '2' })
    const url = String(queued.headers.location)
    expect(url).toBe(`/api/v1/jobs/${queued.json().id}`)
    const { result } = await untilState(app, url, 'done')
    expect(result).toEqual((await ask(app, body)).json())
  })

  test('leaves no token in Redis, neither while it waits nor afterwards', async () => {
    const { host, started, open } = gatedLocal()
    const app = await openQueueing(host)
    await openWorker(host)
    const { id } = (await ask(app, body, { ...later, 'x-api-key': 'sk-canary-key' })).json()
    await started
    const during = await dumpOf(server().url)
    expect(during).toContain(id)
    expect(during).not.toMatch(new RegExp(`${token}|sk-canary-key|acme`))
    open()
    await untilState(app, `/api/v1/jobs/${id}`, 'done')
    const after = await dumpOf(server().url)
    expect(after).not.toContain('sealed')
    expect(after).not.toMatch(new RegExp(`${token}|sk-canary-key|acme|Add search`))
  })

  test('is visible only to its caller', async () => {
    const host = localFolder(root)
    const app = await openQueueing(host)
    await openWorker(host)
    const url = String((await ask(app, body, later)).headers.location)
    await untilState(app, url, 'done')
    const strange = { authorization: 'Bearer another' }
    expectProblem(await read(app, url, strange), 404, 'job_not_found')
    expectProblem(await app.inject({ method: 'DELETE', url, headers: strange }), 404, 'job_not_found')
    expectProblem(await app.inject(url), 401, 'token_missing')
  })

  test('is no longer visible when the host no longer shows the repository', async () => {
    const host = localFolder(root)
    let shown = true
    const app = await openQueueing({
      ...host,
      open: (access) => {
        if (shown) return host.open(access)
        throw new Problem('repository_not_found', 'gone')
      },
    })
    await openWorker(host)
    const url = String((await ask(app, body, later)).headers.location)
    await untilState(app, url, 'done')
    shown = false
    expectProblem(await read(app, url), 404, 'repository_not_found')
    const { body: streamed } = await read(app, url, { accept: 'text/event-stream' })
    expect(streamed).toMatch(/^event: error\ndata: .*"code":"repository_not_found"/)
    expect(streamed).not.toContain('event: entry')
  })

  test('under an Idempotency-Key is queued once', async () => {
    const host = localFolder(root)
    const app = await openQueueing(host)
    const { begun } = await openWorker(host)
    const keyed = { ...later, 'idempotency-key': 'mine' }
    const first = (await ask(app, body, keyed)).headers.location
    await untilState(app, String(first), 'done')
    expect((await ask(app, body, keyed)).headers.location).toBe(first)
    expect(begun).toHaveLength(1)
    const other = await ask(app, { ...body, format: 'simple' }, keyed)
    expectProblem(other, 422, 'idempotency_key_reused')
  })

  test('that was cancelled frees its Idempotency-Key, also for another request', async () => {
    const host = localFolder(root)
    const app = await openQueueing(host)
    await openWorker(host)
    const keyed = { ...later, 'idempotency-key': 'again' }
    const first = String((await ask(app, body, keyed)).headers.location)
    await untilState(app, first, 'done')
    expect((await app.inject({ method: 'DELETE', url: first, headers })).statusCode).toBe(204)
    const other = { ...body, format: 'simple' }
    const second = String((await ask(app, other, keyed)).headers.location)
    expect(second).not.toBe(first)
    await untilState(app, second, 'done')
    expect((await read(app, second)).json().result.format).toBe('simple')
    expect((await ask(app, other, keyed)).headers.location).toBe(second)
    expect((await read(app, first)).json().state).toBe('cancelled')
    expectProblem(await ask(app, body, keyed), 422, 'idempotency_key_reused')
  })

  test('shares its Idempotency-Key with requests that are answered at once', async () => {
    const host = localFolder(root)
    const app = await openQueueing(host)
    await openWorker(host)
    const other = { ...body, format: 'simple' }
    const [one, two] = [{ 'idempotency-key': 'one' }, { 'idempotency-key': 'two' }]
    expect((await ask(app, body, { ...later, ...one })).statusCode).toBe(202)
    expectProblem(await ask(app, other, one), 422, 'idempotency_key_reused')
    expect((await ask(app, body, one)).statusCode).toBe(200)
    expect((await ask(app, body, two)).statusCode).toBe(200)
    expectProblem(await ask(app, other, { ...later, ...two }), 422, 'idempotency_key_reused')
    expect((await ask(app, body, { ...later, ...two })).statusCode).toBe(202)
  })

  test('without a worker, or without Redis, is answered at once with a warning', async () => {
    const app = await openQueueing(localFolder(root))
    const alone = await ask(app, body, later)
    expect([alone.statusCode, warningCodes(alone.json())]).toEqual([200, ['prefer-not-applied']])
    await server().kill()
    const lost = await ask(app, body, later)
    expect([lost.statusCode, warningCodes(lost.json())]).toEqual([200, ['prefer-not-applied']])
  })
})

describe('a queued request', () => {
  test('reports its progress and is cancelled by DELETE', async () => {
    const { host, started, stopped } = gatedLocal()
    const app = await openQueueing(host)
    const { metrics } = await openWorker(host)
    const url = String((await ask(app, body, later)).headers.location)
    await started
    await vi.waitFor(
      async () =>
        expect((await read(app, url)).json()).toMatchObject({
          state: 'running',
          progress: { stage: 'collect' },
        }),
      waitOptions,
    )
    expect((await read(app, url)).headers['retry-after']).toBe('2')
    expect((await app.inject({ method: 'DELETE', url, headers })).statusCode).toBe(204)
    await stopped
    const ended = await read(app, url)
    expect(ended.json()).toMatchObject({ state: 'cancelled', result: null })
    expect(ended.headers).not.toHaveProperty('retry-after')
    await vi.waitFor(
      async () => expect(await metrics.print()).toContain('notewright_jobs_total{state="cancelled"} 1'),
      waitOptions,
    )
    const events = await read(app, url, { accept: 'text/event-stream' })
    expect(events.body).toMatch(/^event: error\ndata: .*"job_cancelled"/)
  })

  test('is abandoned by a worker when another one has taken it over', async () => {
    const { host, started, stopped } = gatedLocal()
    const app = await openQueueing(host)
    const { metrics } = await openWorker(host)
    const url = String((await ask(app, body, later)).headers.location)
    await started
    const { jobs } = await shared('worker')
    const id = url.split('/').at(-1)!
    expect(await jobs!.update(id, 2, { state: 'done', text: '{"by":2}' })).toBe('saved')
    await stopped
    await vi.waitFor(async () =>
      expect(await metrics.print()).toContain('notewright_jobs_total{state="overtaken"} 1'),
    )
    expect(await jobs!.read(id)).toMatchObject({ state: 'done', text: '{"by":2}' })
  })

  test('can be watched as a stream', async () => {
    const { host, started, open } = gatedLocal()
    const app = await openQueueing(host)
    await openWorker(host)
    const url = String((await ask(app, body, later)).headers.location)
    await started
    const streamed = read(app, url, { accept: 'text/event-stream' })
    await vi.waitFor(async () => expect((await read(app, url)).json().progress).not.toBeNull(), waitOptions)
    setTimeout(open, 400)
    const events = [...(await streamed).body.matchAll(/^event: (\w+)$/gm)].map((found) => found[1])
    expect(events).toEqual(['progress', 'entry', 'entry', 'result'])
  })

  test('that cannot be answered fails with its problem, at once', async () => {
    const host = localFolder(root)
    const app = await openQueueing(host)
    const { begun } = await openWorker(host)
    const url = String((await ask(app, { ...body, fromRef: 'nothing' }, later)).headers.location)
    const { problem } = await untilState(app, url, 'failed')
    expect(problem).toMatchObject({ code: 'ref_not_found', status: 404 })
    expect(begun).toHaveLength(1)
  })

  test('is tried again when the host fails for a moment', async () => {
    const host = localFolder(root)
    let failures = 1
    const shaky: Host = {
      ...host,
      open: (access) => {
        failures -= 1
        if (failures >= 0) throw new Problem('host_unreachable', 'down')
        return host.open(access)
      },
    }
    const app = await openQueueing(host)
    // A long lock: on a busy machine the queue would take a slow attempt for a lost one.
    const { begun } = await openWorker(shaky, 30_000)
    await untilState(app, String((await ask(app, body, later)).headers.location), 'done')
    expect(begun).toEqual([1, 2])
  })

  test('of a killed worker is taken over by another', async () => {
    const host = localFolder(root)
    const app = await openQueueing(host)
    const file = join(import.meta.dirname, 'hanging-worker.ts')
    const child = spawn(process.execPath, [file, server().url, secret, String(lockMs)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const printed = (text: string) =>
      new Promise<void>((resolve) => {
        child.stdout.on('data', (chunk) => String(chunk).includes(text) && resolve())
      })
    const taken = printed('taken')
    await printed('ready')
    const url = String((await ask(app, body, later)).headers.location)
    await taken
    child.kill('SIGKILL')
    await once(child, 'exit')
    const { begun } = await openWorker(host)
    const { result } = await untilState(app, url, 'done')
    expect(result.commitCount).toBe(2)
    expect(begun).toEqual([2])
  })
})

describe('notewright worker', () => {
  test('answers queued requests, does not log errors of callers, and stops on SIGTERM', async () => {
    const app = await openQueueing(localFolder(root))
    const env = {
      ...minimalEnv,
      ...{ REDIS_URL: server().url, NOTEWRIGHT_SECRET: secret },
      ...{ NOTEWRIGHT_LOCAL_ROOT: root, NOTEWRIGHT_LOCAL_TOKEN: token },
    }
    const child = spawn(process.execPath, [main, 'worker', '--at-once', '3'], { env })
    closing.push(async () => child.kill('SIGKILL'))
    const output = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (text: string) => {
        output[name] += text
      })
    await vi.waitFor(
      () => expect(output.stdout).toMatch(/is processing queued requests, 3 at a time\./),
      waitOptions,
    )
    const good = String((await ask(app, body, later)).headers.location)
    const bad = String((await ask(app, { ...body, fromRef: 'nothing' }, later)).headers.location)
    expect((await untilState(app, good, 'done')).result.commitCount).toBe(2)
    expect((await untilState(app, bad, 'failed')).problem).toMatchObject({ code: 'ref_not_found' })
    child.kill('SIGTERM')
    const [code] = await once(child, 'close')
    expect([code, output.stderr]).toEqual([0, ''])
  })
})

/** Every key and value of a Redis, as text. */
async function dumpOf(url: string): Promise<string> {
  const client = new Redis(url)
  const keys = await client.keys('*')
  const dumps = await Promise.all(
    keys.map(async (key) => `${key} ${(await client.dumpBuffer(key))?.toString('latin1')}`),
  )
  client.disconnect()
  return dumps.join('\n')
}

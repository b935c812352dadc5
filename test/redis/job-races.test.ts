import { expect } from 'vitest'
import { Encryption } from '../../src/state/encryption.ts'
import { type JobRecord, Jobs, type JobUpdate } from '../../src/state/jobs.ts'
import { RedisLink } from '../../src/state/redis-link.ts'
import { RedisStore } from '../../src/state/redis-store.ts'
import type { Store } from '../../src/state/store.ts'
import { useRedis } from './use-redis.ts'

const { test, closing, server } = useRedis()

const id = 'a-request-of-these-tests'
const record: JobRecord = {
  ...{ caller: 'ada', print: 'p', state: 'queued', progress: null, text: null, problem: null },
  about: { host: 'local', repoFullName: 'acme/widget', fromRef: 'v1', toRef: 'HEAD' },
}

/** A store that can delay the result of a read, so that the reader continues with an outdated value. */
class HeldStore extends RedisStore {
  #held: { read: () => void; open: Promise<void> } | null = null

  override async get(key: string): Promise<string | null> {
    const value = await super.get(key)
    const held = this.#held
    this.#held = null
    held?.read()
    await held?.open
    return value
  }

  /** Delays the next read: `read` resolves when it is made, `open` lets it return. */
  hold(): { read: Promise<void>; open: () => void } {
    const read = Promise.withResolvers<void>()
    const open = Promise.withResolvers<void>()
    this.#held = { read: read.resolve, open: open.promise }
    return { read: read.promise, open: open.resolve }
  }
}

async function openJobs(): Promise<{ jobs: Jobs; store: HeldStore }> {
  const context = { now: Date.now, commandMs: 10_000, onLost: () => {}, onFound: () => {} }
  const link = new RedisLink(server().url, context)
  await link.ready()
  await link.redis.flushall()
  const encryption = new Encryption('a secret of these tests')
  const store = new HeldStore(link, encryption)
  const jobs = new Jobs({ link, url: server().url, store: store satisfies Store, encryption })
  closing.push(async () => {
    await jobs.close()
    await link.close()
  })
  await jobs.add(id, record, 'a payload')
  return { jobs, store }
}

test.each([
  ['progress', { state: 'running', progress: { stage: 'collect', done: 1, total: 2 } }],
  ['a result', { state: 'done', text: '{}' }],
  [
    'a failure',
    { state: 'failed', problem: { code: 'host_unreachable', detail: '', retryAfter: null, faults: [] } },
  ],
] as const)('a request that is cancelled while a worker saves %s stays cancelled', async (_what, update) => {
  const { jobs, store } = await openJobs()
  await jobs.update(id, 1, { state: 'running', progress: null })
  const { read, open } = store.hold()
  const saving = jobs.update(id, 1, update as JobUpdate)
  await read
  await jobs.cancel(id, record)
  open()
  expect(await saving).toBe('cancelled')
  expect(await jobs.read(id)).toEqual({ ...record, state: 'cancelled' })
  expect(await jobs.update(id, 2, { state: 'running', progress: null })).toBe('cancelled')
})

test('a worker that lost its lock does not overwrite the result of the one that took over', async () => {
  const { jobs, store } = await openJobs()
  await jobs.update(id, 1, { state: 'running', progress: null })
  const { read, open } = store.hold()
  const late = jobs.update(id, 1, { state: 'running', progress: null })
  await read
  await jobs.update(id, 2, { state: 'running', progress: null })
  expect(await jobs.update(id, 2, { state: 'done', text: '{"by":2}' })).toBe('saved')
  open()
  expect(await late).toBe('superseded')
  const problem = { code: 'internal', detail: '', retryAfter: null, faults: [] } as const
  expect(await jobs.update(id, 1, { state: 'failed', problem: { ...problem, faults: [] } })).toBe(
    'superseded',
  )
  expect(await jobs.read(id)).toMatchObject({ state: 'done', text: '{"by":2}', problem: null })
})

test('a worker that lost its lock cannot fail a request that another one runs, but can save its result', async () => {
  const { jobs } = await openJobs()
  await jobs.update(id, 1, { state: 'running', progress: null })
  await jobs.update(id, 2, { state: 'running', progress: null })
  const problem = { code: 'deadline_exceeded' as const, detail: '', retryAfter: null, faults: [] }
  expect(await jobs.update(id, 1, { state: 'failed', problem })).toBe('superseded')
  expect(await jobs.update(id, 1, { state: 'running', progress: null })).toBe('superseded')
  expect(await jobs.read(id)).toMatchObject({ state: 'running', problem: null })
  expect(await jobs.update(id, 1, { state: 'done', text: '{"by":1}' })).toBe('saved')
  expect(await jobs.update(id, 2, { state: 'running', progress: null })).toBe('superseded')
  expect(await jobs.read(id)).toMatchObject({ state: 'done', text: '{"by":1}' })
})

test('the same request sent twice at once does not restart the running one', async () => {
  const { jobs } = await openJobs()
  await jobs.update(id, 1, { state: 'running', progress: null })
  const other = { ...record, print: 'another' }
  expect(await jobs.add(id, other, 'another payload')).toMatchObject({ print: 'p', state: 'running' })
  await jobs.cancel(id, record)
  expect(await jobs.add(id, record, 'a payload')).toMatchObject({ state: 'cancelled' })
})

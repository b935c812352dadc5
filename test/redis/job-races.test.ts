import { expect } from 'vitest'
import { Encryption } from '../../src/state/encryption.ts'
import { type JobRecord, Jobs } from '../../src/state/jobs.ts'
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

/** A store that can be made to hold back what it has read: whoever asked goes on with old news. */
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

  /** The next read is held; `read` settles when it is made, `open` lets it go. */
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
  const seal = new Encryption('a secret of these tests')
  const store = new HeldStore(link, seal)
  const jobs = new Jobs({ link, url: server().url, store: store satisfies Store, seal })
  closing.push(async () => {
    await jobs.close()
    await link.close()
  })
  await jobs.add(id, record, 'sealed words')
  return { jobs, store }
}

test.each([
  ['how far it is', { state: 'running', progress: { stage: 'collect', done: 1, total: 2 } }],
  ['its result', { state: 'done', text: '{}' }],
  [
    'its failure',
    { state: 'failed', problem: { code: 'host_unreachable', detail: '', retryAfter: null, faults: [] } },
  ],
] as const)('a request that is cancelled while a worker notes %s stays cancelled', async (_what, change) => {
  const { jobs, store } = await openJobs()
  await jobs.note(id, 1, { state: 'running', progress: null })
  const { read, open } = store.hold()
  const noting = jobs.note(id, 1, change as Parameters<Jobs['note']>[2])
  await read
  await jobs.cancel(id, record)
  open()
  expect(await noting).toBe('cancelled')
  expect(await jobs.read(id)).toEqual({ ...record, state: 'cancelled' })
  expect(await jobs.note(id, 2, { state: 'running', progress: null })).toBe('cancelled')
})

test('a worker that was thought dead does not take back the result of the one that took over', async () => {
  const { jobs, store } = await openJobs()
  await jobs.note(id, 1, { state: 'running', progress: null })
  const { read, open } = store.hold()
  const late = jobs.note(id, 1, { state: 'running', progress: null })
  await read
  await jobs.note(id, 2, { state: 'running', progress: null })
  expect(await jobs.note(id, 2, { state: 'done', text: '{"by":2}' })).toBe('noted')
  open()
  expect(await late).toBe('overtaken')
  const problem = { code: 'internal', detail: '', retryAfter: null, faults: [] } as const
  expect(await jobs.note(id, 1, { state: 'failed', problem: { ...problem, faults: [] } })).toBe('overtaken')
  expect(await jobs.read(id)).toMatchObject({ state: 'done', text: '{"by":2}', problem: null })
})

test('a worker that was thought dead does not fail what another is doing, and may bring its result', async () => {
  const { jobs } = await openJobs()
  await jobs.note(id, 1, { state: 'running', progress: null })
  await jobs.note(id, 2, { state: 'running', progress: null })
  const problem = { code: 'deadline_exceeded' as const, detail: '', retryAfter: null, faults: [] }
  expect(await jobs.note(id, 1, { state: 'failed', problem })).toBe('overtaken')
  expect(await jobs.note(id, 1, { state: 'running', progress: null })).toBe('overtaken')
  expect(await jobs.read(id)).toMatchObject({ state: 'running', problem: null })
  expect(await jobs.note(id, 1, { state: 'done', text: '{"by":1}' })).toBe('noted')
  expect(await jobs.note(id, 2, { state: 'running', progress: null })).toBe('overtaken')
  expect(await jobs.read(id)).toMatchObject({ state: 'done', text: '{"by":1}' })
})

test('the same request sent twice at once does not begin anew what has begun', async () => {
  const { jobs } = await openJobs()
  await jobs.note(id, 1, { state: 'running', progress: null })
  const other = { ...record, print: 'another' }
  expect(await jobs.add(id, other, 'other words')).toMatchObject({ print: 'p', state: 'running' })
  await jobs.cancel(id, record)
  expect(await jobs.add(id, record, 'sealed words')).toMatchObject({ state: 'cancelled' })
})

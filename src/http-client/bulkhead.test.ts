import { expect, test } from 'vitest'
import { Bulkhead } from './bulkhead.ts'

const neverAborted = new AbortController().signal

test('requests beyond the limit start in order as slots become free', async () => {
  const bulkhead = new Bulkhead({ maxRunning: 2, maxWaiting: 5, maxWaitMs: 10_000 })
  const [first, second] = [await bulkhead.acquire(neverAborted), await bulkhead.acquire(neverAborted)]
  const order: number[] = []
  const waiting = [1, 2].map(async (number) => {
    const release = await bulkhead.acquire(neverAborted)
    order.push(number)
    return release!
  })
  first!()
  const third = await waiting[0]!
  expect(order).toEqual([1])
  second!()
  third()
  ;(await waiting[1]!)()
  expect(order).toEqual([1, 2])
})

test('releasing twice frees one slot', async () => {
  const bulkhead = new Bulkhead({ maxRunning: 1, maxWaiting: 0, maxWaitMs: 1 })
  const release = await bulkhead.acquire(neverAborted)
  release!()
  release!()
  expect(await bulkhead.acquire(neverAborted)).not.toBeNull()
  expect(await bulkhead.acquire(neverAborted)).toBeNull()
})

test('a request that waits too long, or finds a full queue, gets no slot', async () => {
  const bulkhead = new Bulkhead({ maxRunning: 1, maxWaiting: 1, maxWaitMs: 20 })
  await bulkhead.acquire(neverAborted)
  const waiting = bulkhead.acquire(neverAborted)
  expect(await bulkhead.acquire(neverAborted)).toBeNull()
  expect(await waiting).toBeNull()
})

test('a request that is aborted while it waits takes no slot', async () => {
  const bulkhead = new Bulkhead({ maxRunning: 1, maxWaiting: 5, maxWaitMs: 10_000 })
  const release = await bulkhead.acquire(neverAborted)
  const caller = new AbortController()
  const waiting = bulkhead.acquire(caller.signal)
  caller.abort(new Error('left'))
  await expect(waiting).rejects.toThrow('left')
  release!()
  expect(await bulkhead.acquire(neverAborted)).not.toBeNull()
})

test('a request that is aborted just as it gets the slot passes it on', async () => {
  const bulkhead = new Bulkhead({ maxRunning: 1, maxWaiting: 5, maxWaitMs: 10_000 })
  const release = await bulkhead.acquire(neverAborted)
  const caller = new AbortController()
  const waiting = bulkhead.acquire(caller.signal)
  const next = bulkhead.acquire(neverAborted)
  release!()
  caller.abort(new Error('left'))
  await expect(waiting).rejects.toThrow('left')
  expect(await next).not.toBeNull()
})

import { expect, test } from 'vitest'
import { Bulkhead } from './bulkhead.ts'

const patient = new AbortController().signal

test('so many are let in, the others in their order as places become free', async () => {
  const bulkhead = new Bulkhead({ most: 2, mostWaiting: 5, waitMs: 10_000 })
  const [first, second] = [await bulkhead.enter(patient), await bulkhead.enter(patient)]
  const order: number[] = []
  const waiting = [1, 2].map(async (number) => {
    const leave = await bulkhead.enter(patient)
    order.push(number)
    return leave!
  })
  first!()
  const third = await waiting[0]!
  expect(order).toEqual([1])
  second!()
  third()
  ;(await waiting[1]!)()
  expect(order).toEqual([1, 2])
})

test('leaving twice frees one place', async () => {
  const bulkhead = new Bulkhead({ most: 1, mostWaiting: 0, waitMs: 1 })
  const leave = await bulkhead.enter(patient)
  leave!()
  leave!()
  expect(await bulkhead.enter(patient)).not.toBeNull()
  expect(await bulkhead.enter(patient)).toBeNull()
})

test('whoever waits too long, or comes when too many wait, gets no place', async () => {
  const bulkhead = new Bulkhead({ most: 1, mostWaiting: 1, waitMs: 20 })
  await bulkhead.enter(patient)
  const waiting = bulkhead.enter(patient)
  expect(await bulkhead.enter(patient)).toBeNull()
  expect(await waiting).toBeNull()
})

test('whoever leaves while waiting takes no place', async () => {
  const bulkhead = new Bulkhead({ most: 1, mostWaiting: 5, waitMs: 10_000 })
  const leave = await bulkhead.enter(patient)
  const leaving = new AbortController()
  const gone = bulkhead.enter(leaving.signal)
  leaving.abort(new Error('left'))
  await expect(gone).rejects.toThrow('left')
  leave!()
  expect(await bulkhead.enter(patient)).not.toBeNull()
})

test('whoever leaves just when the turn comes gives it on', async () => {
  const bulkhead = new Bulkhead({ most: 1, mostWaiting: 5, waitMs: 10_000 })
  const leave = await bulkhead.enter(patient)
  const leaving = new AbortController()
  const gone = bulkhead.enter(leaving.signal)
  const next = bulkhead.enter(patient)
  leave!()
  leaving.abort(new Error('left'))
  await expect(gone).rejects.toThrow('left')
  expect(await next).not.toBeNull()
})

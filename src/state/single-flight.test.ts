import { expect, test } from 'vitest'
import { Problem } from '../core/errors.ts'
import { MemoryStore } from './memory-store.ts'
import { type FlightContext, SingleFlight, type Waiter } from './single-flight.ts'

const store = () => new MemoryStore(Date.now)

function request(more: Partial<Waiter<string>> = {}) {
  const updates: string[] = []
  const leaving = new AbortController()
  const waiter: Waiter<string> = {
    signal: leaving.signal,
    deadlineAt: Date.now() + 10_000,
    fresh: false,
    onUpdate: (update) => void updates.push(update),
    ...more,
  }
  return { waiter, updates, leave: () => leaving.abort(new Error('left')) }
}

/** An answer that is made when the test calls `finish`. */
function gated() {
  const began = Promise.withResolvers<FlightContext<string>>()
  const gate = Promise.withResolvers<string>()
  let times = 0
  const make = async (context: FlightContext<string>) => {
    times += 1
    began.resolve(context)
    const left = Promise.withResolvers<never>()
    context.signal.addEventListener('abort', () => left.reject(context.signal.reason))
    return { text: await Promise.race([gate.promise, left.promise]), keepMs: 1000 }
  }
  return { make, began: began.promise, finish: gate.resolve, fail: gate.reject, times: () => times }
}

test('fifty equal requests at the same time share one answer', async () => {
  const flights = new SingleFlight<string>(store(), Date.now)
  const { make, began, finish, times } = gated()
  const all = Array.from({ length: 50 }, () => flights.share('k', request().waiter, make))
  await began
  finish('notes')
  const results = await Promise.all(all)
  expect(times()).toBe(1)
  expect(new Set(results.map(({ text }) => text))).toEqual(new Set(['notes']))
  expect(results.filter(({ by }) => by === 'making')).toHaveLength(1)
  expect(results.filter(({ by }) => by === 'waiting')).toHaveLength(49)
})

test('an answer is stored, and is used unless a request wants a fresh one', async () => {
  const flights = new SingleFlight<string>(store(), Date.now)
  let times = 0
  const make = async () => {
    times += 1
    return { text: String(times), keepMs: 1000 }
  }
  expect(await flights.share('k', request().waiter, make)).toEqual({ text: '1', by: 'making' })
  expect(await flights.share('k', request().waiter, make)).toEqual({ text: '1', by: 'memory' })
  const fresh = request({ fresh: true })
  expect(await flights.share('k', fresh.waiter, make)).toEqual({ text: '2', by: 'making' })
  expect(await flights.share('k', request().waiter, make)).toEqual({ text: '2', by: 'memory' })
  expect(await flights.share('other', request().waiter, make)).toEqual({ text: '3', by: 'making' })
})

test('all requests receive the same updates, including those sent before they joined', async () => {
  const flights = new SingleFlight<string>(store(), Date.now)
  const { make, began, finish } = gated()
  const [first, second] = [request(), request()]
  const one = flights.share('k', first.waiter, make)
  const { sendUpdate } = await began
  sendUpdate('a')
  const two = flights.share('k', second.waiter, make)
  await Promise.resolve()
  sendUpdate('b')
  finish('notes')
  await Promise.all([one, two])
  expect([first.updates, second.updates]).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ])
})

test('the work continues while a request waits and stops when the last one leaves', async () => {
  const flights = new SingleFlight<string>(store(), Date.now)
  const { make, began } = gated()
  const [first, second] = [request(), request()]
  const one = flights.share('k', first.waiter, make)
  const two = flights.share('k', second.waiter, make)
  const { signal } = await began
  first.leave()
  await expect(one).rejects.toThrow('left')
  expect(signal.aborted).toBe(false)
  second.leave()
  await expect(two).rejects.toThrow('left')
  expect(signal.aborted).toBe(true)
})

test('a request that comes after all others left starts again', async () => {
  const flights = new SingleFlight<string>(store(), Date.now)
  const first = gated()
  const early = request()
  const lost = flights.share('k', early.waiter, first.make)
  await first.began
  early.leave()
  const late = flights.share('k', request().waiter, async () => ({ text: 'new', keepMs: 1 }))
  await expect(lost).rejects.toThrow('left')
  expect((await late).text).toBe('new')
})

test('a failure is shared by all requests and is not stored', async () => {
  const flights = new SingleFlight<string>(store(), Date.now)
  const { make, began, fail, times } = gated()
  const all = Array.from({ length: 3 }, () => flights.share('k', request().waiter, make))
  await began
  fail(new Problem('host_unreachable', 'down'))
  for (const one of all) await expect(one).rejects.toMatchObject({ code: 'host_unreachable' })
  expect(times()).toBe(1)
  expect((await flights.share('k', request().waiter, async () => ({ text: 'up', keepMs: 1 }))).text).toBe(
    'up',
  )
})

test('a request with more time starts again if the deadline of the first one passed', async () => {
  const flights = new SingleFlight<string>(store(), Date.now)
  const hurried = request({ deadlineAt: Date.now() - 1 })
  const { make, began, fail } = gated()
  const one = flights.share('k', hurried.waiter, make)
  const two = flights.share('k', request().waiter, async () => ({ text: 'again', keepMs: 1 }))
  await began
  fail(new Problem('gateway_timeout', 'late'))
  await expect(one).rejects.toMatchObject({ code: 'gateway_timeout' })
  expect((await two).text).toBe('again')
})

test('a waiting request starts again if the first one left before the work began', async () => {
  const flights = new SingleFlight<string>(store(), Date.now)
  const gone = request()
  const one = flights.share('k', gone.waiter, async () => {
    gone.waiter.signal.throwIfAborted()
    return { text: 'of a request that left', keepMs: 1 }
  })
  const two = flights.share('k', request().waiter, async () => ({ text: 'again', keepMs: 1 }))
  const lost = expect(one).rejects.toThrow('left')
  gone.leave()
  await lost
  expect((await two).text).toBe('again')
})

test('a replica waits for the answer of another one and takes over if that one died', async () => {
  const shared = store()
  const [here, there] = [
    new SingleFlight<string>(shared, Date.now),
    new SingleFlight<string>(shared, Date.now),
  ]
  const { make, began, finish } = gated()
  const first = here.share('k', request().waiter, make)
  await began
  const second = there.share('k', request().waiter, async () => ({ text: 'twice', keepMs: 1000 }))
  finish('once')
  expect((await first).by).toBe('making')
  expect(await second).toEqual({ text: 'once', by: 'waiting' })

  await shared.claim('gone', 'a replica that died', 60)
  const third = await there.share('gone', request().waiter, async () => ({
    text: 'taken over',
    keepMs: 1,
  }))
  expect(third).toEqual({ text: 'taken over', by: 'making' })
})

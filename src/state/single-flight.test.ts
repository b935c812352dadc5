import { expect, test } from 'vitest'
import { Problem } from '../core/errors.ts'
import { MemoryStore } from './memory-store.ts'
import { type Making, SingleFlight, type Waiting } from './single-flight.ts'

const store = () => new MemoryStore(Date.now)

function passenger(more: Partial<Waiting<string>> = {}) {
  const told: string[] = []
  const leaving = new AbortController()
  const waiting: Waiting<string> = {
    signal: leaving.signal,
    deadlineAt: Date.now() + 10_000,
    fresh: false,
    onTold: (word) => void told.push(word),
    ...more,
  }
  return { waiting, told, leave: () => leaving.abort(new Error('left')) }
}

/** An answer that is made when the test says so. */
function gated() {
  const began = Promise.withResolvers<Making<string>>()
  const gate = Promise.withResolvers<string>()
  let times = 0
  const make = async (making: Making<string>) => {
    times += 1
    began.resolve(making)
    const left = Promise.withResolvers<never>()
    making.signal.addEventListener('abort', () => left.reject(making.signal.reason))
    return { text: await Promise.race([gate.promise, left.promise]), keepMs: 1000 }
  }
  return { make, began: began.promise, finish: gate.resolve, fail: gate.reject, times: () => times }
}

test('fifty who ask the same at the same time cost one answer', async () => {
  const flights = new SingleFlight<string>(store(), Date.now)
  const { make, began, finish, times } = gated()
  const all = Array.from({ length: 50 }, () => flights.share('k', passenger().waiting, make))
  await began
  finish('notes')
  const landed = await Promise.all(all)
  expect(times()).toBe(1)
  expect(new Set(landed.map(({ text }) => text))).toEqual(new Set(['notes']))
  expect(landed.filter(({ by }) => by === 'making')).toHaveLength(1)
  expect(landed.filter(({ by }) => by === 'waiting')).toHaveLength(49)
})

test('what was made is known afterwards, unless a new answer is wished', async () => {
  const flights = new SingleFlight<string>(store(), Date.now)
  let times = 0
  const make = async () => {
    times += 1
    return { text: String(times), keepMs: 1000 }
  }
  expect(await flights.share('k', passenger().waiting, make)).toEqual({ text: '1', by: 'making' })
  expect(await flights.share('k', passenger().waiting, make)).toEqual({ text: '1', by: 'memory' })
  const fresh = passenger({ fresh: true })
  expect(await flights.share('k', fresh.waiting, make)).toEqual({ text: '2', by: 'making' })
  expect(await flights.share('k', passenger().waiting, make)).toEqual({ text: '2', by: 'memory' })
  expect(await flights.share('other', passenger().waiting, make)).toEqual({ text: '3', by: 'making' })
})

test('all are told the same, also what was told before they came', async () => {
  const flights = new SingleFlight<string>(store(), Date.now)
  const { make, began, finish } = gated()
  const [first, second] = [passenger(), passenger()]
  const one = flights.share('k', first.waiting, make)
  const { tell } = await began
  tell('a')
  const two = flights.share('k', second.waiting, make)
  await Promise.resolve()
  tell('b')
  finish('notes')
  await Promise.all([one, two])
  expect([first.told, second.told]).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ])
})

test('the work goes on while somebody waits, and stops when nobody does', async () => {
  const flights = new SingleFlight<string>(store(), Date.now)
  const { make, began } = gated()
  const [first, second] = [passenger(), passenger()]
  const one = flights.share('k', first.waiting, make)
  const two = flights.share('k', second.waiting, make)
  const { signal } = await began
  first.leave()
  await expect(one).rejects.toThrow('left')
  expect(signal.aborted).toBe(false)
  second.leave()
  await expect(two).rejects.toThrow('left')
  expect(signal.aborted).toBe(true)
})

test('whoever comes after all have left begins anew', async () => {
  const flights = new SingleFlight<string>(store(), Date.now)
  const first = gated()
  const early = passenger()
  const lost = flights.share('k', early.waiting, first.make)
  await first.began
  early.leave()
  const late = flights.share('k', passenger().waiting, async () => ({ text: 'new', keepMs: 1 }))
  await expect(lost).rejects.toThrow('left')
  expect((await late).text).toBe('new')
})

test('a failure is everybody’s, and is not cached', async () => {
  const flights = new SingleFlight<string>(store(), Date.now)
  const { make, began, fail, times } = gated()
  const all = Array.from({ length: 3 }, () => flights.share('k', passenger().waiting, make))
  await began
  fail(new Problem('host_unreachable', 'down'))
  for (const one of all) await expect(one).rejects.toMatchObject({ code: 'host_unreachable' })
  expect(times()).toBe(1)
  expect((await flights.share('k', passenger().waiting, async () => ({ text: 'up', keepMs: 1 }))).text).toBe(
    'up',
  )
})

test('whoever has more time than the first begins again when the first was too late', async () => {
  const flights = new SingleFlight<string>(store(), Date.now)
  const hurried = passenger({ deadlineAt: Date.now() - 1 })
  const { make, began, fail } = gated()
  const one = flights.share('k', hurried.waiting, make)
  const two = flights.share('k', passenger().waiting, async () => ({ text: 'again', keepMs: 1 }))
  await began
  fail(new Problem('gateway_timeout', 'late'))
  await expect(one).rejects.toMatchObject({ code: 'gateway_timeout' })
  expect((await two).text).toBe('again')
})

test('whoever waits begins again when the first left before it had begun', async () => {
  const flights = new SingleFlight<string>(store(), Date.now)
  const gone = passenger()
  const one = flights.share('k', gone.waiting, async () => {
    gone.waiting.signal.throwIfAborted()
    return { text: 'of somebody who left', keepMs: 1 }
  })
  const two = flights.share('k', passenger().waiting, async () => ({ text: 'again', keepMs: 1 }))
  const lost = expect(one).rejects.toThrow('left')
  gone.leave()
  await lost
  expect((await two).text).toBe('again')
})

test('a replica waits for the answer of another, and takes over when that one is gone', async () => {
  const shared = store()
  const [here, there] = [
    new SingleFlight<string>(shared, Date.now),
    new SingleFlight<string>(shared, Date.now),
  ]
  const { make, began, finish } = gated()
  const first = here.share('k', passenger().waiting, make)
  await began
  const second = there.share('k', passenger().waiting, async () => ({ text: 'twice', keepMs: 1000 }))
  finish('once')
  expect((await first).by).toBe('making')
  expect(await second).toEqual({ text: 'once', by: 'waiting' })

  await shared.claim('gone', 'a replica that died', 60)
  const third = await there.share('gone', passenger().waiting, async () => ({
    text: 'taken over',
    keepMs: 1,
  }))
  expect(third).toEqual({ text: 'taken over', by: 'making' })
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Wait } from '../state/app-state.ts'
import { Refusal } from './refusal.ts'
import { waitOut } from './wait-out.ts'

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => void vi.useRealTimers())

/** Is refused so often, each time for so many seconds, and then done. */
function refusedBefore(times: number, retryAfter: number | null) {
  let left = times
  return async () => {
    left -= 1
    if (left >= 0) throw new Refusal({ code: 'rate_limited', title: 'Too many', detail: 'Wait.', retryAfter })
    return 'done'
  }
}

test('a wait is told, counted to its end, and then it goes on', async () => {
  const waits: (Wait | null)[] = []
  const work = waitOut(refusedBefore(1, 30), { onWait: (wait) => waits.push(wait) })
  await vi.advanceTimersByTimeAsync(29_999)
  expect(waits).toEqual([{ until: 1_030_000, why: 'Too many' }])
  await vi.advanceTimersByTimeAsync(1)
  expect(await work).toBe('done')
  expect(waits.at(-1)).toBeNull()
})

test('whoever gives up need not wait to the end', async () => {
  const giveUp = new AbortController()
  const work = waitOut(refusedBefore(1, 600), { signal: giveUp.signal, onWait: () => {} })
  const end = expect(work).rejects.toThrow('Enough')
  await vi.advanceTimersByTimeAsync(1000)
  giveUp.abort(new Error('Enough'))
  await end
  expect(vi.getTimerCount()).toBe(0)
})

test.each([
  ['a refusal that names no time', 1, null, true],
  ['a wait of more than an hour', 1, 3601, true],
  ['a long wait of which nobody is told', 1, 6, false],
  ['a short wait, again and again, of which nobody is told', 3, 1, false],
])('%s is told as the refusal that it is', async (_, times, retryAfter, isTold) => {
  const work = waitOut(refusedBefore(times, retryAfter), isTold ? { onWait: () => {} } : {})
  const end = expect(work).rejects.toBeInstanceOf(Refusal)
  await vi.runAllTimersAsync()
  await end
})

test('short waits need not be told', async () => {
  const work = waitOut(refusedBefore(2, 0), {})
  await vi.runAllTimersAsync()
  expect(await work).toBe('done')
})

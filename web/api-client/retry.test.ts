import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RetryWait } from '../state/app-state.ts'
import { ApiError } from './api-error.ts'
import { withRetry } from './retry.ts'

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => void vi.useRealTimers())

/** Fails a number of times with a waiting time, then succeeds. */
function failTimes(times: number, retryAfter: number | null) {
  let left = times
  return async () => {
    left -= 1
    if (left >= 0)
      throw new ApiError({ code: 'rate_limited', title: 'Too many', detail: 'Wait.', retryAfter })
    return 'done'
  }
}

test('reports the wait, waits to its end and tries again', async () => {
  const waits: (RetryWait | null)[] = []
  const result = withRetry(failTimes(1, 30), { onWait: (wait) => waits.push(wait) })
  await vi.advanceTimersByTimeAsync(29_999)
  expect(waits).toEqual([{ until: 1_030_000, reason: 'Too many' }])
  await vi.advanceTimersByTimeAsync(1)
  expect(await result).toBe('done')
  expect(waits.at(-1)).toBeNull()
})

test('a wait can be cancelled', async () => {
  const controller = new AbortController()
  const result = withRetry(failTimes(1, 600), { signal: controller.signal, onWait: () => {} })
  const rejected = expect(result).rejects.toThrow('Enough')
  await vi.advanceTimersByTimeAsync(1000)
  controller.abort(new Error('Enough'))
  await rejected
  expect(vi.getTimerCount()).toBe(0)
})

test.each([
  ['an error without a waiting time', 1, null, true],
  ['a wait of more than an hour', 1, 3601, true],
  ['a long wait that is not reported', 1, 6, false],
  ['repeated short waits that are not reported', 3, 1, false],
])('does not retry: %s', async (_, times, retryAfter, isReported) => {
  const result = withRetry(failTimes(times, retryAfter), isReported ? { onWait: () => {} } : {})
  const rejected = expect(result).rejects.toBeInstanceOf(ApiError)
  await vi.runAllTimersAsync()
  await rejected
})

test('short waits need no report', async () => {
  const result = withRetry(failTimes(2, 0), {})
  await vi.runAllTimersAsync()
  expect(await result).toBe('done')
})

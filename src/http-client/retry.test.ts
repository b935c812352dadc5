import { describe, expect, test } from 'vitest'
import { backoffMs, RetryBudget, retryAfterMs, retryAfterSeconds } from './retry.ts'

const now = Date.parse('2026-03-01T12:00:00Z')

describe('Retry-After', () => {
  test.each([
    ['seconds', { 'retry-after': '7' }, 7000],
    ['fractions of seconds', { 'retry-after': '0.25' }, 250],
    ['zero', { 'retry-after': '0' }, 0],
    ['a date', { 'retry-after': 'Sun, 01 Mar 2026 12:00:09 GMT' }, 9000],
    [
      "a date by the server's own clock",
      { 'retry-after': 'Sun, 01 Mar 2026 10:00:03 GMT', date: 'Sun, 01 Mar 2026 10:00:00 GMT' },
      3000,
    ],
    ['a date in the past', { 'retry-after': 'Sun, 01 Mar 2026 11:00:00 GMT' }, 0],
    ['no header', {}, null],
    ['an empty header', { 'retry-after': '' }, null],
    ['a negative number', { 'retry-after': '-5' }, null],
    ['a number that is too long', { 'retry-after': '9'.repeat(400) }, null],
    ['a word', { 'retry-after': 'soon' }, null],
    ['a weekday alone', { 'retry-after': 'Sun, whenever' }, null],
  ])('with %s', (_what, headers, delay) => {
    expect(retryAfterMs(new Headers(headers as Record<string, string>), now)).toBe(delay)
  })

  test.each([
    ['0.25', 1],
    ['Sun, 01 Mar 2026 12:00:09 GMT', 9],
    ['soon', null],
  ])('of %j is rounded up to whole seconds', (value, seconds) => {
    expect(retryAfterSeconds(new Headers({ 'retry-after': value }), now)).toBe(seconds)
  })
})

test('the backoff grows from half a second to eight seconds, and jitter shortens it', () => {
  expect([1, 2, 3, 4, 5, 6, 7].map((attempt) => backoffMs(attempt, () => 1))).toEqual([
    500, 1000, 2000, 4000, 8000, 8000, 8000,
  ])
  expect(backoffMs(3, () => 0.25)).toBe(500)
})

describe('the retry budget', () => {
  test('allows a few retries', () => {
    const budget = new RetryBudget()
    expect(Array.from({ length: 6 }, () => budget.spend())).toEqual([...Array(4).fill(true), false, false])
  })

  test('allows one retry for ten requests in an outage', () => {
    const budget = new RetryBudget()
    for (let times = 0; times < 4; times += 1) budget.spend()
    let retries = 0
    for (let requests = 0; requests < 1000; requests += 1) {
      budget.earn()
      if (budget.spend()) retries += 1
    }
    expect(retries).toBeGreaterThanOrEqual(99)
    expect(retries).toBeLessThanOrEqual(100)
  })
})

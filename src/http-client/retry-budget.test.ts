import { expect, test } from 'vitest'
import { RetryBudget } from './retry-budget.ts'

test('a few failures are tried again', () => {
  const budget = new RetryBudget()
  expect(Array.from({ length: 6 }, () => budget.spend())).toEqual([...Array(4).fill(true), false, false])
})

test('in an outage one call in ten is tried again', () => {
  const budget = new RetryBudget()
  for (let times = 0; times < 4; times += 1) budget.spend()
  let retries = 0
  for (let calls = 0; calls < 1000; calls += 1) {
    budget.earn()
    if (budget.spend()) retries += 1
  }
  expect(retries).toBeGreaterThanOrEqual(99)
  expect(retries).toBeLessThanOrEqual(100)
})

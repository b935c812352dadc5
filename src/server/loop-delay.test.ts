import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LoopDelay } from './loop-delay.ts'

let clock = 0
let delay: LoopDelay

beforeEach(() => {
  clock = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(performance, 'now').mockImplementation(() => clock)
  delay = new LoopDelay()
})

afterEach(() => {
  delay.stop()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('an event loop that is never late has no delay', () => {
  takeTurns(...Array(50).fill(100))
  expect(delay.lowest()).toBe(0)
})

test('an event loop that is late every time has the lowest of its delays', () => {
  takeTurns(900, 700, 800)
  expect(delay.lowest()).toBe(600)
})

test('one slow turn is no delay', () => {
  takeTurns(100, 100, 5_000)
  expect(delay.lowest()).toBe(0)
})

test('the first two turns do not count yet', () => {
  takeTurns(900, 900)
  expect(delay.lowest()).toBe(0)
})

test('a turn that is on time ends the delay', () => {
  takeTurns(900, 900, 900, 900, 100)
  expect(delay.lowest()).toBe(0)
})

test('turns of more than a second and a half ago no longer count', () => {
  takeTurns(100, 100, 900, 900, 900)
  expect(delay.lowest()).toBe(800)
})

/** Each turn of the event loop comes so many milliseconds after the one before it; 100 is on time. */
function takeTurns(...milliseconds: number[]): void {
  for (const passed of milliseconds) {
    clock += passed
    vi.advanceTimersByTime(100)
  }
}

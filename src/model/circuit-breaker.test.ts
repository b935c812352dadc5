import { describe, expect, test } from 'vitest'
import { type CallResult, CircuitBreaker } from './circuit-breaker.ts'

/** Makes calls one after the other; each step is the result of a call, or how many milliseconds pass. */
function play(steps: (CallResult | number)[]) {
  const clock = { now: 1_000_000 }
  const breaker = new CircuitBreaker(() => clock.now)
  const seen = steps.map((step) => {
    if (typeof step === 'number') {
      clock.now += step
      return null
    }
    const entry = breaker.enter()
    if (!entry.allowed) return `open for ${entry.retryAfterSeconds} s`
    entry.settle(step)
    return 'called'
  })
  return { seen: seen.filter((each) => each !== null), breaker, clock }
}

const called = (times: number) => Array<string>(times).fill('called')

describe('the breaker opens after failures in a row', () => {
  test.each<[string, (CallResult | number)[], string[]]>([
    ['two failures do not open it', ['failed', 'failed', 'failed'], called(3)],
    [
      'three failures in a row shut it',
      ['failed', 'failed', 'failed', 'worked'],
      [...called(3), 'open for 5 s'],
    ],
    [
      'a success between failures restarts the count',
      ['failed', 'failed', 'worked', 'failed', 'failed', 'worked'],
      called(6),
    ],
    [
      'what one caller did wrong counts neither way',
      ['failed', 'unclear', 'failed', 'unclear', 'failed', 'worked'],
      [...called(5), 'open for 5 s'],
    ],
    ['errors of callers never open it', Array<CallResult>(10).fill('unclear'), called(10)],
    [
      'it reports how long it stays open',
      ['failed', 'failed', 'failed', 3_200, 'worked'],
      [...called(3), 'open for 2 s'],
    ],
    [
      'after five seconds a success opens it',
      ['failed', 'failed', 'failed', 5_000, 'worked', 'failed', 'failed', 'worked'],
      called(7),
    ],
    [
      'after five seconds one more failure opens it again',
      ['failed', 'failed', 'failed', 5_000, 'failed', 'worked', 4_999, 'worked'],
      [...called(4), 'open for 5 s', 'open for 1 s'],
    ],
    [
      'an unclear test leaves the test to the next call',
      ['failed', 'failed', 'failed', 5_000, 'unclear', 'unclear', 'worked', 'failed', 'worked'],
      called(8),
    ],
  ])('%s', (_what, steps, expected) => {
    expect(play(steps).seen.slice(0, expected.length)).toEqual(expected)
  })

  test('only one call at a time tests the gateway', () => {
    const { breaker } = play(['failed', 'failed', 'failed', 6_000])
    const trial = breaker.enter()
    expect(trial.allowed).toBe(true)
    expect(breaker.enter()).toEqual({ allowed: false, retryAfterSeconds: 1 })
    if (trial.allowed) trial.settle('worked')
    expect(breaker.enter().allowed).toBe(true)
  })

  test('a call that began before the failures neither closes it nor keeps it open', () => {
    const { breaker, clock } = play([])
    const early = breaker.enter()
    const later = breaker.enter()
    for (const sign of ['failed', 'failed', 'failed'] as const) {
      const entry = breaker.enter()
      if (entry.allowed) entry.settle(sign)
    }
    if (early.allowed) early.settle('worked')
    expect(breaker.enter().allowed).toBe(false)
    clock.now += 4_000
    if (later.allowed) later.settle('failed')
    clock.now += 1_000
    expect(breaker.enter().allowed).toBe(true)
  })

  test('a call is counted once', () => {
    const { breaker } = play(['failed'])
    const entry = breaker.enter()
    for (let times = 0; times < 5; times += 1) if (entry.allowed) entry.settle('failed')
    expect(breaker.enter().allowed).toBe(true)
  })
})

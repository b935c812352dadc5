import { expect, test } from 'vitest'
import { heldMoreThan } from '../../test/support/live-memory.ts'
import { type Admission, CallerLimits } from './caller-limits.ts'

/** Limits with a clock that the test moves. */
function limitsOf(requestsPerMinute: number, concurrency: number) {
  const clock = { now: 1_000_000 }
  return { limits: new CallerLimits({ requestsPerMinute, concurrency }, () => clock.now), clock }
}

function release(admission: Admission): void {
  if (admission.allowed) admission.release()
}

test('a caller has a number of requests per minute and learns how many remain', () => {
  const { limits, clock } = limitsOf(2, 10)
  expect(limits.enter('ada')).toMatchObject({ allowed: true, remaining: 1, resetSeconds: 60 })
  clock.now += 10_500
  expect(limits.enter('ada')).toMatchObject({ allowed: true, remaining: 0, resetSeconds: 50 })
  expect(limits.enter('ada')).toEqual({ allowed: false, reason: 'rate', remaining: 0, resetSeconds: 50 })
})

test('after a minute a caller may ask again', () => {
  const { limits, clock } = limitsOf(1, 10)
  limits.enter('ada')
  clock.now += 59_999
  expect(limits.enter('ada')).toMatchObject({ allowed: false, resetSeconds: 1 })
  clock.now += 1
  expect(limits.enter('ada')).toMatchObject({ allowed: true })
})

test('a caller has a number of concurrent requests until one is released', () => {
  const { limits } = limitsOf(10, 2)
  const first = limits.enter('ada')
  limits.enter('ada')
  expect(limits.enter('ada')).toEqual({
    allowed: false,
    reason: 'concurrency',
    remaining: 8,
    resetSeconds: 1,
  })
  release(first)
  expect(limits.enter('ada')).toMatchObject({ allowed: true, remaining: 7 })
})

test('requests that still run count in the next minute', () => {
  const { limits, clock } = limitsOf(10, 1)
  limits.enter('ada')
  clock.now += 60_000
  expect(limits.enter('ada')).toMatchObject({ allowed: false, reason: 'concurrency' })
})

test('one caller does not use up what another has', () => {
  const { limits } = limitsOf(1, 1)
  limits.enter('ada')
  expect(limits.enter('bob')).toMatchObject({ allowed: true })
})

test('releasing a request twice does not free the slot of another request', () => {
  const { limits } = limitsOf(10, 2)
  const first = limits.enter('ada')
  limits.enter('ada')
  release(first)
  release(first)
  expect(limits.enter('ada').allowed).toBe(true)
  expect(limits.enter('ada').allowed).toBe(false)
})

test('a request that began in an earlier minute can be released', () => {
  const { limits, clock } = limitsOf(10, 1)
  const first = limits.enter('ada')
  clock.now += 60_000
  expect(limits.enter('ada').allowed).toBe(false)
  release(first)
  expect(limits.enter('ada').allowed).toBe(true)
})

test('ten thousand other callers do not make a running request forgotten', () => {
  const { limits, clock } = limitsOf(10, 1)
  limits.enter('ada')
  clock.now += 60_000
  for (let index = 0; index < 10_001; index += 1) limits.enter(`caller-${index}`)
  expect(limits.enter('ada')).toMatchObject({ allowed: false, reason: 'concurrency' })
})

test('callers who came once are forgotten, however many come', async () => {
  const { limits, clock } = limitsOf(10, 1)
  const flood = async () => {
    for (let minute = 0; minute < 30; minute += 1) {
      for (let index = 0; index < 20_000; index += 1) {
        const caller = `a caller of minute ${minute} with number ${index}`
        release(limits.enter(caller))
      }
      clock.now += 60_000
    }
  }
  expect(await heldMoreThan(30_000_000, flood)).toBe(false)
})

test('hundreds of thousands of callers in one minute each cost as much as the first', () => {
  const { limits, clock } = limitsOf(1, 1)
  const first = limits.enter('caller-0')
  for (let index = 1; index < 200_000; index += 1) limits.enter(`caller-${index}`)
  expect(limits.enter('caller-0')).toMatchObject({ allowed: false, reason: 'rate' })
  clock.now += 60_000
  release(first)
  expect(limits.enter('caller-0')).toMatchObject({ allowed: true })
  expect(limits.enter('caller-1')).toMatchObject({ allowed: false, reason: 'concurrency' })
})

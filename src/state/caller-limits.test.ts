import { expect, test } from 'vitest'
import { heldMoreThan } from '../../test/support/live-memory.ts'
import { CallerLimits } from './caller-limits.ts'

/** Limits with a clock that the test moves. */
function limitsOf(requestsPerMinute: number, concurrency: number) {
  const clock = { now: 1_000_000 }
  return { limits: new CallerLimits({ requestsPerMinute, concurrency }, () => clock.now), clock }
}

test('a caller may ask so often a minute, and is told what is left', () => {
  const { limits, clock } = limitsOf(2, 10)
  expect(limits.enter('ada')).toEqual({ allowed: true, reason: null, remaining: 1, resetSeconds: 60 })
  clock.now += 10_500
  expect(limits.enter('ada')).toEqual({ allowed: true, reason: null, remaining: 0, resetSeconds: 50 })
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

test('a caller may have so many requests at once, until one has left', () => {
  const { limits } = limitsOf(10, 2)
  limits.enter('ada')
  limits.enter('ada')
  expect(limits.enter('ada')).toEqual({
    allowed: false,
    reason: 'concurrency',
    remaining: 8,
    resetSeconds: 1,
  })
  limits.leave('ada')
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

test('leaving more often than entering frees no extra place', () => {
  const { limits } = limitsOf(10, 1)
  limits.leave('ada')
  limits.enter('ada')
  limits.leave('ada')
  limits.leave('ada')
  limits.enter('ada')
  expect(limits.enter('ada').allowed).toBe(false)
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
        limits.enter(caller)
        limits.leave(caller)
      }
      clock.now += 60_000
    }
  }
  expect(await heldMoreThan(30_000_000, flood)).toBe(false)
})

test('hundreds of thousands of callers in one minute each cost as much as the first', () => {
  const { limits, clock } = limitsOf(1, 1)
  for (let index = 0; index < 200_000; index += 1) limits.enter(`caller-${index}`)
  expect(limits.enter('caller-0')).toMatchObject({ allowed: false, reason: 'rate' })
  clock.now += 60_000
  limits.leave('caller-0')
  expect(limits.enter('caller-0')).toMatchObject({ allowed: true })
  expect(limits.enter('caller-1')).toMatchObject({ allowed: false, reason: 'concurrency' })
})

import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import * as behaviours from '../../test/stand-ins/gateway/behaviours.ts'
import type { Behaviour } from '../../test/stand-ins/gateway/gateway.ts'
import {
  expectNoKey,
  openTo,
  problemOf,
  requestOf,
  standInForTests,
} from '../../test/stand-ins/gateway/open.ts'
import { CircuitBreaker } from './circuit-breaker.ts'

const { failing, saying, silent, slow, stalling } = behaviours
const good = saying('{"entries":[]}')
const long = 20_000
const short = 60

const standIn = await standInForTests(good)

describe('a gateway has timeouts', () => {
  const impatient = { firstTokenMs: short, silenceMs: long, priceMs: long }
  const noSilence = { firstTokenMs: long, silenceMs: short, priceMs: long }
  test.each<[string, Behaviour, typeof impatient, RegExp]>([
    ['before its answer begins', slow(long, good), impatient, /did not start to answer within 0.06 seconds/],
    ['after its headers', silent, impatient, /did not start to answer/],
    ['with signs of life that are no words', behaviours.onlyComments, impatient, /did not start to answer/],
    ['in the middle', stalling, noSilence, /stopped in the middle of its answer for 0.06 seconds/],
  ])('%s', async (_when, behaviour, limits, words) => {
    standIn.become(behaviour)
    const { gateway, sent } = openTo(standIn.url, { context: { limits } })
    const problem = await problemOf(gateway.ask(requestOf().request))
    expect([problem.code, sent.length]).toEqual(['gateway_timeout', 3])
    expect(problem.message).toMatch(words)
    expectNoKey(problem)
    for (const { left } of standIn.calls) expect(await left).toBe(true)
  })

  test('and a slow one that keeps sending is read to its end', async () => {
    const words = ['{"en', 'tri', 'es":', '[]}']
    standIn.become(({ model }) => ({
      headers: { 'content-type': 'text/event-stream' },
      steps: [
        ...words.flatMap((content) => [{ waitMs: 30 }, behaviours.chunk(model, { content })]),
        behaviours.chunk(model, {}, 'stop'),
      ],
    }))
    const limits = { firstTokenMs: 1_000, silenceMs: 1_000, priceMs: long }
    const response = await openTo(standIn.url, { context: { limits } }).gateway.ask(requestOf().request)
    expect(response.text).toBe('{"entries":[]}')
  })

  test('and three timeouts open the breaker', async () => {
    standIn.become(silent)
    const context = { limits: impatient, breaker: new CircuitBreaker(Date.now) }
    await problemOf(openTo(standIn.url, { context }).gateway.ask(requestOf().request))
    const { gateway, sent } = openTo(standIn.url, { context })
    const problem = await problemOf(gateway.ask(requestOf().request))
    expect([problem.code, sent]).toEqual(['gateway_down', []])
  })
})

describe('the deadline', () => {
  test.each<[string, Behaviour]>([
    ['before an answer began', silent],
    ['in the middle of one', stalling],
  ])('ends a request %s, and the gateway is not at fault', async (_when, behaviour) => {
    standIn.become(behaviour)
    const limits = { firstTokenMs: long, silenceMs: long, priceMs: long }
    const context = { limits, breaker: new CircuitBreaker(Date.now) }
    for (let times = 1; times <= 4; times += 1) {
      const { gateway, sent } = openTo(standIn.url, { context })
      const { request } = requestOf({ deadlineAt: Date.now() + short })
      const problem = await problemOf(gateway.ask(request))
      expect([problem.code, sent.length]).toEqual(['gateway_timeout', 1])
      expect(problem.message).toMatch(/deadline of this request/)
    }
  })

  test('that has passed prevents the request', async () => {
    const { request } = requestOf({ deadlineAt: Date.now() - 1 })
    expect((await problemOf(openTo(standIn.url).gateway.ask(request))).code).toBe('gateway_timeout')
    expect(standIn.calls).toEqual([])
  })
})

describe('a caller who leaves', () => {
  const reason = new Error('the caller left')
  const realSleep = (milliseconds: number, signal: AbortSignal) => wait(milliseconds, undefined, { signal })
  const limits = { firstTokenMs: long, silenceMs: long, priceMs: long }

  test.each<[string, Behaviour]>([
    ['before an answer began', silent],
    ['before there was so much as a status', slow(long, good)],
    ['in the middle of one', stalling],
    ['in the middle of an error response', () => ({ status: 500, steps: [{ send: '{"error":' }, 'hang'] })],
  ])('cancels the call to the gateway at once: %s', async (_when, behaviour) => {
    standIn.become(behaviour)
    const context = { limits, breaker: new CircuitBreaker(Date.now) }
    for (let times = 1; times <= 4; times += 1) {
      const caller = new AbortController()
      const arrived = standIn.nextCall()
      const onData = Promise.withResolvers<void>()
      const { request } = requestOf({ signal: caller.signal, onText: () => onData.resolve() })
      const asked = openTo(standIn.url, { context }).gateway.ask(request)
      const call = await arrived
      if (behaviour === stalling) await onData.promise
      caller.abort(reason)
      await expect(asked).rejects.toBe(reason)
      expect(await call.left).toBe(true)
    }
    expect(standIn.calls).toHaveLength(4)
    standIn.become(good)
    await openTo(standIn.url, { context }).gateway.ask(requestOf().request)
  })

  test('waits for no further attempt', async () => {
    standIn.become(failing(503, {}, { 'retry-after': '10' }))
    const caller = new AbortController()
    const sleep = (milliseconds: number, signal: AbortSignal) => {
      queueMicrotask(() => caller.abort(reason))
      return realSleep(milliseconds, signal)
    }
    const { gateway } = openTo(standIn.url, { context: { sleep } })
    await expect(gateway.ask(requestOf({ signal: caller.signal }).request)).rejects.toBe(reason)
    expect(standIn.calls).toHaveLength(1)
  })

  test('before the call prevents it', async () => {
    const { request } = requestOf({ signal: AbortSignal.abort(reason) })
    await expect(openTo(standIn.url).gateway.ask(request)).rejects.toBe(reason)
    expect(standIn.calls).toEqual([])
  })

  test('while testing a gateway that failed leaves the test to the next call', async () => {
    const clock = { now: 1_000_000 }
    const context = { limits, breaker: new CircuitBreaker(() => clock.now) }
    standIn.become(failing(500))
    await problemOf(openTo(standIn.url, { context }).gateway.ask(requestOf().request))
    clock.now += 5_000
    standIn.become(silent)
    const caller = new AbortController()
    const arrived = standIn.nextCall()
    const trial = openTo(standIn.url, { context }).gateway.ask(requestOf({ signal: caller.signal }).request)
    await arrived
    caller.abort(reason)
    await expect(trial).rejects.toBe(reason)
    standIn.become(good)
    expect(await openTo(standIn.url, { context }).gateway.ask(requestOf().request)).toMatchObject({
      text: '{"entries":[]}',
    })
  })
})

test('an error of the listener is thrown and ends the call', async () => {
  standIn.become(stalling)
  const arrived = standIn.nextCall()
  const bug = new Error('a bug of the listener')
  const onText = () => {
    throw bug
  }
  await expect(openTo(standIn.url).gateway.ask(requestOf({ onText }).request)).rejects.toBe(bug)
  expect(await (await arrived).left).toBe(true)
})

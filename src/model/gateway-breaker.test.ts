import { describe, expect, test } from 'vitest'
import * as behaviours from '../../test/stand-ins/gateway/behaviours.ts'
import type { Behaviour } from '../../test/stand-ins/gateway/gateway.ts'
import { openTo, problemOf, requestOf, standInForTests } from '../../test/stand-ins/gateway/open.ts'
import { CircuitBreaker } from './circuit-breaker.ts'
import { GatewayCache } from './gateway-cache.ts'

const { failing, saying } = behaviours
const good = saying('{"entries":[]}')

const standIn = await standInForTests(good)

describe('a gateway that keeps failing', () => {
  const clock = { now: 0 }
  const shared = () => {
    clock.now = 1_000_000
    const context = { breaker: new CircuitBreaker(() => clock.now), cache: new GatewayCache() }
    return { ask: () => openTo(standIn.url, { context }).gateway.ask(requestOf().request) }
  }

  test.each<[string, Behaviour]>([
    ['by 500', failing(500)],
    ['by 503', failing(503)],
    ['by breaking off', behaviours.cutting],
    ['in good answers', behaviours.errorInBody(502)],
  ])('opens the breaker (%s)', async (_how, behaviour) => {
    const { ask } = shared()
    standIn.become(behaviour)
    await problemOf(ask())
    const problem = await problemOf(ask())
    expect([problem.code, problem.retryAfter, standIn.calls.length]).toEqual(['gateway_down', 5, 3])
    standIn.become(good)
    clock.now += 5_000
    await ask()
    await ask()
    expect(standIn.calls).toHaveLength(5)
  })

  test('is tested by one call only, which reports what it saw', async () => {
    const { ask } = shared()
    standIn.become(failing(503))
    await problemOf(ask())
    clock.now += 5_000
    expect((await problemOf(ask())).code).toBe('gateway_unreachable')
    expect(standIn.calls).toHaveLength(4)
  })

  test.each<[string, Behaviour]>([
    ['a rejected key', failing(401)],
    ['an empty purse', failing(402)],
    ['a forbidden model', failing(403)],
    ['a missing model', failing(404)],
    ['a bad request', failing(400)],
    ['a limited key', failing(429)],
    ['an empty answer', behaviours.emptyAnswer],
    ['an answer without room', behaviours.outOfRoom],
  ])('does not open the breaker for what concerns one caller: %s', async (_what, behaviour) => {
    const { ask } = shared()
    standIn.become(behaviour)
    for (let times = 0; times < 5; times += 1) expect((await problemOf(ask())).code).not.toBe('gateway_down')
    standIn.become(good)
    await ask()
  })
})

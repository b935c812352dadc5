import { describe, expect, test } from 'vitest'
import * as behaviours from '../../test/stand-ins/gateway/behaviours.ts'
import type { Behaviour } from '../../test/stand-ins/gateway/gateway.ts'
import { openTo, problemOf, questionOf, standInForTests } from '../../test/stand-ins/gateway/open.ts'
import { Breaker } from './breaker.ts'
import { GatewayMemory } from './gateway-memory.ts'

const { failing, saying } = behaviours
const good = saying('{"entries":[]}')

const standIn = await standInForTests(good)

describe('a gateway that keeps failing', () => {
  const clock = { now: 0 }
  const shared = () => {
    clock.now = 1_000_000
    const context = { breaker: new Breaker(() => clock.now), memory: new GatewayMemory() }
    return { ask: () => openTo(standIn.url, { context }).gateway.ask(questionOf().question) }
  }

  test.each<[string, Behaviour]>([
    ['by 500', failing(500)],
    ['by 503', failing(503)],
    ['by breaking off', behaviours.cutting],
    ['in good answers', behaviours.errorInBody(502)],
  ])('is left alone for a while (%s)', async (_how, behaviour) => {
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

  test('is tried by one call only, and that one tells what it saw', async () => {
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
    ['a denied model', failing(403)],
    ['a missing model', failing(404)],
    ['a bad question', failing(400)],
    ['a limited key', failing(429)],
    ['an empty answer', behaviours.emptyAnswer],
    ['an answer without room', behaviours.outOfRoom],
  ])('is not left alone for what concerns one caller: %s', async (_what, behaviour) => {
    const { ask } = shared()
    standIn.become(behaviour)
    for (let times = 0; times < 5; times += 1) expect((await problemOf(ask())).code).not.toBe('gateway_down')
    standIn.become(good)
    await ask()
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { saying } from '../../test/stand-ins/gateway/behaviours.ts'
import {
  inJson,
  listing,
  type Script,
  type StandInGateway,
  startGateway,
} from '../../test/stand-ins/gateway/gateway.ts'
import { canaryKey, openTo } from '../../test/stand-ins/gateway/open.ts'
import { GatewayCache } from './gateway-cache.ts'

const pricedModel = (prompt: unknown, completion: unknown) =>
  listing([
    { id: 'stand-in/other', pricing: { prompt: '1', completion: '1' } },
    { id: 'stand-in/writer', pricing: { prompt, completion } },
  ])

let standIn: StandInGateway
let list: () => Script
beforeAll(async () => {
  standIn = await startGateway(saying('hello'), { models: () => list() })
})
afterAll(() => standIn.close())
beforeEach(() => {
  standIn.calls.length = 0
})

const never = new AbortController().signal

describe('the price of a model', () => {
  test.each<[string, Script, object | null]>([
    ['a million tokens', pricedModel('0.0000025', '0.00001'), { input: 2.5, output: 10 }],
    ['tiny prices', pricedModel('0.00000003', '7e-8'), { input: 0.03, output: 0.07 }],
    ['numbers', pricedModel(0.000001, 0.000002), { input: 1, output: 2 }],
    ['nothing', pricedModel('0', '0'), { input: 0, output: 0 }],
    ['it depends', pricedModel('-1', '-1'), null],
    ['no number', pricedModel('', 'free'), null],
    ['half of it', pricedModel('0.1', undefined), null],
    ['no price', listing([{ id: 'stand-in/writer' }]), null],
    ['another model', listing([{ id: 'stand-in/other', pricing: { prompt: '1', completion: '1' } }]), null],
    ['a rejection', inJson({ error: { message: 'No.' } }, 401), null],
    ['a failure', inJson({}, 503), null],
    ['another form', inJson({ data: 'none' }), null],
    ['a web page', { headers: { 'content-type': 'text/html' }, steps: [{ send: '<p>' }] }, null],
    ['a connection that breaks', { steps: ['cut'] }, null],
  ])('is given per million tokens, or not at all: %s', async (_what, script, price) => {
    list = () => script
    expect(await openTo(standIn.url).gateway.price(never)).toEqual(price)
    expect(standIn.calls).toHaveLength(1)
    expect(standIn.calls[0]).toMatchObject({ method: 'GET', path: '/v1/models' })
    expect(standIn.calls[0]?.headers.authorization).toBe(`Bearer ${canaryKey}`)
  })

  test('has a short timeout', async () => {
    list = () => ({ steps: ['hang'] })
    const limits = { firstTokenMs: 20_000, silenceMs: 20_000, priceMs: 50 }
    expect(await openTo(standIn.url, { context: { limits } }).gateway.price(never)).toBeNull()
    expect(await standIn.calls[0]?.left).toBe(true)
  })

  test('is cached for an hour and per model', async () => {
    list = () => pricedModel('0.000001', '0.000001')
    const clock = { now: Date.now() }
    const context = { cache: new GatewayCache(), now: () => clock.now }
    const ask = (model = 'stand-in/writer') => openTo(standIn.url, { context, model }).gateway.price(never)
    await ask()
    clock.now += 3_599_999
    expect(await ask()).toEqual({ input: 1, output: 1 })
    expect(standIn.calls).toHaveLength(1)
    expect(await ask('stand-in/other')).toEqual({ input: 1_000_000, output: 1_000_000 })
    clock.now += 1
    list = () => pricedModel('0.000002', '0.000002')
    expect(await ask()).toEqual({ input: 2, output: 2 })
    expect(standIn.calls).toHaveLength(3)
  })

  test('that could not be fetched is requested again after a minute', async () => {
    list = () => inJson({}, 500)
    const clock = { now: Date.now() }
    const context = { cache: new GatewayCache(), now: () => clock.now }
    const ask = () => openTo(standIn.url, { context }).gateway.price(never)
    expect([await ask(), await ask(), standIn.calls.length]).toEqual([null, null, 1])
    list = () => pricedModel('0.000001', '0.000001')
    clock.now += 60_000
    expect(await ask()).toEqual({ input: 1, output: 1 })
  })

  test('that could not be fetched is logged once until one can be fetched', async () => {
    const clock = { now: Date.now() }
    const lines: string[] = []
    const log = (line: string) => void lines.push(line)
    const context = { cache: new GatewayCache(), now: () => clock.now, log }
    const askAfterHours = async (script: Script) => {
      list = () => script
      clock.now += 3_700_000
      await openTo(standIn.url, { context }).gateway.price(never)
    }
    await askAfterHours(inJson({}, 500))
    await askAfterHours(inJson({}, 500))
    expect(lines).toEqual([
      expect.stringMatching(/^The prices of 127\.0\.0\.1:\d+ cannot be read \(Error\): /),
    ])
    await askAfterHours(pricedModel('0.000001', '0.000001'))
    await askAfterHours(inJson({}, 500))
    expect(lines).toHaveLength(2)
  })

  test('is not cached as missing if the caller cancelled the request', async () => {
    list = () => ({ steps: ['hang'] })
    const context = { cache: new GatewayCache() }
    const caller = new AbortController()
    const arrived = standIn.nextCall()
    const asked = openTo(standIn.url, { context }).gateway.price(caller.signal)
    const call = await arrived
    caller.abort()
    expect([await asked, await call.left]).toEqual([null, true])
    list = () => pricedModel('0.000001', '0.000001')
    expect(await openTo(standIn.url, { context }).gateway.price(never)).toEqual({ input: 1, output: 1 })
  })
})

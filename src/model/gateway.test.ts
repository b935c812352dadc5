import { describe, expect, test } from 'vitest'
import * as behaviours from '../../test/stand-ins/gateway/behaviours.ts'
import type { Behaviour } from '../../test/stand-ins/gateway/gateway.ts'
import {
  canaryKey,
  expectNoKey,
  openTo,
  problemOf,
  requestOf,
  standInForTests,
} from '../../test/stand-ins/gateway/open.ts'
import type { ProblemCode } from '../core/errors.ts'
import { GatewayCache } from './gateway-cache.ts'

const { failing, inTurn, saying, withoutParameters, withoutSchema } = behaviours
const good = saying('{"entries":[]}')

const standIn = await standInForTests(good)

describe('a good gateway', () => {
  test('is called once, with the key, and streams its answer', async () => {
    standIn.become(behaviours.writing((message) => ({ heard: message })))
    const { request, pieces } = requestOf({ evidence: 'the evidence' })
    const response = await openTo(standIn.url).gateway.ask(request)
    expect(response).toEqual({
      text: '{"heard":"the evidence"}',
      model: 'stand-in/writer',
      usage: { inputTokens: 120, outputTokens: 30, cost: 0.0021 },
    })
    expect(pieces.length).toBeGreaterThan(1)
    expect(pieces.join('')).toBe(response.text)
    expect(standIn.calls).toHaveLength(1)
    const [{ headers, path, body }] = standIn.calls as [(typeof standIn.calls)[0]]
    expect([path, headers.authorization]).toEqual(['/v1/chat/completions', `Bearer ${canaryKey}`])
    expect(body).toMatchObject({ stream: true, temperature: 0, model: 'stand-in/writer' })
  })

  test('may be configured with a slash at the end', async () => {
    standIn.become(good)
    await openTo(`${standIn.url}/`).gateway.ask(requestOf().request)
    expect(standIn.calls[0]?.path).toBe('/v1/chat/completions')
  })

  test('need not stream', async () => {
    standIn.become(behaviours.inOnePiece('{"entries":[]}'))
    const { request, pieces } = requestOf()
    expect(await openTo(standIn.url).gateway.ask(request)).toMatchObject({ text: '{"entries":[]}' })
    expect(pieces).toEqual(['{"entries":[]}'])
  })

  test.each([
    ['prose', behaviours.prose],
    ['a fence around JSON', behaviours.fenced],
    ['JSON that breaks off', behaviours.cutJson],
  ])('may answer %s: other code checks the content', async (_what, behaviour) => {
    standIn.become(behaviour)
    expect((await openTo(standIn.url).gateway.ask(requestOf().request)).text).not.toBe('')
    expect(standIn.calls).toHaveLength(1)
  })
})

const moderation = { message: 'Flagged', metadata: { reasons: ['violence'], flagged_input: 'kill' } }
const noModel = { message: 'stand-in/writer is not a valid model ID' }
const noQuota = { message: 'You exceeded your quota.', code: 'insufficient_quota' }

describe('a failing gateway is reported and called only as often as it helps', () => {
  test.each<[string, Behaviour, ProblemCode, number, RegExp]>([
    ['an empty answer', behaviours.emptyAnswer, 'gateway_unusable', 3, /empty/],
    ['an answer over the output limit', behaviours.outOfRoom, 'gateway_unusable', 1, /output limit/],
    ['a filtered answer', behaviours.filtered, 'gateway_unusable', 1, /filter/],
    ['a refusal of the model', behaviours.refusing, 'gateway_unusable', 1, /refused/],
    [
      'an invalid request',
      failing(400),
      'gateway_unusable',
      1,
      /rejected the request \(400: The gateway's own words/,
    ],
    ['an unprocessable request', failing(422), 'gateway_unusable', 1, /422/],
    ['a request that is too large', failing(413), 'gateway_unusable', 1, /smaller range/],
    ['a rejected key', failing(401), 'gateway_key_rejected', 1, /rejected the model key \(401\)/],
    ['a key without credit', failing(402), 'gateway_credit', 1, /402: The gateway's own words/],
    ['an account without credit', failing(429, noQuota), 'gateway_credit', 1, /no credit/],
    ['a key that may not', failing(403), 'gateway_denied', 1, /stand-in\/writer/],
    ['a request that moderation stopped', failing(403, moderation), 'gateway_unusable', 1, /moderation/],
    ['no such model', failing(404), 'model_not_found', 1, /no model "stand-in\/writer"/],
    ['no such model by 400', failing(400, noModel), 'model_not_found', 1, /no model "stand-in\/writer"/],
    ['no such address', () => ({ status: 404, steps: [] }), 'model_not_found', 1, /configured URL/],
    ['its own impatience', failing(408), 'gateway_timeout', 3, /408/],
    ['a rate limit', failing(429), 'gateway_rate_limited', 3, /in a minute/],
    [
      'a long rate limit',
      failing(429, {}, { 'retry-after': '3600' }),
      'gateway_rate_limited',
      1,
      /3600 seconds/,
    ],
    ['a failure', failing(500), 'gateway_unusable', 3, /500/],
    ['a failure behind it', failing(502), 'gateway_unreachable', 3, /502/],
    ['an overload', failing(503), 'gateway_unreachable', 3, /503/],
    ['a slow model behind it', failing(504), 'gateway_timeout', 3, /504/],
    [
      'a failure with a web page',
      () => ({ ...behaviours.webPage({} as never, {} as never), status: 502 }),
      'gateway_unreachable',
      3,
      /\(502\)/,
    ],
    [
      'another address',
      () => ({ status: 307, headers: { location: '/elsewhere' }, steps: [] }),
      'gateway_unusable',
      1,
      /307/,
    ],
    [
      'an error in a good answer',
      behaviours.errorInBody(502),
      'gateway_unreachable',
      3,
      /Provider returned error/,
    ],
    [
      'a unknown error in a good answer',
      behaviours.errorInBody('odd'),
      'gateway_unusable',
      3,
      /ended its answer with an error/,
    ],
    ['a rejected key in a good answer', behaviours.errorInBody(401), 'gateway_key_rejected', 1, /401/],
    [
      'an error in the middle',
      behaviours.errorInStream(502),
      'gateway_unreachable',
      3,
      /Provider disconnected/,
    ],
    [
      'a limit in the middle',
      behaviours.errorInStream('rate_limit_exceeded'),
      'gateway_rate_limited',
      3,
      /429/,
    ],
    ['a cut in the middle', behaviours.cutting, 'gateway_unreachable', 3, /complete response/],
    [
      'an answer that trails off',
      behaviours.trailingOff,
      'gateway_unreachable',
      3,
      /ended its answer too early/,
    ],
    ['a connection that breaks', behaviours.hangingUp, 'gateway_unreachable', 3, /complete response/],
    ['talk without an end', behaviours.endless, 'gateway_unusable', 1, /too long/],
    ['a line without an end', behaviours.endlessLine, 'gateway_unusable', 1, /too long/],
    ['a bomb', behaviours.bomb, 'gateway_unusable', 1, /larger than 16777216 bytes/],
    ['a web page', behaviours.webPage, 'gateway_unusable', 1, /text\/html/],
  ])('%s', async (_what, behaviour, code, calls, text) => {
    standIn.become(behaviour)
    const problem = await problemOf(openTo(standIn.url).gateway.ask(requestOf().request))
    expect([problem.code, standIn.calls.length, problem.message]).toEqual([
      code,
      calls,
      expect.stringMatching(text),
    ])
    expect(problem.row.source).toBe('gateway')
    expectNoKey(problem)
  })

  test('nothing listens at the URL', async () => {
    const { gateway, pauses } = openTo('http://127.0.0.1:1/v1')
    const problem = await problemOf(gateway.ask(requestOf().request))
    expect([problem.code, pauses]).toEqual(['gateway_unreachable', [500, 1000]])
    expectNoKey(problem)
  })
})

describe('transient failures are retried', () => {
  test.each<[string, Behaviour, number[]]>([
    ['a failure', failing(500), [500]],
    ['a limit with a wait in seconds', failing(429, {}, { 'retry-after': '7' }), [7000]],
    ['an overload with a wait', failing(503, {}, { 'retry-after': '2' }), [2000]],
    [
      'a limit until a date',
      failing(
        429,
        {},
        { 'retry-after': 'Sun, 01 Mar 2026 10:00:04 GMT', date: 'Sun, 01 Mar 2026 10:00:00 GMT' },
      ),
      [4000],
    ],
    ['an empty answer', behaviours.emptyAnswer, [500]],
  ])('%s', async (_what, first, expected) => {
    standIn.become(inTurn(first, good))
    const { gateway, pauses } = openTo(standIn.url)
    expect(await gateway.ask(requestOf().request)).toMatchObject({ text: '{"entries":[]}' })
    expect([pauses, standIn.calls.length]).toEqual([expected, 2])
  })

  test('and an answer that had started starts again, which is reported', async () => {
    standIn.become(inTurn(behaviours.cutting, good))
    const { request, pieces } = requestOf()
    const response = await openTo(standIn.url).gateway.ask(request)
    expect(pieces.slice(0, 2)).toEqual(['{"entries":', '(again)'])
    expect(pieces.slice(2).join('')).toBe(response.text)
  })

  test('but a restart is not reported when no text had been sent, or nothing follows', async () => {
    standIn.become(inTurn(failing(500), good))
    const first = requestOf()
    await openTo(standIn.url).gateway.ask(first.request)
    expect(first.pieces).not.toContain('(again)')
    standIn.become(behaviours.filtered)
    const second = requestOf()
    await problemOf(openTo(standIn.url).gateway.ask(second.request))
    expect(second.pieces).not.toContain('(again)')
  })

  test('and a restart is reported once, though the attempt after it failed before it started', async () => {
    standIn.become(inTurn(behaviours.cutting, failing(500), good))
    const { request, pieces } = requestOf()
    await openTo(standIn.url).gateway.ask(request)
    expect(pieces.filter((piece) => piece === '(again)')).toHaveLength(1)
  })

  test('but never past the deadline', async () => {
    standIn.become(failing(429, {}, { 'retry-after': '30' }))
    const { gateway, pauses } = openTo(standIn.url)
    const problem = await problemOf(gateway.ask(requestOf({ deadlineAt: Date.now() + 5_000 }).request))
    expect([problem.code, problem.retryAfter, pauses]).toEqual(['gateway_rate_limited', 30, []])
  })
})

describe('a gateway that does not support a parameter', () => {
  test.each<[string, Behaviour, number, object]>([
    ['is called without a schema', withoutSchema(good), 2, { response_format: { type: 'json_object' } }],
    [
      'is called without a response format',
      (body, call) =>
        (body.response_format ? failing(404, { message: 'No endpoint supports response_format' }) : good)(
          body,
          call,
        ),
      3,
      { response_format: undefined },
    ],
    [
      'is called with its own name for the length, and without temperature and seed',
      withoutParameters(['max_tokens', 'temperature', 'seed'], good),
      4,
      { max_tokens: undefined, max_completion_tokens: 1000, temperature: undefined, seed: undefined },
    ],
    [
      'may reject it in a response with status 200',
      (body, call) => ('seed' in body ? behaviours.errorInBody(400, 'seed is unknown') : good)(body, call),
      2,
      { seed: undefined },
    ],
  ])('%s, and the result is cached', async (_what, behaviour, calls, parameters) => {
    standIn.become(behaviour)
    const context = { cache: new GatewayCache() }
    await openTo(standIn.url, { context }).gateway.ask(requestOf().request)
    expect(standIn.calls).toHaveLength(calls)
    await openTo(standIn.url, { context }).gateway.ask(requestOf().request)
    expect(standIn.calls).toHaveLength(calls + 1)
    const last = standIn.calls.at(-1)?.body
    for (const [name, value] of Object.entries(parameters)) expect(last?.[name]).toEqual(value)
    await openTo(standIn.url, { context, model: 'stand-in/other' }).gateway.ask(requestOf().request)
    expect(standIn.calls).toHaveLength(2 * calls + 1)
  })

  test('is not adapted to for ever', async () => {
    standIn.become(failing(400, { message: 'response_format, max_tokens, temperature, seed: all wrong' }))
    const cache = new GatewayCache()
    const { gateway } = openTo(standIn.url, { context: { cache } })
    expect(await problemOf(gateway.ask(requestOf().request))).toMatchObject({ code: 'gateway_unusable' })
    expect(standIn.calls).toHaveLength(4)
    standIn.become(good)
    await gateway.ask(requestOf().request)
    expect(standIn.calls.at(-1)?.body?.response_format?.type).toBe('json_schema')
  })

  test('gets six calls at most, when it fails as well', async () => {
    const fussy = withoutParameters(['max_tokens', 'temperature', 'seed'], failing(500))
    standIn.become(fussy)
    await problemOf(openTo(standIn.url).gateway.ask(requestOf().request))
    expect(standIn.calls).toHaveLength(6)
  })

  test('is not misread when the name of a model contains a parameter', async () => {
    standIn.become(failing(404, { message: 'No endpoints found for acme/seed-1.6.' }))
    const { gateway } = openTo(standIn.url, { model: 'acme/seed-1.6' })
    expect(await problemOf(gateway.ask(requestOf().request))).toMatchObject({ code: 'model_not_found' })
    expect(standIn.calls).toHaveLength(1)
  })
})

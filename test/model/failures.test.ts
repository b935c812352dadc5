import { afterEach, describe, expect, test } from 'vitest'
import type { Answer } from '../../src/core/answer.ts'
import type { ProblemCode } from '../../src/core/errors.ts'
import { answerTo, ask, expectProblem, listen, token, warningCodes } from '../http/service.ts'
import {
  bomb,
  cutJson,
  cutting,
  emptyAnswer,
  endless,
  errorInBody,
  errorInStream,
  failing,
  filtered,
  hangingUp,
  outOfRoom,
  prose,
  refusing,
  silent,
  slow,
  stalling,
  trailingOff,
  webPage,
  writing,
} from '../stand-ins/gateway/behaviours.ts'
import type { Behaviour } from '../stand-ins/gateway/gateway.ts'
import { canaryKey } from '../stand-ins/gateway/open.ts'
import {
  body,
  changesIn,
  correctEntry,
  history,
  type ServedModel,
  serveModel,
  withKey,
} from './model-service.ts'

let served: ServedModel

afterEach(() => served?.close())

const good = writing((message) => ({ entries: changesIn(message).map(correctEntry) }))

function expectNoKey(text: string): void {
  for (const form of [
    canaryKey,
    Buffer.from(canaryKey).toString('base64').slice(0, -4),
    encodeURIComponent(canaryKey),
  ])
    expect(text).not.toContain(form)
}

/** Expects complete notes by the rules, and a report that says so. */
function expectFallback(answer: Answer, reason: string): void {
  expect(answer.writer).toMatchObject({ engine: 'model', fallback: { reason, entries: 7 } })
  expect(answer.entries.every(({ writtenBy }) => writtenBy === 'rules')).toBe(true)
  expect(warningCodes(answer)).toContain('model-fallback')
  const outcomes = [
    ...answer.entries.flatMap(({ commits }) => commits),
    ...answer.omitted.map(({ sha }) => sha),
  ]
  expect(new Set(outcomes).size).toBe(answer.commitCount)
  expect(outcomes).toHaveLength(answer.commitCount)
}

const later = { 'retry-after': '3600' }

describe('when the gateway fails, writer auto falls back to the rules and writer model fails', () => {
  const rows: [name: string, Behaviour, reason: string, code: ProblemCode, status: number, most: number][] = [
    ['408', failing(408), 'gateway_timeout', 'gateway_timeout', 504, 3],
    ['429', failing(429), 'gateway_rate_limited', 'gateway_rate_limited', 429, 3],
    ['429 for an hour', failing(429, {}, later), 'gateway_rate_limited', 'gateway_rate_limited', 429, 1],
    ['500', failing(500), 'gateway_unusable', 'gateway_unusable', 502, 3],
    ['502', failing(502), 'gateway_unreachable', 'gateway_unreachable', 502, 3],
    ['503', failing(503), 'gateway_unreachable', 'gateway_unreachable', 502, 3],
    ['504', failing(504), 'gateway_timeout', 'gateway_timeout', 504, 3],
    ['an error in a good answer', errorInBody(502), 'gateway_unreachable', 'gateway_unreachable', 502, 3],
    ['an error in the middle', errorInStream(502), 'gateway_unreachable', 'gateway_unreachable', 502, 3],
    [
      'rejected by moderation',
      failing(403, { metadata: { reasons: ['x'] } }),
      'gateway_unusable',
      'gateway_unusable',
      502,
      1,
    ],
    ['an empty answer', emptyAnswer, 'gateway_unusable', 'gateway_unusable', 502, 3],
    ['an answer cut for length', outOfRoom, 'gateway_unusable', 'gateway_unusable', 502, 1],
    ['a filtered answer', filtered, 'gateway_unusable', 'gateway_unusable', 502, 1],
    ['a refusal of the model', refusing, 'gateway_unusable', 'gateway_unusable', 502, 1],
    ['prose', prose, 'entries_refused', 'gateway_unusable', 502, 2],
    ['incomplete JSON', cutJson, 'entries_refused', 'gateway_unusable', 502, 2],
    ['a stream without an end', trailingOff, 'gateway_unreachable', 'gateway_unreachable', 502, 3],
    ['a closed connection', cutting, 'gateway_unreachable', 'gateway_unreachable', 502, 3],
    ['no response', hangingUp, 'gateway_unreachable', 'gateway_unreachable', 502, 3],
    ['an endless answer', endless, 'gateway_unusable', 'gateway_unusable', 502, 3],
    ['a compression bomb', bomb, 'gateway_unusable', 'gateway_unusable', 502, 3],
    ['a sign-in page', webPage, 'gateway_unusable', 'gateway_unusable', 502, 3],
  ]

  test.each(rows)('%s', async (_name, behaviour, reason, code, status, most) => {
    served = await serveModel(history, behaviour)
    const response = await ask(served.app, body, withKey)
    expectFallback(response.json(), reason)
    expect(served.modelRequests().length).toBeLessThanOrEqual(most)
    expectNoKey(response.body)
    expect(await served.metrics.print()).toContain(`notewright_fallback_entries_total{reason="${reason}"} 7`)
    await served.close()
    served = await serveModel(history, behaviour)
    const rejected = await ask(served.app, { ...body, writer: 'model' }, withKey)
    expect(expectProblem(rejected, status, code).source).toBe('gateway')
    expectNoKey(rejected.body)
  })

  // These tests mostly wait, so they run concurrently.
  test.concurrent.for([
    ['a slow first token', slow(60_000, good)],
    ['no bytes', silent],
    ['a stall in the middle', stalling],
  ] as const)('%s: the rules finish before the deadline', async ([_name, behaviour], { onTestFinished }) => {
    const slowService = await serveModel(history, behaviour, { deadlineMs: 2500 })
    onTestFinished(slowService.close)
    expectFallback(await answerTo(slowService.app, body, withKey), 'gateway_timeout')
    expectProblem(await ask(slowService.app, { ...body, writer: 'model' }, withKey), 504, 'gateway_timeout')
  })
})

describe('errors of the key or the model are always reported to the caller', () => {
  test.each([
    ['a rejected key', failing(401), 401, 'gateway_key_rejected'],
    ['no credit', failing(402), 402, 'gateway_credit'],
    ['a forbidden key', failing(403), 403, 'gateway_denied'],
    ['an unknown model', failing(404), 422, 'model_not_found'],
  ] as const)('%s', async (_name, behaviour, status, code) => {
    for (const writer of ['auto', 'model']) {
      served = await serveModel(history, behaviour)
      const rejected = await ask(served.app, { ...body, writer }, withKey)
      expectProblem(rejected, status, code)
      expectNoKey(rejected.body)
      expect(served.modelRequests()).toHaveLength(1)
      await served.close()
    }
  })
})

test('in an outage the remaining batches of a long range are not sent', async () => {
  const steps = Array.from(
    { length: 200 },
    (_, index) => `feat: part number${index} of the whole (#${index + 1})`,
  )
  served = await serveModel(steps, failing(429))
  const answer = await answerTo(served.app, body, withKey)
  expect(answer.writer.fallback).toMatchObject({ reason: 'gateway_rate_limited', entries: 200 })
  // Eight batches at a time with three attempts each; the other eight are not sent.
  expect(served.modelRequests().length).toBeLessThanOrEqual(24)
})

describe('a client that disconnects', () => {
  test('aborts the call to the gateway', async () => {
    served = await serveModel(history, stalling)
    const port = await listen(served.app)
    const client = new AbortController()
    const firstCall = served.gateway.nextCall()
    const request = fetch(`http://127.0.0.1:${port}/api/v1/generate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...withKey },
      body: JSON.stringify(body),
      signal: client.signal,
    }).catch(() => 'aborted')
    await firstCall
    // The first call may be the price lookup.
    while (served.modelRequests().length === 0) await served.gateway.nextCall()
    client.abort()
    expect(await request).toBe('aborted')
    expect(await served.modelRequests()[0]!.left).toBe(true)
  })
})

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
import { body, changesIn, history, honestly, serveModel, withKey } from './model-service.ts'

let served: Awaited<ReturnType<typeof serveModel>>

afterEach(() => served?.close())

const good = writing((message) => ({ entries: changesIn(message).map(honestly) }))

function expectNoKey(text: string): void {
  for (const form of [
    canaryKey,
    Buffer.from(canaryKey).toString('base64').slice(0, -4),
    encodeURIComponent(canaryKey),
  ])
    expect(text).not.toContain(form)
}

/** The notes by the rules, whole, and said to be theirs. */
function expectFallback(answer: Answer, reason: string): void {
  expect(answer.writer).toMatchObject({ engine: 'model', fallback: { reason, entries: 7 } })
  expect(answer.entries.every(({ writtenBy }) => writtenBy === 'rules')).toBe(true)
  expect(warningCodes(answer)).toContain('model-fallback')
  const fates = [...answer.entries.flatMap(({ commits }) => commits), ...answer.omitted.map(({ sha }) => sha)]
  expect(new Set(fates).size).toBe(answer.commitCount)
  expect(fates).toHaveLength(answer.commitCount)
}

const later = { 'retry-after': '3600' }

describe("a gateway's bad day: the rules step in with auto, and with model it is a problem", () => {
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
      'a refusal by the moderators',
      failing(403, { metadata: { reasons: ['x'] } }),
      'gateway_unusable',
      'gateway_unusable',
      502,
      1,
    ],
    ['nothing', emptyAnswer, 'gateway_unusable', 'gateway_unusable', 502, 3],
    ['an answer cut for length', outOfRoom, 'gateway_unusable', 'gateway_unusable', 502, 1],
    ['a filtered answer', filtered, 'gateway_unusable', 'gateway_unusable', 502, 1],
    ['a refusal by the model', refusing, 'gateway_unusable', 'gateway_unusable', 502, 1],
    ['prose', prose, 'entries_refused', 'gateway_unusable', 502, 2],
    ['half a JSON', cutJson, 'entries_refused', 'gateway_unusable', 502, 2],
    ['a stream without an end', trailingOff, 'gateway_unreachable', 'gateway_unreachable', 502, 3],
    ['a cut connection', cutting, 'gateway_unreachable', 'gateway_unreachable', 502, 3],
    ['no answer at all', hangingUp, 'gateway_unreachable', 'gateway_unreachable', 502, 3],
    ['too much', endless, 'gateway_unusable', 'gateway_unusable', 502, 3],
    ['a bomb', bomb, 'gateway_unusable', 'gateway_unusable', 502, 3],
    ['a sign-in page', webPage, 'gateway_unusable', 'gateway_unusable', 502, 3],
  ]

  test.each(rows)('%s', async (_name, behaviour, reason, code, status, most) => {
    served = await serveModel(history, behaviour)
    const answered = await ask(served.app, body, withKey)
    expectFallback(answered.json(), reason)
    expect(served.questions().length).toBeLessThanOrEqual(most)
    expectNoKey(answered.body)
    expect(await served.metrics.print()).toContain(`notewright_fallback_entries_total{reason="${reason}"} 7`)
    await served.close()
    served = await serveModel(history, behaviour)
    const refused = await ask(served.app, { ...body, writer: 'model' }, withKey)
    expect(expectProblem(refused, status, code).source).toBe('gateway')
    expectNoKey(refused.body)
  })

  // Each of them waits for most of its time: they wait beside each other.
  test.concurrent.for([
    ['a slow first word', slow(60_000, good)],
    ['silence', silent],
    ['a stall in the middle', stalling],
  ] as const)(
    '%s: the rules are done before the deadline',
    async ([_name, behaviour], { onTestFinished }) => {
      const patient = await serveModel(history, behaviour, { deadlineMs: 2500 })
      onTestFinished(patient.close)
      expectFallback(await answerTo(patient.app, body, withKey), 'gateway_timeout')
      expectProblem(await ask(patient.app, { ...body, writer: 'model' }, withKey), 504, 'gateway_timeout')
    },
  )
})

describe('what is wrong with the key or the model is the caller’s to mend, and never hidden', () => {
  test.each([
    ['a rejected key', failing(401), 401, 'gateway_key_rejected'],
    ['no credit', failing(402), 402, 'gateway_credit'],
    ['a forbidden key', failing(403), 403, 'gateway_denied'],
    ['an unknown model', failing(404), 422, 'model_not_found'],
  ] as const)('%s', async (_name, behaviour, status, code) => {
    for (const writer of ['auto', 'model']) {
      served = await serveModel(history, behaviour)
      const refused = await ask(served.app, { ...body, writer }, withKey)
      expectProblem(refused, status, code)
      expectNoKey(refused.body)
      expect(served.questions()).toHaveLength(1)
      await served.close()
    }
  })
})

test('in an outage the batches of a long range do not all run against the wall', async () => {
  const steps = Array.from(
    { length: 200 },
    (_, index) => `feat: part number${index} of the whole (#${index + 1})`,
  )
  served = await serveModel(steps, failing(429))
  const answer = await answerTo(served.app, body, withKey)
  expect(answer.writer.fallback).toEqual({ reason: 'gateway_rate_limited', entries: 200 })
  // Eight at a time, three attempts each, and none of the other eight.
  expect(served.questions().length).toBeLessThanOrEqual(24)
})

describe('a caller who leaves', () => {
  test('ends the call to the gateway', async () => {
    served = await serveModel(history, stalling)
    const port = await listen(served.app)
    const leaving = new AbortController()
    const coming = served.gateway.nextCall()
    const asked = fetch(`http://127.0.0.1:${port}/api/v1/generate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...withKey },
      body: JSON.stringify(body),
      signal: leaving.signal,
    }).catch(() => 'left')
    await coming
    // The first call may be the one for the price.
    while (served.questions().length === 0) await served.gateway.nextCall()
    leaving.abort()
    expect(await asked).toBe('left')
    expect(await served.questions()[0]!.left).toBe(true)
  })
})

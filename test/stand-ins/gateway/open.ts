import { inspect } from 'node:util'
import { afterAll, beforeEach, expect } from 'vitest'
import { Problem } from '../../../src/core/errors.ts'
import type { ModelRequest } from '../../../src/core/gateway.ts'
import { openHttpClient } from '../../../src/http-client/http-client.ts'
import { CircuitBreaker } from '../../../src/model/circuit-breaker.ts'
import { type GatewayContext, openGateway } from '../../../src/model/gateway.ts'
import { GatewayCache } from '../../../src/model/gateway-cache.ts'
import type { GatewaySetting } from '../../../src/model/gateway-setting.ts'
import { type Behaviour, type StandInGateway, startGateway } from './gateway.ts'

/** A key that must appear only in requests to its gateway. */
export const canaryKey = 'sk-or-canary+7f3a/91c4d2e8b605'

/** A stand-in for the tests of one file; each test starts with an empty list of calls. */
export async function standInForTests(behaviour: Behaviour): Promise<StandInGateway> {
  const standIn = await startGateway(behaviour)
  afterAll(() => standIn.close())
  beforeEach(() => {
    standIn.calls.length = 0
  })
  return standIn
}

/** Opens the client of a stand-in; pauses are recorded and skipped. */
export function openTo(
  url: string,
  more: Partial<GatewaySetting> & { context?: Partial<GatewayContext> } = {},
) {
  const { context, ...setting } = more
  const pauses: number[] = []
  const sent: string[] = []
  const httpClient = openHttpClient([url], { fetch, now: Date.now, random: () => 0, sleep: async () => {} })
  const gateway = openGateway(
    { url, key: canaryKey, keyOwner: 'caller', model: 'stand-in/writer', ...setting },
    {
      httpClient: (request) => {
        sent.push(request.url)
        return httpClient(request)
      },
      now: Date.now,
      random: () => 1,
      sleep: async (milliseconds) => void pauses.push(milliseconds),
      breaker: new CircuitBreaker(Date.now),
      cache: new GatewayCache(),
      limits: { firstTokenMs: 10_000, silenceMs: 10_000, priceMs: 10_000 },
      ...context,
    },
  )
  return { gateway, pauses, sent }
}

/** A request with defaults for what the test does not set, and the pieces of text that its caller received. */
export function requestOf(more: Partial<ModelRequest> = {}) {
  const pieces: string[] = []
  const request: ModelRequest = {
    instructions: 'Word the changes.',
    evidence: '{"changes":[{"id":"c1","title":"Fix it","category":"Fixed","rules":"Fix it"}]}',
    answer: { name: 'notes', schema: { type: 'object' } },
    maxOutputTokens: 1000,
    signal: new AbortController().signal,
    deadlineAt: Date.now() + 20_000,
    onText: (piece) => void pieces.push(piece),
    onRestart: () => void pieces.push('(again)'),
    ...more,
  }
  return { request, pieces }
}

/** Returns the problem with which a request fails; throws anything else. */
export async function problemOf(pending: Promise<unknown>): Promise<Problem> {
  const error = await pending.then(
    () => new Error('an answer, where a problem was expected'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof Problem)) throw error
  return error
}

/** Fails if an error contains the key, plain or encoded. */
export function expectNoKey(error: unknown): void {
  const forms = [
    canaryKey,
    Buffer.from(canaryKey).toString('base64').slice(0, -4),
    encodeURIComponent(canaryKey),
  ]
  const shown = [inspect(error, { depth: 20, showHidden: true }), JSON.stringify(error), String(error)]
  for (let link = error; link instanceof Error; link = link.cause) {
    shown.push(link.message, link.stack ?? '', String(link.cause))
  }
  for (const text of shown) for (const form of forms) expect(text).not.toContain(form)
}

import { inspect } from 'node:util'
import { afterAll, beforeEach, expect } from 'vitest'
import { Problem } from '../../../src/core/errors.ts'
import type { ModelRequest } from '../../../src/core/gateway.ts'
import { openHttpClient } from '../../../src/http-client/http-client.ts'
import { Breaker } from '../../../src/model/breaker.ts'
import { type GatewayContext, openGateway } from '../../../src/model/gateway.ts'
import { GatewayMemory } from '../../../src/model/gateway-memory.ts'
import type { GatewaySetting } from '../../../src/model/gateway-setting.ts'
import { type Behaviour, type StandInGateway, startGateway } from './gateway.ts'

/** A key that must be seen nowhere but at its gateway. */
export const canaryKey = 'sk-or-canary+7f3a/91c4d2e8b605'

/** A stand-in for the tests of one file: each begins with no calls. */
export async function standInForTests(behaviour: Behaviour): Promise<StandInGateway> {
  const standIn = await startGateway(behaviour)
  afterAll(() => standIn.close())
  beforeEach(() => {
    standIn.calls.length = 0
  })
  return standIn
}

/** Opens the client to a stand-in; its pauses are written down and not waited for. */
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
      httpClient: (question) => {
        sent.push(question.url)
        return httpClient(question)
      },
      now: Date.now,
      random: () => 1,
      sleep: async (milliseconds) => void pauses.push(milliseconds),
      breaker: new Breaker(Date.now),
      memory: new GatewayMemory(),
      limits: { firstTokenMs: 10_000, silenceMs: 10_000, priceMs: 10_000 },
      ...context,
    },
  )
  return { gateway, pauses, sent }
}

/** A question of which a test says only what matters to it, and what was told of its answer. */
export function questionOf(more: Partial<ModelRequest> = {}) {
  const told: string[] = []
  const question: ModelRequest = {
    instructions: 'Word the changes.',
    evidence: '{"changes":[{"id":"c1","title":"Fix it","category":"Fixed","rules":"Fix it"}]}',
    answer: { name: 'notes', schema: { type: 'object' } },
    maxOutputTokens: 1000,
    signal: new AbortController().signal,
    deadlineAt: Date.now() + 20_000,
    onText: (piece) => void told.push(piece),
    onRestart: () => void told.push('(again)'),
    ...more,
  }
  return { question, told }
}

/** The problem that a question ends with; anything else is a fault of the test. */
export async function problemOf(asked: Promise<unknown>): Promise<Problem> {
  const error = await asked.then(
    () => new Error('an answer, where a problem was expected'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof Problem)) throw error
  return error
}

/** Fails when the key is anywhere in an error, plain or encoded. */
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

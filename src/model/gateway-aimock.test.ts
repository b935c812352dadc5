import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAimock } from '../../test/stand-ins/gateway/aimock.ts'
import { expectNoKey, openTo, problemOf, requestOf } from '../../test/stand-ins/gateway/open.ts'

let mock: Awaited<ReturnType<typeof startAimock>>
beforeAll(async () => {
  mock = await startAimock()
})
afterAll(() => mock.close())

const text = '{"entries":[{"ids":["c1"],"category":"Fixed","text":"Fixed it."}],"summary":""}'

test('an answer with a schema is streamed and has its token usage', async () => {
  mock.answer({ content: text, usage: { prompt_tokens: 11, completion_tokens: 7 } })
  const { request, pieces } = requestOf()
  const response = await openTo(mock.url).gateway.ask(request)
  expect(response).toEqual({ text, model: 'stand-in/writer', usage: { inputTokens: 11, outputTokens: 7 } })
  expect(pieces.join('')).toBe(text)
  expect(mock.calls().at(-1)?.body).toMatchObject({ response_format: { type: 'json_schema' } })
})

test.each([
  [401, 'gateway_key_rejected'],
  [402, 'gateway_credit'],
  [403, 'gateway_denied'],
  [404, 'model_not_found'],
] as const)('status %i is reported as %s', async (status, code) => {
  mock.answer({ error: { message: 'No.' }, status })
  const problem = await problemOf(openTo(mock.url).gateway.ask(requestOf().request))
  expect(problem.code).toBe(code)
  expectNoKey(problem)
})

test('the client waits as long as the rate limit requires', async () => {
  mock.answer({ content: text })
  mock.failOnce(429, 'Slow down.')
  const { gateway, pauses } = openTo(mock.url)
  expect(await gateway.ask(requestOf().request)).toMatchObject({ text })
  expect(pauses).toEqual([1000])
})

test('an answer that is cut off is a failure', async () => {
  mock.answer({ content: text }, { latency: 5, truncateAfterChunks: 3 })
  const problem = await problemOf(openTo(mock.url).gateway.ask(requestOf().request))
  expect(problem.code).toBe('gateway_unreachable')
})

test('an answer that reaches the output limit is a failure', async () => {
  mock.answer({ content: text, finishReason: 'length' })
  const problem = await problemOf(openTo(mock.url).gateway.ask(requestOf().request))
  expect(problem.message).toMatch(/reached its output limit/)
})

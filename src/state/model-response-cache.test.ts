import { expect, test } from 'vitest'
import type { Gateway, ModelRequest, ModelResponse } from '../core/gateway.ts'
import { ModelResponseCache } from './model-response-cache.ts'

const replyOf = (text: string): ModelResponse => ({
  text,
  model: 'm',
  usage: { inputTokens: 5, outputTokens: 7 },
})

function countingGateway(answer = 'An answer') {
  const requests: string[] = []
  const gateway: Gateway = {
    model: 'm',
    ask: async ({ evidence }) => {
      requests.push(evidence)
      return replyOf(answer)
    },
    price: async () => null,
    keep: () => {},
  }
  return { gateway, requests }
}

function requestOf(evidence: string, pieces: string[] = []): ModelRequest {
  return {
    instructions: 'i',
    evidence,
    answer: { name: 'a', schema: {} },
    maxOutputTokens: 1,
    signal: new AbortController().signal,
    deadlineAt: 0,
    onText: (piece) => void pieces.push(piece),
    onRestart: () => {},
  }
}

const setting = { url: 'https://gateway.example', key: 'k' }

test('a kept answer is returned without a request and costs nothing', async () => {
  const { gateway, requests } = countingGateway()
  const cached = new ModelResponseCache('secret').before(gateway, setting)
  const pieces: string[] = []
  const request = requestOf('e', pieces)
  cached.keep(request, await cached.ask(request))
  expect(await cached.ask(request)).toEqual({
    ...replyOf('An answer'),
    usage: { inputTokens: 0, outputTokens: 0 },
  })
  expect([requests, pieces]).toEqual([['e'], ['An answer']])
})

test('an answer that was not kept is requested again', async () => {
  const { gateway, requests } = countingGateway()
  const cached = new ModelResponseCache('secret').before(gateway, setting)
  await cached.ask(requestOf('e'))
  await cached.ask(requestOf('e'))
  expect(requests).toHaveLength(2)
})

test.each([
  ['another key', { ...setting, key: 'other' }, 'm', 'e'],
  ['another gateway', { ...setting, url: 'https://other.example' }, 'm', 'e'],
  ['another model', setting, 'other', 'e'],
  ['other evidence', setting, 'm', 'f'],
])('%s is another request', async (_what, other, model, evidence) => {
  const { gateway, requests } = countingGateway()
  const replies = new ModelResponseCache('secret')
  replies.before(gateway, setting).keep(requestOf('e'), replyOf('kept'))
  await replies.before({ ...gateway, model }, other).ask(requestOf(evidence))
  expect(requests).toHaveLength(1)
})

test('the least recently used answers are evicted when there are too many', async () => {
  const { gateway, requests } = countingGateway()
  const cached = new ModelResponseCache('secret').before(gateway, setting)
  for (let n = 0; n < 40; n += 1) cached.keep(requestOf(`e${n}`), replyOf('x'.repeat(512 * 1024)))
  await cached.ask(requestOf('e39'))
  expect(requests).toEqual([])
  await cached.ask(requestOf('e0'))
  expect(requests).toEqual(['e0'])
})

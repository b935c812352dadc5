import { expect, test } from 'vitest'
import type { Gateway, ModelRequest, ModelResponse } from '../core/gateway.ts'
import { ReplyCache } from './reply-cache.ts'

const replyOf = (text: string): ModelResponse => ({
  text,
  model: 'm',
  usage: { inputTokens: 5, outputTokens: 7 },
})

function counting(answer = 'An answer') {
  const asked: string[] = []
  const gateway: Gateway = {
    model: 'm',
    ask: async ({ evidence }) => {
      asked.push(evidence)
      return replyOf(answer)
    },
    price: async () => null,
    keep: () => {},
  }
  return { gateway, asked }
}

function questionOf(evidence: string, told: string[] = []): ModelRequest {
  return {
    instructions: 'i',
    evidence,
    answer: { name: 'a', schema: {} },
    maxOutputTokens: 1,
    signal: new AbortController().signal,
    deadlineAt: 0,
    onText: (piece) => void told.push(piece),
    onRestart: () => {},
  }
}

const place = { url: 'https://gateway.example', key: 'k' }

test('what was kept is told again without asking, and costs nothing', async () => {
  const { gateway, asked } = counting()
  const remembering = new ReplyCache('secret').before(gateway, place)
  const told: string[] = []
  const question = questionOf('e', told)
  remembering.keep(question, await remembering.ask(question))
  expect(await remembering.ask(question)).toEqual({
    ...replyOf('An answer'),
    usage: { inputTokens: 0, outputTokens: 0 },
  })
  expect([asked, told]).toEqual([['e'], ['An answer']])
})

test('what was not kept is asked again', async () => {
  const { gateway, asked } = counting()
  const remembering = new ReplyCache('secret').before(gateway, place)
  await remembering.ask(questionOf('e'))
  await remembering.ask(questionOf('e'))
  expect(asked).toHaveLength(2)
})

test.each([
  ['another key', { ...place, key: 'other' }, 'm', 'e'],
  ['another gateway', { ...place, url: 'https://other.example' }, 'm', 'e'],
  ['another model', place, 'other', 'e'],
  ['other evidence', place, 'm', 'f'],
])('%s is another question', async (_what, elsewhere, model, evidence) => {
  const { gateway, asked } = counting()
  const replies = new ReplyCache('secret')
  replies.before(gateway, place).keep(questionOf('e'), replyOf('kept'))
  await replies.before({ ...gateway, model }, elsewhere).ask(questionOf(evidence))
  expect(asked).toHaveLength(1)
})

test('the oldest are forgotten when there are too many', async () => {
  const { gateway, asked } = counting()
  const remembering = new ReplyCache('secret').before(gateway, place)
  for (let n = 0; n < 40; n += 1) remembering.keep(questionOf(`e${n}`), replyOf('x'.repeat(512 * 1024)))
  await remembering.ask(questionOf('e39'))
  expect(asked).toEqual([])
  await remembering.ask(questionOf('e0'))
  expect(asked).toEqual(['e0'])
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { HttpResponse } from '../http-client/http-client.ts'
import { readResponse } from './read-response.ts'

const setting = {
  url: 'https://gateway.example/v1',
  key: 'k-1234',
  keyOwner: 'caller' as const,
  model: 'asked',
}
const events = 'text/event-stream'

/** An answer that arrives in the given pieces. */
function responseOf(type: string, pieces: (string | Uint8Array)[]): HttpResponse {
  const encoder = new TextEncoder()
  return {
    status: 200,
    headers: new Headers(type === '' ? {} : { 'content-type': type }),
    bytes: async function* () {
      for (const piece of pieces) yield typeof piece === 'string' ? encoder.encode(piece) : piece
    },
    text: () => Promise.reject(new Error('the answer is streamed')),
    discard: async () => {},
  }
}

async function read(type: string, pieces: (string | Uint8Array)[]) {
  const texts: string[] = []
  let life = 0
  const outcome = await readResponse(responseOf(type, pieces), {
    setting,
    now: () => 0,
    onText: (piece) => void texts.push(piece),
    onActivity: () => {
      life += 1
    },
  })
  return { outcome, texts, life }
}

const event = (data: unknown) => `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`
const delta = (content: unknown, more: object = {}) => event({ choices: [{ delta: { content }, ...more }] })
const done = event('[DONE]')
const stop = event({ choices: [{ delta: {}, finish_reason: 'stop' }] })

describe('an answer is read', () => {
  test('from its pieces, with the model that wrote it and what it cost', async () => {
    const usage = { prompt_tokens: 5, completion_tokens: 2, cost: 0.25 }
    const { outcome, texts } = await read(events, [
      ': OPENROUTER PROCESSING\n\n',
      event({ model: 'acme/writer-2', choices: [{ delta: { role: 'assistant', content: '' } }] }),
      delta('Hel'),
      delta('lo', { finish_reason: 'stop' }),
      event({ choices: [], usage }),
      done,
    ])
    expect(outcome).toEqual({
      response: {
        text: 'Hello',
        model: 'acme/writer-2',
        usage: { inputTokens: 5, outputTokens: 2, cost: 0.25 },
      },
    })
    expect(texts).toEqual(['Hel', 'lo'])
  })

  test.each([
    ['without [DONE], when a finish reason was given', [delta('Hi'), stop]],
    ['without a finish reason, when there is [DONE]', [delta('Hi'), done]],
    ['with nothing after [DONE]', [delta('Hi'), stop, done, event('{broken'), delta('more')]],
    ['of lists of parts', [delta([{ type: 'thinking' }, { type: 'text', text: 'Hi' }]), stop]],
    ['with counts that make no sense', [delta('Hi'), event({ usage: { prompt_tokens: -1 } }), stop]],
    ['with other line ends', [delta('Hi').replaceAll('\n', '\r\n'), stop.replaceAll('\n', '\r')]],
    ['with other fields', [`id: 7\nevent: message\nretry: 5\n${delta('Hi')}`, stop]],
    ['with nulls', [event({ error: null, choices: null, usage: null }), delta('Hi'), delta(null), stop]],
  ])('%s', async (_what, pieces) => {
    const { outcome } = await read(events, pieces)
    expect(outcome).toEqual({ response: { text: 'Hi', model: 'asked', usage: null } })
  })

  test.each(['text/event-stream; charset=utf-8', 'Text/Event-Stream', 'text/plain', ''])(
    'as a stream when it is "%s"',
    async (type) => {
      expect((await read(type, [delta('Hi'), stop])).outcome).toMatchObject({ response: { text: 'Hi' } })
    },
  )

  test.each(['application/json', 'application/json; charset=utf-8', 'application/problem+json'])(
    'as a whole when it is "%s"',
    async (type) => {
      const whole = JSON.stringify({ model: 'm', choices: [{ message: { content: 'Grüße' } }] })
      const bytes = new TextEncoder().encode(whole)
      const { outcome, texts } = await read(
        type,
        [...bytes].map((byte) => Uint8Array.of(byte)),
      )
      expect(outcome).toEqual({ response: { text: 'Grüße', model: 'm', usage: null } })
      expect(texts).toEqual(['Grüße'])
    },
  )

  test('the same, however it is cut into pieces', async () => {
    const text = [': note\n\n', delta('Grüße '), delta('an 😀 alle'), stop, done].join('')
    const bytes = new TextEncoder().encode(text)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 20 }), async (cuts) => {
        const places = [0, ...cuts.toSorted((a, b) => a - b), bytes.length]
        const pieces = places.slice(1).map((place, index) => bytes.slice(places[index], place))
        const { outcome } = await read(events, pieces)
        expect(outcome).toMatchObject({ response: { text: 'Grüße an 😀 alle' } })
      }),
    )
  })

  test('without its thoughts, which are a sign of life all the same', async () => {
    const thinking = event({ choices: [{ delta: { reasoning: 'Hm.' } }] })
    const thinkingElsewhere = event({ choices: [{ delta: { content: null, reasoning_content: 'Hm.' } }] })
    const idle = event({ choices: [{ delta: { role: 'assistant', content: '' } }] })
    const { outcome, life } = await read(events, [idle, thinking, thinkingElsewhere, delta('Hi'), stop])
    expect(outcome).toMatchObject({ response: { text: 'Hi' } })
    expect(life).toBe(3)
  })

  test('with the name of the model cleaned', async () => {
    const { outcome } = await read(events, [
      event({ model: `a\u202eb k-1234 ${'x'.repeat(900)}` }),
      delta('Hi'),
      stop,
    ])
    expect(outcome).toMatchObject({ response: { model: expect.stringMatching(/^a b \[key\] x+$/) } })
  })
})

describe('an answer is a failure', () => {
  const retryable = { isRetryable: true, isGatewayFault: false, problem: { code: 'gateway_unusable' } }
  const final = { isRetryable: false, isGatewayFault: false, problem: { code: 'gateway_unusable' } }
  const cut = { isRetryable: true, isGatewayFault: true, problem: { code: 'gateway_unreachable' } }
  test.each<[string, string, string[], object]>([
    ['that is empty', events, [stop, done], retryable],
    ['of white space', events, [delta(' \n '), stop], retryable],
    ['that ends without [DONE]', events, [delta('Hi')], cut],
    ['with nothing in it', events, [], cut],
    ['cut inside of an event', events, [delta('Hi'), stop.slice(0, -5)], cut],
    ['that reached the output limit', events, [delta('Hi', { finish_reason: 'length' })], final],
    ['that was filtered', events, [delta('Hi', { finish_reason: 'content_filter' })], final],
    ['that ended with an unnamed error', events, [delta('Hi', { finish_reason: 'error' })], cut],
    ['that is a refusal', events, [event({ choices: [{ delta: { refusal: 'No.' } }] })], final],
    ['with a broken event', events, [delta('Hi'), event('{"choices":')], final],
    ['of another form', events, [event({ choices: 'none' })], final],
    ['that is a web page', 'text/html', ['<p>Sign in'], final],
    ['that is a picture', 'image/png', ['PNG'], final],
    ['of JSON that breaks off', 'application/json', ['{"choices":[{"mess'], final],
    ['of JSON without an answer', 'application/json', ['{"choices":[]}'], retryable],
    [
      'of JSON that reached the output limit',
      'application/json',
      [JSON.stringify({ choices: [{ message: { content: 'Hi' }, finish_reason: 'length' }] })],
      final,
    ],
    ['with an error in it', 'application/json', ['{"error":{"message":"No."}}'], retryable],
    ['with an error of a choice', events, [event({ choices: [{ error: { code: 502 } }] })], cut],
    ['of a megabyte and more', events, [delta('x'.repeat(700_000)), delta('x'.repeat(700_000)), stop], final],
    ['of one event without an end', events, Array<string>(40).fill(`data: ${'x'.repeat(64_000)}\n`), final],
    ['of one line without an end', events, ['data: ', ...Array<string>(40).fill('x'.repeat(64_000))], final],
  ])('%s', async (_what, type, pieces, failure) => {
    const { outcome } = await read(type, pieces)
    expect(outcome).toMatchObject({ failure })
  })
})

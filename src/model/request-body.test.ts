import { expect, test } from 'vitest'
import { requestOf } from '../../test/stand-ins/gateway/open.ts'
import { defaultCapabilities } from './gateway-capabilities.ts'
import { requestBody } from './request-body.ts'

const setting = {
  url: 'https://gateway.example/v1',
  key: 'k',
  keyOwner: 'caller' as const,
  model: 'acme/writer',
}
const schema = { type: 'object', properties: { entries: { type: 'array' } } }
const { request } = requestOf({
  instructions: 'Word the changes.',
  evidence: 'the evidence',
  answer: { name: 'notes', schema },
  maxOutputTokens: 900,
})

test('a request asks for a streamed, deterministic answer that fits the schema', () => {
  expect(JSON.parse(requestBody(setting, request, defaultCapabilities))).toEqual({
    model: 'acme/writer',
    messages: [
      { role: 'system', content: 'Word the changes.' },
      { role: 'user', content: 'the evidence' },
    ],
    stream: true,
    max_tokens: 900,
    response_format: { type: 'json_schema', json_schema: { name: 'notes', strict: true, schema } },
    temperature: 0,
    seed: 1,
    stream_options: { include_usage: true },
  })
})

test.each(['json_object', 'plain'] as const)(
  'without schemas (%s) the prompt contains the schema',
  (shape) => {
    const body = JSON.parse(requestBody(setting, request, { ...defaultCapabilities, shape }))
    expect(body.response_format).toEqual(shape === 'plain' ? undefined : { type: 'json_object' })
    expect(body.messages[0].content.startsWith('Word the changes.\n\n')).toBe(true)
    expect(body.messages[0].content).toContain(JSON.stringify(schema))
    expect(body.messages[1].content).toBe('the evidence')
  },
)

test('unsupported parameters are not sent', () => {
  const bare = requestBody(setting, request, {
    shape: 'plain',
    lengthField: null,
    without: ['seed', 'temperature', 'stream_options'],
  })
  expect(Object.keys(JSON.parse(bare))).toEqual(['model', 'messages', 'stream'])
  const renamed = requestBody(setting, request, {
    ...defaultCapabilities,
    lengthField: 'max_completion_tokens',
  })
  expect(JSON.parse(renamed)).toMatchObject({ max_completion_tokens: 900 })
  expect(JSON.parse(renamed)).not.toHaveProperty('max_tokens')
})

test.each([
  ['https://openrouter.ai/api/v1', { include: true }],
  ['https://eu.openrouter.ai/api/v1', { include: true }],
  ['https://openrouter.ai.example/v1', undefined],
  ['https://notopenrouter.ai/v1', undefined],
])('only OpenRouter is asked for the cost (%s)', (url, usage) => {
  expect(JSON.parse(requestBody({ ...setting, url }, request, defaultCapabilities)).usage).toEqual(usage)
})

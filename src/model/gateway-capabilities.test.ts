import { describe, expect, test } from 'vitest'
import {
  defaultCapabilities,
  type GatewayCapabilities,
  withoutRejectedParameter,
} from './gateway-capabilities.ts'

const asObject: GatewayCapabilities = { ...defaultCapabilities, shape: 'json_object' }
const plain: GatewayCapabilities = { ...defaultCapabilities, shape: 'plain' }

describe('after a rejection the named parameter is omitted', () => {
  test.each<[string, GatewayCapabilities, string, Partial<GatewayCapabilities> | null]>([
    [
      'a schema of the answer',
      defaultCapabilities,
      "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.",
      { shape: 'json_object' },
    ],
    [
      'a form of the answer, by parameter alone',
      defaultCapabilities,
      '{"error":{"message":"Invalid input","param":"response_format"}}',
      { shape: 'json_object' },
    ],
    [
      'structured outputs by name',
      defaultCapabilities,
      'No endpoint supports structured outputs',
      { shape: 'json_object' },
    ],
    ['JSON mode', asObject, "'response_format.type' must be 'json_schema' or 'text'", { shape: 'plain' }],
    ['a response format, when none is requested any more', plain, 'response_format is not supported', null],
    [
      'the name of the length',
      defaultCapabilities,
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      { lengthField: 'max_completion_tokens' },
    ],
    [
      'the length by its other name',
      { ...defaultCapabilities, lengthField: 'max_completion_tokens' },
      "[{'type': 'extra_forbidden', 'loc': ('body', 'max_completion_tokens')}]",
      { lengthField: null },
    ],
    ['the length at all', defaultCapabilities, 'max_tokens must be at most 4096', { lengthField: null }],
    [
      'a length that is not the matter',
      defaultCapabilities,
      'The maximum context length is 8192 tokens; shorten the messages or max_tokens.',
      null,
    ],
    [
      'the temperature',
      defaultCapabilities,
      "Unsupported value: 'temperature' does not support 0 with this model.",
      { without: ['temperature'] },
    ],
    ['the seed', defaultCapabilities, '{"detail":[{"loc":["body","seed"]}]}', { without: ['seed'] }],
    [
      'options of the stream',
      defaultCapabilities,
      'Unknown field: stream_options',
      { without: ['stream_options'] },
    ],
    [
      'a second parameter',
      { ...defaultCapabilities, without: ['seed'] },
      'temperature and seed are not allowed',
      { without: ['seed', 'temperature'] },
    ],
    [
      'a parameter that is omitted already',
      { ...defaultCapabilities, without: ['seed'] },
      'seed is not allowed',
      null,
    ],
    ['nothing', defaultCapabilities, 'The request is invalid.', null],
    [
      'a word that only contains a name',
      defaultCapabilities,
      'The seeds of max_tokenss are unformatted.',
      null,
    ],
  ])('%s', (_what, before, text, change) => {
    expect(withoutRejectedParameter(before, text)).toEqual(change === null ? null : { ...before, ...change })
  })

  test('only the beginning of a very long error text is searched', () => {
    expect(withoutRejectedParameter(defaultCapabilities, `${' '.repeat(1_000_000)}seed`)).toBeNull()
  })
})

import { describe, expect, test } from 'vitest'
import { concede, firstManners, type Manners } from './gateway-capabilities.ts'

const asObject: Manners = { ...firstManners, shape: 'json_object' }
const plain: Manners = { ...firstManners, shape: 'plain' }

describe('after a refusal a gateway is asked without what it named', () => {
  test.each<[string, Manners, string, Partial<Manners> | null]>([
    [
      'a schema of the answer',
      firstManners,
      "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.",
      { shape: 'json_object' },
    ],
    [
      'a form of the answer, by parameter alone',
      firstManners,
      '{"error":{"message":"Invalid input","param":"response_format"}}',
      { shape: 'json_object' },
    ],
    [
      'structured outputs by name',
      firstManners,
      'No endpoint supports structured outputs',
      { shape: 'json_object' },
    ],
    ['JSON mode', asObject, "'response_format.type' must be 'json_schema' or 'text'", { shape: 'plain' }],
    ['a form, when none is asked any more', plain, 'response_format is not supported', null],
    [
      'the name of the length',
      firstManners,
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      { lengthField: 'max_completion_tokens' },
    ],
    [
      'the length by its other name',
      { ...firstManners, lengthField: 'max_completion_tokens' },
      "[{'type': 'extra_forbidden', 'loc': ('body', 'max_completion_tokens')}]",
      { lengthField: null },
    ],
    ['the length at all', firstManners, 'max_tokens must be at most 4096', { lengthField: null }],
    [
      'a length that is not the matter',
      firstManners,
      'The maximum context length is 8192 tokens; shorten the messages or max_tokens.',
      null,
    ],
    [
      'the temperature',
      firstManners,
      "Unsupported value: 'temperature' does not support 0 with this model.",
      { without: ['temperature'] },
    ],
    ['the seed', firstManners, '{"detail":[{"loc":["body","seed"]}]}', { without: ['seed'] }],
    ['options of the stream', firstManners, 'Unknown field: stream_options', { without: ['stream_options'] }],
    [
      'a second parameter',
      { ...firstManners, without: ['seed'] },
      'temperature and seed are not allowed',
      { without: ['seed', 'temperature'] },
    ],
    ['what is left out already', { ...firstManners, without: ['seed'] }, 'seed is not allowed', null],
    ['nothing', firstManners, 'The request is invalid.', null],
    ['a word that only holds a name', firstManners, 'The seeds of max_tokenss are unformatted.', null],
  ])('%s', (_what, before, words, change) => {
    expect(concede(before, words)).toEqual(change === null ? null : { ...before, ...change })
  })

  test('a refusal of a megabyte is looked at only at its beginning', () => {
    expect(concede(firstManners, `${' '.repeat(1_000_000)}seed`)).toBeNull()
  })
})

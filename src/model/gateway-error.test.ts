import { describe, expect, test } from 'vitest'
import { isModelMissing, parseGatewayError, readGatewayError, statusOf } from './gateway-error.ts'

describe('an error is read in every known form', () => {
  test.each([
    ['as OpenAI does', '{"error":{"message":"No.","code":"bad","type":"worse"}}', 'No.', 'bad'],
    ['with a number', '{"error":{"message":"No.","code":402}}', 'No.', '402'],
    [
      'with a type only',
      '{"error":{"message":"No.","code":null,"type":"server_error"}}',
      'No.',
      'server_error',
    ],
    ['as a bare text', '{"error":"No."}', 'No.', ''],
    ['as vLLM does', '{"object":"error","message":"No.","code":400}', 'No.', '400'],
    ['as frameworks do', '{"detail":"No."}', 'No.', ''],
    ['as Google does', '[{"error":{"message":"No.","code":404}}]', 'No.', '404'],
    ['in plain text', 'No.', 'No.', ''],
    ['on a web page', ' <html>No.</html>', '', ''],
    ['in an unknown form', '{"error":[1,2]}', '', ''],
    ['not at all', '', '', ''],
    ['with nothing', 'null', '', ''],
    ['in an empty list', '[]', '', ''],
  ])('%s', (_how, text, message, code) => {
    expect(readGatewayError(text)).toMatchObject({ message, code, moderated: false, text })
  })

  test('that moderation stopped it', () => {
    const metadata = { reasons: ['violence'], flagged_input: 'kill the process' }
    expect(parseGatewayError({ code: 403, message: 'Flagged', metadata }).moderated).toBe(true)
    expect(parseGatewayError({ code: 403, message: 'No', metadata: { provider: 'acme' } }).moderated).toBe(
      false,
    )
  })
})

test.each([
  ['429', 429],
  ['model_not_found', 404],
  ['overloaded_error', 503],
  ['200', null],
  ['1500', null],
  ['toString', null],
  ['', null],
])('an error inside an answer by the code "%s" has the status %s', (code, status) => {
  expect(statusOf({ message: '', code, moderated: false, text: '' })).toBe(status)
})

test.each([
  ['The model `gpt-9` does not exist or you do not have access to it.', true],
  ['acme/nothing is not a valid model ID', true],
  ['Invalid model name passed in model=nothing', true],
  ['model "nothing" not found, try pulling it first', true],
  ['The image was not found', false],
  ['This model does not take images', false],
])('"%s" says that there is no such model: %s', (message, missing) => {
  expect(isModelMissing({ message, code: '', moderated: false, text: '' })).toBe(missing)
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseJson } from './parse-json.ts'

const parse = (text: string) => parseJson(Buffer.from(text))

test('a body that is JSON is read, with or without a byte order mark', () => {
  expect(parse('{"a": [1, {"b": "c"}]}')).toEqual({ a: [1, { b: 'c' }] })
  expect(parse('\ufeff{"a":1}')).toEqual({ a: 1 })
})

test('any JSON is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      fc.pre(!text.includes('__proto__'))
      expect(parse(text)).toEqual(JSON.parse(text))
    }),
  )
})

describe('a body that is not plain JSON is rejected', () => {
  test.each([
    ['a broken body', '{"a":}', 'The body is not valid JSON'],
    ['a broken body, with the position', '{"a" 1}', 'at position 5'],
    ['a body that ends too early', '{"a":1', 'The body is not valid JSON'],
    ['an empty body', '', 'The body is not valid JSON'],
    ['a duplicate key', '{"a":1,"a":2}', 'the key "a" occurs twice'],
    ['a duplicate key, nested', '[{"x":{"a":1, "a" :2}}]', 'the key "a" occurs twice'],
    ['a duplicate key in two spellings', '{"a":1,"\\u0061":2}', 'the key "a" occurs twice'],
    ['a prototype', '{"__proto__":{}}', '"__proto__" is not allowed'],
    ['a prototype in disguise', '{"\\u005f_proto__":{}}', '"__proto__" is not allowed'],
  ])('%s', (_what, text, message) => {
    expect(() => parse(text)).toThrow(
      expect.objectContaining({ code: 'malformed_json', message: expect.stringContaining(message) }),
    )
  })

  test('invalid UTF-8', () => {
    expect(() => parseJson(Buffer.from([0x22, 0xff, 0x22]))).toThrow(
      expect.objectContaining({ code: 'malformed_json', message: expect.stringContaining('UTF-8') }),
    )
  })

  test('without showing the body, which may hold a secret', () => {
    for (const text of ['{"token": s3cret}', 's3cret', '"s3cret', '{"a":"s3cret" x}'])
      expect(() => parse(text)).toThrow(
        expect.objectContaining({ message: expect.not.stringContaining('s3cret') }),
      )
  })
})

test('the same key in two objects, and a key as a value, are fine', () => {
  expect(parse('[{"a":"a"},{"a":"a: \\"a\\":"}]')).toEqual([{ a: 'a' }, { a: 'a: "a":' }])
})

test('a deeply nested body does not crash the parser', () => {
  const deep = '['.repeat(30_000) + ']'.repeat(30_000)
  expect(Array.isArray(parse(deep))).toBe(true)
})

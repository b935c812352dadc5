import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { locateInScalar } from './locate-in-scalar.ts'

test.each([
  ['a block', 'key: |\n  one\n  two X\n'],
  ['a block with blank lines and deeper lines', 'key: |\n\n    one\n      two\n\n    X\n'],
  ['double quotes with escapes', 'key: "a \\"b\\" \\n\\u0041 X"\n'],
  ['single quotes', "key: 'it''s X'\n"],
  ['a plain value', 'key: one X\n'],
])('a character of %s is found in the file', (_kind, file) => {
  const value = String(parse(file).key)
  expect(file[locateInScalar(file, file.indexOf(' ') + 1, value.indexOf('X'))]).toBe('X')
})

import { expect, test } from 'vitest'
import { entryPlaceholders, parseLine, releasePlaceholders } from './placeholder-line.ts'

test('a placeholder takes what stands around its name', () => {
  expect(parseLine('{text}{ (references)}{ by authors}', entryPlaceholders)).toEqual({
    parts: [
      { kind: 'value', name: 'text', before: '', after: '' },
      { kind: 'value', name: 'references', before: ' (', after: ')' },
      { kind: 'value', name: 'authors', before: ' by ', after: '' },
    ],
    errors: [],
  })
})

test('text and doubled braces are printed', () => {
  expect(parseLine('[{version}] {{x}}', releasePlaceholders).parts).toEqual([
    { kind: 'text', value: '[' },
    { kind: 'value', name: 'version', before: '', after: '' },
    { kind: 'text', value: '] {x}' },
  ])
})

test.each([
  ['{title}', '{title} is not a placeholder'],
  ['{txt}', 'did you mean {text}?'],
  ['{text authors}', 'must contain exactly one name, not text and authors'],
  ['{}', '{} is not a placeholder'],
  ['{text', 'has a { without a }'],
  ['text}', 'has a } without a {'],
  ['{a{text}}', 'has a { without a }'],
])('%s: %s', (line, error) => {
  expect(parseLine(line, entryPlaceholders).errors).toEqual([expect.stringContaining(error)])
})

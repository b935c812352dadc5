import { expect, test } from 'vitest'
import { formatFault } from './format-fault.ts'

test.each([
  [
    { pointer: 'notewright.yml#/categories/0/tittle', line: 2, column: 5, detail: 'is not a known key' },
    'notewright.yml:2:5: categories[0].tittle: is not a known key',
  ],
  [{ pointer: 'notewright.yml#', line: 1, column: 1, detail: 'is empty' }, 'notewright.yml:1:1: is empty'],
  [{ pointer: '#/scopes/names/a~1*', detail: 'must be a string' }, 'scopes.names["a/*"]: must be a string'],
  [{ pointer: '#/paths/1', detail: 'must be a path' }, 'paths[1]: must be a path'],
])('formats %j', (fault, expected) => {
  expect(formatFault(fault)).toBe(expected)
})

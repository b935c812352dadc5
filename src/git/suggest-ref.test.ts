import { expect, test } from 'vitest'
import { suggestRef } from './suggest-ref.ts'

const tags = ['0.27.2', '0.28.0', '0.28.1', 'v2.0.0-rc.1', 'core@1.3.0', 'main', 'feature/login', 'release/1']

test.each([
  ['v0.28.0', '0.28.0'],
  ['0.28', '0.28.0'],
  ['0.28.O', '0.28.1'],
  ['2.0.0-rc.1', 'v2.0.0-rc.1'],
  ['1.3.0', 'core@1.3.0'],
  ['MAIN', 'main'],
  ['mian', null],
  ['amin', null],
  ['maim', 'main'],
  ['feature/logni', 'feature/login'],
  ['login', 'feature/login'],
  ['rel', 'release/1'],
  ['v9', null],
  ['4ce7e27', null],
  ['refs/tags/v0.28.0', null],
  ['', null],
  ['x'.repeat(250), null],
])('%s means %s', (name, expected) => {
  expect(suggestRef(name, tags)).toBe(expected)
})

test('nothing is known', () => {
  expect(suggestRef('v1.0.0', [])).toBeNull()
})

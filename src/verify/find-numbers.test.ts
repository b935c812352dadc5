import { expect, test } from 'vitest'
import { findNumbers, findNumberWords } from './find-numbers.ts'

const said = (text: string) => findNumbers(text).map(({ value, unit }) => value + unit)

test.each([
  ['v1.2 and 1.2.3', ['1.2', '1.2.3']],
  ['2.0 is 2, and 1.10 is not 1.1', ['2', '2', '1.10', '1.1']],
  ['1,000 and 10_000 and 1,5', ['1000', '10000', '1,5']],
  ['100 mb, 100mb, 100 megabytes', ['100mb', '100mb', '100mb']],
  ['50% or 50 percent', ['50%', '50%']],
  ['3x or 3 times', ['3x', '3x']],
  ['30 s, 30 seconds, 30-second', ['30s', '30s', '30s']],
  ['2026-01-02, 3-5, 10:30', ['2026-01-02', '3-5', '10:30']],
  ['utf-8, x86, sha256, 2fa, #12, !12, gh-12', []],
  ['第3章和16个', ['3', '16']],
])('the numbers in "%s" are %j', (text, values) => {
  expect(said(text)).toEqual(values)
})

test('numbers are found as words, but not in names', () => {
  expect(findNumberWords('two pages, five seconds, fifty percent, two-factor, often, tenfold')).toMatchObject(
    [
      { value: '2', unit: '' },
      { value: '5', unit: 's' },
      { value: '50', unit: '%' },
    ],
  )
})

import { describe, expect, test } from 'vitest'
import {
  compactName,
  createEvidenceLookup,
  occurs,
  quote,
  readGuidance,
  singular,
} from './evidence-lookup.ts'

const guidance = readGuidance([], 'en')

describe('the evidence contains a name', () => {
  test.each([
    ['--fast', 'Use `--fast` now'],
    ['Fast Mode', 'the "fast\n mode" is on'],
    ['src/a.ts', '(src/a.ts)'],
    ['a.ts', 'src/a.ts'],
    ['1.2', 'since 1.2: see'],
    ['ＡＢＣ', 'abc'],
    ['don’t', "don't"],
    ['listOrders', '修复listOrders超时'],
  ])('%s in %j', (name, text) => {
    expect(occurs(name, createEvidenceLookup([text], guidance))).toBe(true)
  })

  test.each([
    ['--fast', 'Use --faster, --fast-mode, --no-fast or --no--fast'],
    ['list', 'listOrders, my_list, lists'],
    ['1.2', '1.2.3, 11.2, 1.25, 3.1.2'],
    ['a.ts', 'aa.tsx'],
  ])('but not as part of something longer: %s in %j', (name, text) => {
    expect(occurs(name, createEvidenceLookup([text], guidance))).toBe(false)
  })
})

test.each([
  ['pages', 'page'],
  ['boxes', 'box'],
  ['classes', 'class'],
  ['class', 'class'],
  ['bus', 'bus'],
])('the singular of %s is %s', (word, single) => {
  expect(singular(word)).toBe(single)
})

test('a quotation is short and cannot end its backticks', () => {
  expect(quote('a `b` "c"\nd')).toBe('`a b c d`')
  expect(quote('x'.repeat(100))).toBe(`\`${'x'.repeat(60)}…\``)
})

test('English is recognised by its language tag', () => {
  expect(['en', 'en-GB', 'EN', 'de', 'enm'].map((tag) => readGuidance([], tag).isEnglish)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})

test.each([
  ['UTF-8', 'UTF8'],
  ['Node.js', 'Nodejs'],
  ['"quoted".', 'quoted'],
  ['(aside)', 'aside'],
  ['".', ''],
  ['a.b', 'a.b'],
  ['...x', '...x'],
])('%s has the compact name %j', (written, name) => {
  expect(compactName(written)).toBe(name)
})

test('a name of a million characters is handled in linear time', () => {
  const signs = '.'.repeat(1_000_000)
  expect(compactName(`a${signs}b`)).toHaveLength(1_000_002)
  expect(compactName(`a${signs}`)).toBe('a')
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  cutText,
  intoCode,
  isActiveName,
  makeHarmless,
  printPieces,
  readPieces,
  withoutClosing,
} from './inline-text.ts'

const text = (value: string) => ({ kind: 'text' as const, value })
const code = (value: string) => ({ kind: 'code' as const, value })

describe('a text', () => {
  test.each([
    ['plain words', [text('plain words')]],
    ['use `x` now', [text('use '), code('x'), text(' now')]],
    ['``a ` b``', [code('a ` b')]],
    ['a ` b', [text('a  b')]],
    ['a `` b ` c', [text('a  b  c')]],
    ['`a` `b', [code('a'), text(' b')]],
    ['` x `', [code('x')]],
    ['` `', []],
    ['', []],
  ])('%j is parsed as text and code', (line, pieces) => {
    expect(readPieces(line)).toEqual(pieces)
  })

  test('is printed so that it parses to the same pieces', () => {
    const piece = fc.record({
      kind: fc.constant('code' as const),
      value: fc.constantFrom('x', 'a ` b', '``', '`', 'a``'),
    })
    const words = fc.record({
      kind: fc.constant('text' as const),
      value: fc.constantFrom(' and ', 'x ', ' (y) '),
    })
    fc.assert(
      fc.property(fc.array(fc.tuple(words, piece)), (pairs) => {
        const pieces = pairs.flat()
        expect(readPieces(printPieces(pieces))).toEqual(pieces)
      }),
    )
  })

  test('separates adjacent code spans', () => {
    expect(printPieces([code('a'), code('b')])).toBe('`a` `b`')
  })

  test('can have matches of a pattern wrapped in code, but never code in code', () => {
    expect(intoCode([text('a x b'), code('x')], /x/g)).toEqual([text('a '), code('x'), text(' b'), code('x')])
  })
})

describe('text that a host would act on is shown as code', () => {
  test.each([
    ['thanks @ada', 'thanks `@ada`'],
    ['ask @acme/team-x, please', 'ask `@acme/team-x`, please'],
    ['(@ada)', '(`@ada`)'],
    ['@ada_b.c done', '`@ada_b.c` done'],
    ['@_ada done', '`@_ada` done'],
    ['see https://example.org/a?b=c.', 'see `https://example.org/a?b=c`.'],
    ['see (www.example.org)', 'see (`www.example.org`)'],
    ['ftp://example.org', '`ftp://example.org`'],
    ['mail ada@example.org now', 'mail `ada@example.org` now'],
    ['see acme/tool#12', 'see `acme/tool#12`'],
    ['see acme/tool!12', 'see `acme/tool!12`'],
    ['<script>alert(1)</script>', '`<script>`alert(1)`</script>`'],
    ['Vec<T> grows', '`Vec<T>` grows'],
    ['<!-- hidden -->', '`<!-- hidden -->`'],
    ['<img src=x', '`<img src=x`'],
    ['load //cdn.example.org/x.js now', 'load `//cdn.example.org/x.js` now'],
    ['the sum $a + b$ is shown', 'the sum `$a + b$` is shown'],
    ['($x$)', '(`$x$`)'],
    ['$$x^2$$', '`$$x^2$$`'],
    ['$`x`$', '`$x$`'],
    ['a $`x`$ and `y`', 'a `$x$` and `y`'],
  ])('%j', (line, harmless) => {
    expect(makeHarmless(line)).toBe(harmless)
  })

  test.each([
    '_https://evil.example',
    '__www.evil.example',
    '2HTTPS://evil.example',
    '#12https://evil.example',
    '@ada@evil',
    '@ada@ada@evil',
    'ada@example.org@evil',
  ])('%j, even without a space before it', (line) => {
    const words = readPieces(makeHarmless(line)).filter(({ kind }) => kind === 'text')
    expect(words.map(({ value }) => value).join(' ')).not.toContain('evil')
  })

  describe.each(['close', 'closes', 'closed', 'fix', 'fixes', 'fixed', 'resolve', 'resolves', 'resolved'])(
    'an order to %s',
    (word) => {
      test.each([
        [`${word} #12`, `${word} \`#12\``],
        [`${word.toUpperCase()}: #12`, `${word.toUpperCase()}: \`#12\``],
        [`It ${word} #12, #13`, `It ${word} \`#12\`, \`#13\``],
        [`${word} GH-12`, `${word} \`GH-12\``],
        [`${word} gh-12`, `${word} \`gh-12\``],
        [`${word} acme/tool#12`, `${word} \`acme/tool#12\``],
        [`${word} https://github.com/a/b/issues/12`, `${word} \`https://github.com/a/b/issues/12\``],
      ])('%j', (line, harmless) => {
        expect(makeHarmless(line)).toBe(harmless)
      })
    },
  )

  test.each([
    'Follow up on #12',
    'a @ b',
    'x < y and y > z',
    'either/or',
    'Add `@ada` and `closes #1` as code',
    'C# 12',
    'at 5 @ 3',
    'it costs $5 or $10',
    'use $HOME and $PATH',
    '$FOO/$BAR',
    'remove // comments',
    'a//b.c',
    '$`x`',
  ])('but %j is unchanged', (line) => {
    expect(makeHarmless(line)).toBe(line)
  })
})

test.each([
  ['fixes #12 and #13', 'fixes `#12` and `#13`'],
  ['see #12', 'see #12'],
  ['fixes `#12`', 'fixes `#12`'],
  ['`fixes` #12', '`fixes` #12'],
])('a reference that %j would close is shown as code', (line, shown) => {
  expect(withoutClosing(line)).toBe(shown)
})

test.each([
  ['costs $`x`$ more', 'costs `$x$` more'],
  ['$`x`$', '`$x$`'],
  ['costs $`x` more', 'costs $`x` more'],
])('mathematics in %j is shown as code', (line, shown) => {
  expect(makeHarmless(line)).toBe(shown)
})

test('line breaks become spaces', () => {
  expect(makeHarmless('  a\n\tb  c ')).toBe('a b c')
})

test('makeHarmless does not change its own result', () => {
  const word = fc.constantFrom(
    '@ada',
    'fixes',
    '#1',
    '`',
    '``',
    '<b>',
    ' ',
    'a',
    'https://x.org',
    'a@b.cd',
    'o/r#1',
  )
  const hostile = fc.array(fc.oneof(word, fc.string({ unit: 'binary' }))).map((words) => words.join(''))
  fc.assert(
    fc.property(hostile, (line) => {
      const once = makeHarmless(line)
      expect(makeHarmless(once)).toBe(once.replace(/\s+/g, ' ').trim())
    }),
    { numRuns: 1000 },
  )
})

test.each([
  '`',
  '` ',
  '``` ',
  '@',
  '@a',
  '<',
  '<a',
  'a/',
  'a@',
  'a@b.',
  'www.',
  'x',
  '#1',
  'close #1 ',
  'a.',
  '-',
])('64 kB of %j take linear time', (piece) => {
  const line = piece.repeat(Math.ceil(65_536 / piece.length))
  expect(makeHarmless(`${line} end`)).toMatch(/end`?$/)
})

describe('a text that is cut', () => {
  test.each([
    ['abcd', 4, 'abcd'],
    ['abcde', 4, 'abcd'],
    ['abc😀', 4, 'abc'],
    ['abc😀', 5, 'abc😀'],
    ['ab😀d', 4, 'ab😀'],
    ['ab\ud7ffde', 3, 'ab\ud7ff'],
    ['ab\ue000de', 3, 'ab\ue000'],
    ['', 0, ''],
  ])('%j to %i is %j, without half a character', (text, most, cut) => {
    expect(cutText(text, most)).toBe(cut)
  })
})

test.each([
  [[{ kind: 'code' as const, value: 'a`b' }], '`` a`b ``'],
  [[{ kind: 'code' as const, value: 'a``b' }], '``` a``b ```'],
  [[{ kind: 'code' as const, value: 'ab' }], '`ab`'],
  [
    [
      { kind: 'code' as const, value: 'a' },
      { kind: 'code' as const, value: 'b' },
    ],
    '`a` `b`',
  ],
])('code is printed so that it parses to the same code: %j', (pieces, text) => {
  expect(printPieces(pieces)).toBe(text)
  expect(readPieces(text).filter(({ kind }) => kind === 'code')).toEqual(pieces)
})

test('a run of backticks ends with the next of its length', () => {
  expect(readPieces('a `b` c ``d` e`` f')).toEqual([
    { kind: 'text', value: 'a ' },
    { kind: 'code', value: 'b' },
    { kind: 'text', value: ' c ' },
    { kind: 'code', value: 'd` e' },
    { kind: 'text', value: ' f' },
  ])
})

test.each(['#1', '!2', 'GH-3', '@ada', 'a@b', '$x$', '^1', '<b>', 'a`b', '[x]', 'ada/tool#1'])(
  'a host would act on the name %j',
  (name) => {
    expect(isActiveName(name)).toBe(true)
  },
)

test.each([
  '1.2.0',
  'v1.2.0-rc.1+5',
  '@ada/tool@1.2.0',
  'core@1.5.0',
  'core/v2',
  '#next',
  'release_1',
  '2026-01-31',
])('the name %j is only a name', (name) => {
  expect(isActiveName(name)).toBe(false)
})

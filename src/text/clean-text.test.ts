import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanFile, cleanLine, cleanMessage, cleanText, findInvisible } from './clean-text.ts'

describe('cleanText removes invisible characters', () => {
  test.each([
    ['control characters', 'a\0b\x07c\x7fd\x9fe', 'abcde'],
    ['terminal colours', 'a\x1b[31mred\x1b[0m b', 'ared b'],
    ['a terminal title', 'a\x1b]0;title\x07b', 'a0;titleb'],
    ['direction overrides', 'a\u202eb\u2066c\u200fd', 'abcd'],
    ['zero-width characters', 'a\u200bb\u2060c\ufeffd\u00ade', 'abcde'],
    ['tags', 'a\u{e0041}\u{e007f}b', 'ab'],
  ])('%s', (_what, text, clean) => {
    expect(cleanText(text)).toBe(clean)
  })

  test.each([
    ['tabs and line feeds', 'a\tb\nc'],
    ['joiners in emoji', '👩‍💻'],
    ['joiners in Persian', 'می\u200cخواهم'],
    ['accents and scripts', 'é漢عربي'],
  ])('and keeps %s', (_what, text) => {
    expect(cleanText(text)).toBe(text)
  })

  test('and replaces a lone surrogate', () => {
    expect(cleanText('a\ud800b')).toBe('a\ufffdb')
  })

  test.each(['a\r\nb', 'a\rb', 'a\u2028b', 'a\u2029b', 'a\u0085b'])(
    'and every line break is one: %j',
    (text) => {
      expect(cleanText(text)).toBe('a\nb')
    },
  )
})

test('no control character and no escape is left in any text', () => {
  const commands = fc.constantFrom('\x1b', '[', '31m', '\x1b[', ']', '\u202e', '\r', '\0')
  fc.assert(
    fc.property(fc.array(fc.oneof(commands, fc.string({ unit: 'binary' }))), (parts) => {
      const clean = cleanText(parts.join(''))
      expect(clean).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/)
      expect(clean.isWellFormed()).toBe(true)
      expect(cleanText(clean)).toBe(clean)
    }),
  )
})

test.each([
  ['plain\ttext\nand more', null],
  ['a\u200bb', 'U+200B'],
  ['\u202e', 'U+202E'],
  ['a\u2028b', 'U+2028'],
  ['a\x07b', 'U+0007'],
  ['a\u{e0041}b', 'U+E0041'],
  ['👩‍💻', null],
])('the invisible character of %j is %s', (text, found) => {
  expect(findInvisible(text)).toBe(found)
})

test('a line is one line', () => {
  expect(cleanLine('  a\nb\tc\u2028 ')).toBe('a b c')
  expect(cleanLine('n'.repeat(100_000))).toBe('n'.repeat(200))
})

describe('a message', () => {
  test('is trimmed, line by line', () => {
    expect(cleanMessage('\n\na  \n\n  b\t\n\n')).toEqual({ message: 'a\n\n  b', cut: false })
  })

  test('is cut at 16,384 characters, a line at 1,000', () => {
    const long = cleanMessage('word\n'.repeat(5000))
    expect([long.message.length <= 16_384, long.cut]).toEqual([true, true])
    const wide = cleanMessage(`${'x'.repeat(1001)}\nshort`)
    expect(wide).toEqual({ message: `${'x'.repeat(1000)}\nshort`, cut: true })
    expect(cleanMessage('x'.repeat(1000)).cut).toBe(false)
    expect(cleanMessage('x\n'.repeat(8192)).cut).toBe(false)
  })

  test('is never cut inside a character', () => {
    expect(cleanMessage(`${'x'.repeat(999)}😀`).message).toBe('x'.repeat(999))
    expect(cleanMessage(`${'x\n'.repeat(8191)}x😀`).message.isWellFormed()).toBe(true)
  })
})

test('lines of up to a thousand characters are kept, and longer ones are cut', () => {
  const whole = 'x'.repeat(1000)
  const long = 'x'.repeat(1001)
  expect(cleanMessage(`${whole}\n${whole}\n${whole}`)).toEqual({
    message: `${whole}\n${whole}\n${whole}`,
    cut: false,
  })
  for (const lines of [
    [long, 'a', 'b'],
    ['a', long, 'b'],
    ['a', 'b', long],
  ]) {
    const kept = lines.map((line) => line.slice(0, 1000)).join('\n')
    expect(cleanMessage(lines.join('\n'))).toEqual({ message: kept, cut: true })
  }
})

test('spaces and tabs at the end of a line are removed', () => {
  expect(cleanMessage('a \nb\t\nc').message).toBe('a\nb\nc')
  expect(cleanMessage(' a\nb ').message).toBe('a\nb')
})

test('a file keeps its lines, each clean, without spaces at its end and no longer than a thousand characters', () => {
  const long = 'x'.repeat(1000)
  expect(cleanFile(`# One \r\n\r\n- t\u200bwo\t\n${long}yz\n`)).toBe(`# One\n\n- two\n${long}\n`)
})

test('a line of a thousand characters beside one that is cleaned was not cut', () => {
  const long = 'x'.repeat(1000)
  expect(cleanMessage(`${long}\nt\u200bwo`)).toEqual({ message: `${long}\ntwo`, cut: false })
})

test.each(['one \ntwo', 'one\t\ntwo'])(
  'a message with only trailing white space to remove is cleaned: %j',
  (text) => {
    expect(cleanMessage(text)).toEqual({ message: 'one\ntwo', cut: false })
  },
)

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { printPieces } from '../../src/text/inline-text.ts'
import { compareWords } from './compare-words.ts'

const shown = (older: string, newer: string) =>
  compareWords(older, newer)
    .map(({ type, pieces }) => {
      const text = printPieces(pieces)
      return type === 'same' ? text : type === 'removed' ? `[-${text}-]` : `{+${text}+}`
    })
    .join('')

test.each([
  ['Fix the crash', 'Fix the crash', 'Fix the crash'],
  ['Fix the crash', 'Fix a crash at start', 'Fix [-the -]{+a +}crash {+at start+}'],
  ['Add `--fast`', 'Add `--slow`', 'Add [-`--fast`-]{+`--slow`+}'],
  ['Add --fast', 'Add `--fast`', 'Add [---fast-]{+`--fast`+}'],
  ['Fix it.', 'Fix it, at last.', 'Fix it{+, at last+}.'],
  ['', 'All new', '{+All new+}'],
])('from "%s" to "%s" is %s', (older, newer, marks) => expect(shown(older, newer)).toBe(marks))

test('the spans contain both texts completely', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', '`d`', '`a`'), { maxLength: 12 })
  fc.assert(
    fc.property(text, text, (older, newer) => {
      const spans = compareWords(older.join(' '), newer.join(' '))
      const words = (...types: string[]) =>
        spans
          .filter(({ type }) => types.includes(type))
          .flatMap(({ pieces }) =>
            pieces.map(({ kind, value }) => (kind === 'code' ? `\`${value}\`` : value.trim())),
          )
          .filter((word) => word !== '')
      expect(words('same', 'removed')).toEqual(older)
      expect(words('same', 'added')).toEqual(newer)
    }),
  )
})

test('very long texts are compared as a whole', () => {
  const long = 'word '.repeat(3000)
  expect(compareWords(long, `${long}more`).map(({ type }) => type)).toEqual(['removed', 'added'])
})

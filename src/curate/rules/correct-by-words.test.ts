import { expect, test } from 'vitest'
import { correctByWords } from './correct-by-words.ts'

test.each([
  ['`style()` no longer silently drops the colour 0', 'Fixed'],
  ['Prompts strip colour codes again. This was lost in 2.4', 'Fixed'],
  ['The parser no longer crashes on an empty file', 'Fixed'],
  ['The cache counts entries correctly', 'Fixed'],
  ['Terminal styles work by default, and the library is no longer a dependency', 'Changed'],
  ['Improve the detection of raw mode', 'Changed'],
  ['Names are returned in the order of the file rather than sorted', 'Changed'],
  ['`edit` accepts paths, in addition to strings', null],
  ['Improvements can be listed with `--all`', null],
])('%s: %s', (text, category) => {
  expect(correctByWords('Added', text)?.category ?? null).toBe(category)
})

test('a change that is usually listed as changed can be a fix', () => {
  expect(correctByWords('Changed', 'A regression of 8.4: it yields text again')?.category).toBe('Fixed')
  expect(correctByWords('Changed', 'Run the regression tests rather than none')).toBeNull()
  expect(correctByWords('Deprecated', 'It is no longer read correctly')).toBeNull()
})

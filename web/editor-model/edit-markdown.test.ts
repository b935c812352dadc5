import { expect, test } from 'vitest'
import {
  insertImage,
  insertLink,
  linkOnPaste,
  type SelectedText,
  type TextEdit,
  toggleList,
  toggleMark,
} from './edit-markdown.ts'

/** A text with its selection between square corners. */
function select(shown: string): SelectedText {
  const from = shown.indexOf('⌈')
  const to = shown.indexOf('⌋') - 1
  return { text: shown.replace(/[⌈⌋]/g, ''), from, to }
}

function show({ text }: SelectedText, { from, to, insert, select: [start, end] }: TextEdit): string {
  const next = text.slice(0, from) + insert + text.slice(to)
  return `${next.slice(0, start)}⌈${next.slice(start, end)}⌋${next.slice(end)}`
}

test.each([
  ['a ⌈b⌋ c', 'a **⌈b⌋** c'],
  ['a **⌈b⌋** c', 'a ⌈b⌋ c'],
  ['a ⌈**b**⌋ c', 'a ⌈b⌋ c'],
  ['a⌈⌋', 'a**⌈⌋**'],
])('bold: %s', (before, after) => {
  expect(show(select(before), toggleMark(select(before), '**'))).toBe(after)
})

test.each([
  ['see ⌈RFC⌋.', 'see [RFC](⌈https://⌋).'],
  ['see ⌈⌋', 'see [⌈⌋](https://)'],
  ['⌈https://x.example⌋', '[⌈⌋](https://x.example)'],
])('link: %s', (before, after) => {
  expect(show(select(before), insertLink(select(before)))).toBe(after)
})

test('an address pasted over words makes a link, and anything else is pasted as it is', () => {
  const words = select('see ⌈RFC 1⌋.')
  expect(show(words, linkOnPaste(words, ' https://x.example ')!)).toBe('see [RFC 1](https://x.example)⌈⌋.')
  expect(linkOnPaste(words, 'words')).toBeNull()
  expect(linkOnPaste(select('a⌈⌋'), 'https://x.example')).toBeNull()
  expect(linkOnPaste(select('⌈https://y.example⌋'), 'https://x.example')).toBeNull()
})

test.each([
  ['a\n⌈b\nc⌋\nd', 'a\n- b\n- c⌈⌋\nd'],
  ['- a\n⌈⌋- b', '- a\nb⌈⌋'],
])('list: %s', (before, after) => {
  expect(show(select(before), toggleList(select(before)))).toBe(after)
})

test('an image keeps the selected words as its description', () => {
  expect(show(select('⌈A chart⌋'), insertImage(select('⌈A chart⌋')))).toBe('![A chart](https://⌈⌋)')
})

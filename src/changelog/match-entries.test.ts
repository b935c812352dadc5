import { expect, test } from 'vitest'
import { referencesIn } from './entry-references.ts'
import { type EntrySource, matchEntries, normaliseLine } from './match-entries.ts'
import { WordWeights } from './match-words.ts'

const entry = (text: string) => ({ key: 'Added', title: 'Added', text })
const missingFrom = (
  texts: string[],
  lines: string[],
  section = lines.join('\n'),
  sources: EntrySource[] = [],
  others: string[] = [],
) =>
  matchEntries(texts.map(entry), {
    section,
    items: lines,
    ownCount: lines.length,
    sources,
    isReferenceElsewhere: (reference) => referencesIn(others.join('\n')).has(reference),
    isLineElsewhere: (line) => others.map(normaliseLine).includes(line),
    weights: () => new WordWeights([...lines, ...others]),
  }).missing.map(({ text }) => text)

test.each([
  ['by its number', 'Add search ([#1])', '- You can look for things now (#1)'],
  ['by the address of its pull request', 'Add search ([#1])', '- [Search](https://github.com/a/b/pull/1)'],
  ['by the number of a merge request', 'Add search ([!1])', '- Search, see !1'],
  ['by one of its numbers', 'Add search ([#1], [#2])', '- Search (#2)'],
  [
    'by its commit',
    'Add search by Ada in [abc1234](https://example.org/commit/abc1234)',
    '- Search (abc1234def)',
  ],
  ['by its words', 'Add search', '- **Add** search.'],
  ['by most of its words', 'Crash on empty input', '- Fix a crash that happened when the input was empty'],
  ['by its words where the number was removed', 'Add search ([#1])', '- Add search'],
])('an entry is known %s', (_how, text, line) => {
  expect(missingFrom([text], [line])).toEqual([])
})

test.each([
  ['another number', 'Add search ([#1])', '- Add search (#12)'],
  ['an issue of GitLab with the number', 'Add search ([!1])', '- Add a thing, see #1'],
  ['words that differ in what matters', 'Add dark mode to the editor', '- Add dark mode to the settings'],
  ['one word in common', 'Search', '- Search engine for everything'],
])('%s is another entry', (_what, text, line) => {
  expect(missingFrom([text], [line])).toEqual([text])
})

test('a line matches one entry only', () => {
  expect(missingFrom(['Add search', 'Add search'], ['- Add search'])).toEqual(['Add search'])
})

test('an entry is known by its number in a comment', () => {
  expect(missingFrom(['Add search ([#1])'], [], '<!-- #1 -->')).toEqual([])
})

test('an entry without a number is known by the SHA of its commit, in a comment too', () => {
  const commits = ['4ce7e27b7fc6aa00000000000000000000000000']
  const sources = [{ text: 'Add search', commits, hasOwnEntry: false }]
  const lines = ['- You can look for things now']
  expect(missingFrom(['Add search'], lines, `${lines[0]}\n<!-- 4ce7e27b -->`, sources)).toEqual([])
  expect(missingFrom(['Add search'], lines, `${lines[0]}\n<!-- 4ce7e28b -->`, sources)).toEqual([
    'Add search',
  ])
})

test('an entry whose commits edited the changelog is known', () => {
  const sources = [{ text: 'Add `search`', commits: [], hasOwnEntry: true }]
  const texts = ['**Breaking:** Add `search` ([#1])', 'Add export']
  expect(missingFrom(texts, ['- You can look for things now'], undefined, sources)).toEqual(['Add export'])
  // A section without entries contains none by the authors either.
  expect(missingFrom(texts, [], '', sources)).toEqual(texts)
})

const source = (text: string, rest: Partial<EntrySource> = {}): EntrySource => ({
  text,
  commits: [],
  hasOwnEntry: false,
  ...rest,
})

test.each([
  ['the number at its start', '- [#1](https://example.org/a/b/pull/1): something else'],
  ['the number in brackets', '- [[#1]]: something else [[@ada]]'],
])('a line is known by %s', (_where, line) => {
  expect(missingFrom(['Add search ([#1])'], [line])).toEqual([])
})

test.each([
  ['the pull request that it back-ports', 'Add search (#1) (#9)'],
  ['the pull request that its message names', 'Add search\n\nBackport of #1'],
  ['the issue that it closes', 'Add search\n\nFixes #3, #1'],
  ['the commit that it copies', 'Add search\n\n(cherry picked from commit 4ce7e27b7fc6aa)'],
])('an entry is known by %s', (_what, message) => {
  const sources = [source('Add search', { pullRequests: [9], messages: [message] })]
  const texts = ['Add search ([#9])']
  expect(missingFrom(texts, ['- Look for things (#1, 4ce7e27)'], undefined, sources)).toEqual([])
  expect(missingFrom(texts, ['- Look for things (#2)'], undefined, sources)).toEqual(texts)
  // In the section of another release only its own number is evidence.
  expect(missingFrom(texts, [], '', sources, ['- Look for things (#1, 4ce7e27)'])).toEqual(texts)
  expect(missingFrom(texts, [], '', sources, ['- Look for things (#9)'])).toEqual([])
})

test('a number that is the own number of another entry is not evidence', () => {
  const sources = [
    source('Add search', { pullRequests: [1] }),
    source('Add filters', { pullRequests: [2], messages: ['Add filters\n\nFixes #1'] }),
  ]
  const texts = ['Add search ([#1])', 'Add filters ([#2])']
  expect(missingFrom(texts, ['- Look for things (#1)'], undefined, sources)).toEqual(['Add filters ([#2])'])
})

test('an entry is known by the line that its own commits added', () => {
  const line = '- You can look for things now'
  const sources = [source('Add search', { hasOwnEntry: true, ownLines: [line] })]
  expect(missingFrom(['Add search'], ['- Something', line], undefined, sources)).toEqual([])
  expect(missingFrom(['Add search'], [`${line}, and quickly`], undefined, sources)).toEqual([])
  expect(missingFrom(['Add search'], ['- Something'], undefined, sources)).toEqual(['Add search'])
  expect(missingFrom(['Add search'], [], '', sources, [line])).toEqual([])
})

test('a commit that only edited the heading of the changelog wrote no entry', () => {
  const sources = [source('Add search', { hasOwnEntry: true, ownLines: ['## [1.1.0]'] })]
  expect(missingFrom(['Add search'], ['- Something'], undefined, sources)).toEqual(['Add search'])
})

test('entries whose lines are not known take one line each', () => {
  const sources = [source('Add search', { hasOwnEntry: true }), source('Add export', { hasOwnEntry: true })]
  const texts = ['Add search', 'Add export']
  expect(missingFrom(texts, ['- Something'], undefined, sources)).toEqual(['Add export'])
})

test('of two entries with the same text, each has its own source', () => {
  const sources = [
    source('Update the parser', { pullRequests: [1] }),
    source('Update the parser', { pullRequests: [2], commits: ['4ce7e27b7fc6aa'] }),
  ]
  const texts = ['Update the parser ([#1])', 'Update the parser ([#2])']
  expect(missingFrom(texts, ['- Parser (4ce7e27)'], undefined, sources)).toEqual([texts[0]])
})

test('words of another release are no evidence', () => {
  expect(missingFrom(['Add search'], [], '', [], ['- Add search'])).toEqual(['Add search'])
})

test('several changes that edited one line of the authors are all known by it', () => {
  const texts = [
    'Improve the filters for files of Ada, Elixir and Prolog',
    'Improve the filters for files of Ada, Elixir, Prolog and Raku',
  ]
  const sources = texts.map((text) => ({ text, commits: [], hasOwnEntry: true, ownLines: [`- ${text}`] }))
  const line = '- Improve the filters for files of Ada, Elixir, Prolog, Raku and USD'
  expect(missingFrom(texts, [line], line, sources)).toEqual([])
})

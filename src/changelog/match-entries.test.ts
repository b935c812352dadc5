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

import { expect, test } from 'vitest'
import { matchByWords, WordWeights } from './match-words.ts'
import { splitWords } from './split-words.ts'

const section = [
  'Fixed a crash that happened when the list of servers was empty',
  'The `--follow-links` option now also works on Windows',
  'Speed up parsing of large configuration files',
]
const old = ['Fixed a crash at start', 'Added an option for colours', 'Fixed the option parser on Windows']

function find(entry: string, lines = section): string | null {
  const matched = matchByWords([entry], lines, { weights: new WordWeights([...lines, ...old]) })
  return lines[matched.get(0)?.line ?? -1] ?? null
}

test.each([
  ['Crash on empty server list', section[0]],
  ['Support --follow-links on Windows', section[1]],
  ['Parse large config files faster', section[2]],
  ['Document the installation', null],
  ['Fixed a crash when the disk is full', null],
])('"%s" is found by its words', (entry, line) => {
  expect(find(entry)).toBe(line)
})

test('a sentence about something else is another entry', () => {
  expect(
    find('Speed up parsing of large lock files', ['Speed up parsing of large configuration files']),
  ).toBe(null)
})

test('each line matches the most similar entry only', () => {
  const entries = ['Crash with servers', 'Crash when the list of servers is empty']
  const matched = matchByWords(entries, section, { weights: new WordWeights([...section, ...old]) })
  expect([...matched.keys()]).toEqual([1])
})

test('words are compared by their stems, without references', () => {
  expect(splitWords('Fixes parsing of `maxFileSize` (#12) by @ada in https://example.org/pull/12')).toEqual(
    splitWords('fixed parsed maxFileSize'),
  )
})

test('many similar lines are compared in linear time', () => {
  const lines = Array.from({ length: 20_000 }, (_, index) => `Fixed the crash of part ${index}`)
  const entries = Array.from({ length: 200 }, (_, index) => `Crash of part ${index} fixed`)
  expect(matchByWords(entries, lines, { weights: new WordWeights(lines) }).size).toBeLessThanOrEqual(200)
})

import { expect, test } from 'vitest'
import { parseCommitPattern } from './parse-commit-pattern.ts'

test.each([
  ['^feat', [{ types: ['feat'], scope: null, title: null }]],
  ['^doc', [{ types: ['docs'], scope: null, title: null }]],
  ['^[fF]ix', [{ types: ['fix'], scope: null, title: null }]],
  ['^(fix|bug)', [{ types: ['fix', 'bug'], scope: null, title: null }]],
  ['^feat(\\(.*\\))?!?:', [{ types: ['feat'], scope: null, title: null }]],
  ['^feat\\([^)]*\\):', [{ types: ['feat'], scope: null, title: null }]],
  ['^chore\\(deps\\)', [{ types: ['chore'], scope: 'deps', title: null }]],
  ['^chore\\(deps.*\\)', [{ types: ['chore'], scope: 'deps*', title: null }]],
  ['^chore\\(release\\): prepare for', [{ types: ['chore'], scope: 'release', title: 'prepare for*' }]],
  ['^chore: release', [{ types: ['chore'], scope: null, title: 'release*' }]],
  [
    '^chore|^ci',
    [
      { types: ['chore'], scope: null, title: null },
      { types: ['ci'], scope: null, title: null },
    ],
  ],
  ['^Merge branch', [{ types: [], scope: null, title: 'Merge branch*' }]],
  ['.*security', [{ types: [], scope: null, title: '*security*' }]],
  ['^\\[', [{ types: [], scope: null, title: '[*' }]],
  ['.*', 'everything'],
  ['^.*$', 'everything'],
  ['^[a-z]+\\s*:', null],
  ['^chore\\(npm\\).*yarn\\.lock', null],
  ['(?<type>\\w+)', null],
])('%s', (expression, expected) => {
  expect(parseCommitPattern(expression)).toEqual(expected)
})

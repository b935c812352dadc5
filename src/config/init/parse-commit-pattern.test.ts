import { expect, test } from 'vitest'
import { parseCommitPattern } from './parse-commit-pattern.ts'

test.each([
  ['^feat', [{ types: ['feat'], scope: null, title: null, verbs: [] }]],
  ['^doc', [{ types: ['docs'], scope: null, title: null, verbs: [] }]],
  ['^[fF]ix', [{ types: ['fix'], scope: null, title: null, verbs: [] }]],
  ['^(fix|bug)', [{ types: ['fix', 'bug'], scope: null, title: null, verbs: [] }]],
  ['^feat(\\(.*\\))?!?:', [{ types: ['feat'], scope: null, title: null, verbs: [] }]],
  ['^feat\\([^)]*\\):', [{ types: ['feat'], scope: null, title: null, verbs: [] }]],
  ['^chore\\(deps\\)', [{ types: ['chore'], scope: 'deps', title: null, verbs: [] }]],
  ['^chore\\(deps.*\\)', [{ types: ['chore'], scope: 'deps*', title: null, verbs: [] }]],
  [
    '^chore\\(release\\): prepare for',
    [{ types: ['chore'], scope: 'release', title: 'prepare for*', verbs: [] }],
  ],
  ['^chore: release', [{ types: ['chore'], scope: null, title: 'release*', verbs: [] }]],
  [
    '^chore|^ci',
    [
      { types: ['chore'], scope: null, title: null, verbs: [] },
      { types: ['ci'], scope: null, title: null, verbs: [] },
    ],
  ],
  ['^Merge branch', [{ types: [], scope: null, title: 'Merge branch*', verbs: [] }]],
  ['.*security', [{ types: [], scope: null, title: '*security*', verbs: [] }]],
  ['^\\[', [{ types: [], scope: null, title: '[*', verbs: [] }]],
  ['^[a|A]dd', [{ types: ['add'], scope: null, title: null, verbs: ['add'] }]],
  ['^.*: remove', [{ types: [], scope: null, title: 'remove*', verbs: [] }]],
  ['.*', 'everything'],
  ['^.*$', 'everything'],
  ['^[a-z]+\\s*:', null],
  ['^chore\\(npm\\).*yarn\\.lock', [{ types: ['chore'], scope: 'npm', title: '*yarn.lock*', verbs: [] }]],
  ['ci', [{ types: ['ci'], scope: null, title: null, verbs: [] }]],
  ['typo', [{ types: [], scope: null, title: '*typo*', verbs: [] }]],
  ['(?<type>\\w+)', null],
])('%s', (expression, expected) => {
  expect(parseCommitPattern(expression)).toEqual(expected)
})

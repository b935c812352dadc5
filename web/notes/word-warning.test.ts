import { expect, test } from 'vitest'
import { type Warning, warn } from '../../src/core/warnings.ts'
import { describeWarning } from '../range/describe-warning.ts'
import { wordWarning } from './word-warning.ts'

const titleOf = (warning: Warning) => describeWarning(warning)?.title

test('a warning has its values in the words of the editor', () => {
  expect(titleOf(warn('release-between', { releases: 3, newest: 'v2.1.0' }))).toBe(
    '3 releases lie in this range, v2.1.0 is the newest',
  )
  expect(titleOf(warn('release-between', { releases: 1, newest: 'v2.1.0' }))).toBe(
    'v2.1.0 lies in this range',
  )
  expect(titleOf(warn('wide-range', { fromRef: 'HEAD~50', toRef: 'HEAD', steps: 50, commits: 1290 }))).toBe(
    'HEAD~50 covers 1,290 commits because of merges',
  )
  expect(wordWarning(warn('model-fallback', { entries: 1, failure: null }), 'GitHub')).toBe(
    '1 entry uses commit messages: the AI wording didn’t match the commits.',
  )
  expect(wordWarning(warn('text-cut', { limit: 125_000, cut: 12, entries: 430, url: null }), 'GitHub')).toBe(
    'The release is too long for GitHub: 12 entries don’t fit.',
  )
  expect(describeWarning(warn('secrets-redacted', { secrets: 2 }))).toEqual({
    title: '2 secrets found in commits and hidden here',
    text: 'Rotate them: they’re still in the repository.',
  })
  expect(
    describeWarning(warn('diverged', { fromRef: 'v1', toRef: 'main', fork: null, alreadyReleased: 1 }))?.text,
  ).toBe('Notes cover only what v1 lacks. 1 commit with the same change is excluded.')
})

test('a warning without values, or without words of its own, keeps the words of the server', () => {
  const { values: _values, ...older } = warn('wide-range', { fromRef: 'a', toRef: 'b', steps: 1, commits: 2 })
  expect(describeWarning(older)).toBeNull()
  expect(describeWarning(warn('summary-missing'))).toBeNull()
  const missing = warn('summary-missing')
  expect(wordWarning(missing, 'GitHub')).toBe(missing.detail)
  expect(titleOf(warn('shallow-clone'))).toBe('This clone is shallow, so commits may be missing')
})

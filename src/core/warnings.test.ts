import { expect, test } from 'vitest'
import { isTransient, warn } from './warnings.ts'

test('a warning has the text of its code, with the number and its plural', () => {
  expect(warn('message-cut', { messages: 1 }).detail).toMatch(/^1 commit message was too long/)
  expect(warn('message-cut', { messages: 2 }).detail).toMatch(/^2 commit messages were too long/)
  expect(warn('model-fallback', { entries: 3, failure: null }).detail).toMatch(/^The rules wrote 3 entries /)
})

test('a warning suggests other refs only where they would avoid it', () => {
  expect(warn('reversed', { fromRef: 'v2', toRef: 'v1' }).instead).toEqual({ fromRef: 'v1', toRef: 'v2' })
  expect(warn('moving-tag', { field: 'toRef', ref: 'latest', sha: 'abc' }).instead).toEqual({ toRef: 'abc' })
  expect(warn('moving-tag', { field: 'toRef', ref: 'latest', sha: null })).not.toHaveProperty('instead')
  expect(warn('shallow-clone')).not.toHaveProperty('instead')
})

test('what a host or a model did not deliver may be there a minute later; the rest stays', () => {
  expect(isTransient(warn('tags-unknown', { commits: 1 }))).toBe(true)
  expect(isTransient(warn('summary-missing'))).toBe(true)
  expect(isTransient(warn('shallow-clone'))).toBe(false)
  expect(isTransient(warn('unknown-field', { name: 'formt', nearest: 'format' }))).toBe(false)
})

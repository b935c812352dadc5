import { describe, expect, test } from 'vitest'
import { parseFooters } from './parse-footers.ts'

describe('footers', () => {
  test.each([
    ['Signed-off-by: Ada <ada@example.org>', 'signed-off-by', 'Ada <ada@example.org>'],
    ['Co-authored-by: Bob <bob@example.org>', 'co-authored-by', 'Bob <bob@example.org>'],
    ['Closes #12', 'closes', '#12'],
    ['Fixes: #12, #13', 'fixes', '#12, #13'],
    ['Fixes #12', 'fixes', '#12'],
    ['Refs: ada/tool#3', 'refs', 'ada/tool#3'],
    ['Refs: !7', 'refs', '!7'],
    ['Resolves https://example.org/issues/3', 'resolves', 'https://example.org/issues/3'],
    ['Reverts: 0123456', 'reverts', '0123456'],
    ['PR-URL: https://github.com/ada/tool/pull/9', 'pr-url', 'https://github.com/ada/tool/pull/9'],
    ['BREAKING CHANGE: drops v1', 'breaking-change', 'drops v1'],
    ['BREAKING-CHANGE: drops v1', 'breaking-change', 'drops v1'],
  ])('include %j', (line, key, value) => {
    expect(parseFooters(`Why it was done.\n\n${line}`).footers).toEqual([{ key, value }])
  })

  test('are in the last paragraphs, in their order', () => {
    const body = 'Why: because.\n\nProse again.\n\nCloses #1\n\nSigned-off-by: Ada <a@b.c>\nRefs: #2'
    expect(parseFooters(body).footers.map(({ key }) => key)).toEqual(['closes', 'signed-off-by', 'refs'])
  })

  test('are read around the note of a cherry-pick', () => {
    const body = 'Refs: #2\n\n(cherry picked from commit 0123456789)\nSigned-off-by: Ada <a@b.c>'
    expect(parseFooters(body).footers.map(({ key }) => key)).toEqual(['refs', 'signed-off-by'])
  })

  test.each([
    'Closes #1\n\nProse at the end.',
    '> Closes #1',
    '```\nCloses #1\n```',
    'It closes #1 and more.',
    '',
  ])('are not found in prose, quotations and code: %j', (body) => {
    expect(parseFooters(body).footers).toEqual([])
  })
})

describe('a breaking note', () => {
  test.each([
    ['BREAKING CHANGE: drops v1', ['drops v1']],
    ['BREAKING-CHANGE: drops v1', ['drops v1']],
    ['BREAKING CHANGE #12', ['12']],
    ['BREAKING CHANGES: drops v1', ['drops v1']],
    ['breaking change: drops v1', ['drops v1']],
    ['BREAKING CHANGE:\n\ndrops v1\nand v2', ['drops v1 and v2']],
    ['Why.\n\nBREAKING CHANGE: drops v1\n\nMore prose.', ['drops v1']],
    ['Closes #1\nBREAKING CHANGE: drops v1', ['drops v1']],
    ['BREAKING CHANGE: drops v1,\nuse v2 instead\nCloses #1', ['drops v1, use v2 instead']],
    ['BREAKING CHANGE:\n\nUse v2 instead.', ['Use v2 instead.']],
    ['BREAKING CHANGE:\n- drops v1', ['drops v1']],
    ['BREAKING CHANGE: one\nBREAKING CHANGE: two', ['one', 'two']],
  ])('is read from %j', (body, notes) => {
    expect(parseFooters(body).breakingNotes).toEqual(notes)
  })

  test.each([
    'BREAKING CHANGES: none',
    'BREAKING CHANGE: None.',
    'BREAKING CHANGE: n/a',
    'BREAKING CHANGE: no',
    'BREAKING CHANGE:',
    'This is no\nBREAKING CHANGE: at all',
    'Explains what BREAKING CHANGE: means.',
    '> BREAKING CHANGE: quoted',
    '```\nBREAKING CHANGE: an example\n```',
    '~~~\nBREAKING CHANGE: an example\n~~~',
    '```\n\nBREAKING CHANGE: an example after a blank line\n\n```',
    'BREAKING CHANGELOG: x',
  ])('is not read from %j', (body) => {
    expect(parseFooters(body).breakingNotes).toEqual([])
  })
})

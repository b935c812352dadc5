import { describe, expect, test } from 'vitest'
import { findRevisionError, meansFromRoot, parseRevision, walkSteps } from './revision.ts'

describe('parseRevision', () => {
  test.each([
    ['HEAD', 'HEAD', '', []],
    ['HEAD~', 'HEAD', '~', [{ parent: 1, count: 1 }]],
    ['HEAD~50', 'HEAD', '~50', [{ parent: 1, count: 50 }]],
    ['v2.0.0^', 'v2.0.0', '^', [{ parent: 1, count: 1 }]],
    ['main^2', 'main', '^2', [{ parent: 2, count: 1 }]],
    [
      'v2^2~3^',
      'v2',
      '^2~3^',
      [
        { parent: 2, count: 1 },
        { parent: 1, count: 3 },
        { parent: 1, count: 1 },
      ],
    ],
    ['v1~0', 'v1', '~0', []],
    ['v1^0', 'v1', '^0', []],
    ['@acme/core@1.2.0~2', '@acme/core@1.2.0', '~2', [{ parent: 1, count: 2 }]],
  ])('reads %s', (text, base, suffix, steps) => {
    expect(parseRevision(text)).toEqual({ text, base, suffix, steps })
  })
})

describe('findRevisionError', () => {
  test.each([
    'HEAD',
    'HEAD~50',
    'HEAD~',
    'v2.0.0^',
    'v2^2~3^',
    'main',
    'feature/x',
    'refs/tags/v1.0.0',
    '0123abc',
    '@acme/core@1.2.0',
    'ünïcode',
    'a'.repeat(250),
  ])('accepts %s', (ref) => {
    expect(findRevisionError(ref)).toBeNull()
  })

  test.each([
    ['', 'must not be empty'],
    ['a'.repeat(251), 'at most 250'],
    ['--upload-pack=x', 'dash'],
    ['-v', 'dash'],
    ['a b', 'spaces'],
    ['a\nb', 'control'],
    ['a\0b', 'control'],
    ['HEAD:file', 'not contain :'],
    ['a*', 'not contain *'],
    ['a?', 'not contain ?'],
    ['a[b', 'not contain ['],
    ['a\\b', 'not contain \\'],
    ['@', '@{'],
    ['HEAD@{1}', '@{'],
    ['v1..v2', 'not a range'],
    ['v1...v2', 'not a range'],
    ['^main', 'only ~n and ^'],
    ['~3', 'must name a ref'],
    ['main^{tree}', 'only ~n and ^'],
    ['main~x', 'only ~n and ^'],
    ['main~1\n', 'only ~n and ^'],
    ['main^{/text}', 'only ~n and ^'],
    ['/a', 'slash'],
    ['a/', 'slash'],
    ['a//b', 'slash'],
    ['a.lock', '.lock'],
    ['.a', 'dot'],
    ['a/.b', 'dot'],
    ['a.', 'dot'],
  ])('rejects %j', (ref, fault) => {
    expect(findRevisionError(ref)).toContain(fault)
  })
})

test.each([
  ['HEAD~50', true],
  ['v1^', true],
  ['v1^1~3', true],
  ['HEAD^0~99', true],
  ['HEAD', false],
  ['v1^2', false],
  ['HEAD^2~99', false],
  ['HEAD^10', false],
])('past the root, %s means everything: %j', (text, expected) => {
  expect(meansFromRoot(parseRevision(text))).toBe(expected)
})

describe('walkSteps', () => {
  // root ← base ← merge, with side as the second parent of merge; the parents of side are not known.
  const parents: Record<string, string[]> = { merge: ['base', 'side'], base: ['root'], root: [] }
  const walk = (text: string) => walkSteps('merge', parseRevision(text).steps, (sha) => parents[sha])

  test.each([
    ['HEAD', 'merge'],
    ['HEAD^0', 'merge'],
    ['HEAD~1', 'base'],
    ['HEAD~2', 'root'],
    ['HEAD^^', 'root'],
    ['HEAD^2', 'side'],
  ])('%s is %s', (text, sha) => {
    expect(walk(text)).toBe(sha)
  })

  test.each(['HEAD~3', 'HEAD~999999999', 'HEAD^3', 'HEAD~1^2'])('%s does not exist', (text) => {
    expect(walk(text)).toBeNull()
  })

  test('is undefined beyond a commit whose parents are not known', () => {
    expect(walk('HEAD^2~1')).toBeUndefined()
  })
})

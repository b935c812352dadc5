import { describe, expect, test } from 'vitest'
import { findRepoNameError, findRepoPathError, isFullSha, shortTagName, tagRef } from './ref-names.ts'

test('a tag has one full name and one short name', () => {
  expect(['v1', 'refs/tags/v1'].map(tagRef)).toEqual(['refs/tags/v1', 'refs/tags/v1'])
  expect(['v1', 'refs/tags/v1', 'refs/heads/v1'].map(shortTagName)).toEqual(['v1', 'v1', 'refs/heads/v1'])
})

test('a full SHA has 40 or 64 hexadecimal digits', () => {
  expect(['a'.repeat(40), 'A1'.repeat(32), 'a'.repeat(41), 'g'.repeat(40)].map(isFullSha)).toEqual([
    true,
    true,
    false,
    false,
  ])
})

describe('findRepoPathError', () => {
  test.each(['tool', 'tool.git', '~ada/tool', '~ada/deep/tool', 'srv/git/tool', 'acme/tool'])(
    'accepts %s',
    (name) => {
      expect(findRepoPathError(name)).toBeNull()
    },
  )

  test.each(['', '~', '~/tool', '..', '.git', '-tool', 'a/~b', 'a b', 'https://x.org/tool'])(
    'rejects %j',
    (name) => {
      expect(findRepoPathError(name)).toMatch(/^must /)
    },
  )
})

describe('findRepoNameError', () => {
  test.each(['acme/tool', 'a/b/c/d', 'a.b/c-d_e', '.github/x', 'acme/tool.git', '_x/_y'])(
    'accepts %s',
    (name) => {
      expect(findRepoNameError(name)).toBeNull()
    },
  )

  test.each([
    '',
    'tool',
    'acme/',
    '/tool',
    'acme//tool',
    '../tool',
    'acme/..',
    './tool',
    'acme/.git',
    '-acme/tool',
    'acme/-tool',
    'acme/to ol',
    'acme/tool\n',
    'acme/tool\0',
    'acme\\tool/x',
    'https://github.com/acme/tool',
    'acmé/tool',
    `acme/${'x'.repeat(251)}`,
  ])('rejects %j', (name) => {
    expect(findRepoNameError(name)).toMatch(/^must /)
  })
})

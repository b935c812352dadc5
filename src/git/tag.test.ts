import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isMovingTag, isSameRelease, parseReleaseTag, parseTag, sortTags, versionLabel } from './tag.ts'

const sorted = (names: string[]) => sortTags(names, (name) => name)

describe('parseTag', () => {
  test.each([
    ['1.2.3', '', '', [1, 2, 3]],
    ['v1.2', '', 'v', [1, 2]],
    ['V1.2', '', 'V', [1, 2]],
    ['v.1.2.3', '', 'v.', [1, 2, 3]],
    ['core@1.2.3', 'core', 'core@', [1, 2, 3]],
    ['@acme/core@1.2.3', '@acme/core', '@acme/core@', [1, 2, 3]],
    ['cli/v1.2.3', 'cli', 'cli/v', [1, 2, 3]],
    ['release-1.2.3', '', 'release-', [1, 2, 3]],
    ['release/1.2.3', '', 'release/', [1, 2, 3]],
    ['plugin-legacy-v8.2.3', 'plugin-legacy', 'plugin-legacy-v', [8, 2, 3]],
    ['log4j-2.17.0', 'log4j', 'log4j-', [2, 17, 0]],
    ['releases/gcc-13.2.0', 'releases/gcc', 'releases/gcc-', [13, 2, 0]],
    ['curl-8_21_0', 'curl', 'curl-', [8, 21, 0]],
    ['REL_17_2', '', 'REL_', [17, 2]],
    ['go1.21.3', 'go', 'go', [1, 21, 3]],
    ['2026.11.0', '', '', [2026, 11, 0]],
  ])('reads %s', (name, scope, prefix, numbers) => {
    expect(parseTag(name)).toEqual({ scope, prefix, numbers, pre: [], post: [] })
  })

  test.each(['latest', '2026-11-15', 'release-2026-11-15', '', 'v', 'next-release', 'words 1.2.3', 'es2015'])(
    'rejects %j',
    (name) => {
      expect(parseTag(name)).toBeNull()
    },
  )

  test('reads a pre-release', () => {
    expect(parseTag('core@1.2.0-rc.1')).toMatchObject({ numbers: [1, 2, 0], pre: ['rc', '1'] })
    expect(parseTag('v1-2')).toMatchObject({ scope: '', numbers: [1], pre: ['2'] })
  })

  test('ends early on any name', () => {
    fc.assert(fc.property(fc.string({ maxLength: 400 }), (name) => void parseTag(name)))
    expect(parseTag(`${'a-'.repeat(5000)}!`)).toBeNull()
  })
})

test('a tag that moves with each release is not the tag of one', () => {
  expect(['v4', '4', 'latest', 'v4.1', 'core@1.0.0'].map((name) => parseReleaseTag(name) !== null)).toEqual([
    false,
    false,
    false,
    true,
    true,
  ])
  expect(['v4', '4', 'latest', 'v4.1'].map(isMovingTag)).toEqual([true, true, true, false])
})

test('the label of a version has no leading v', () => {
  expect(['v1.2.0', '1.2.0', 'core@1.2.0', 'vendor'].map(versionLabel)).toEqual([
    '1.2.0',
    '1.2.0',
    'core@1.2.0',
    'vendor',
  ])
})

test('a release is the same with and without a v or a package, and never that of another package', () => {
  const same = (one: string, other: string) => isSameRelease(parseTag(one)!, parseTag(other)!)
  expect(same('v1.2.0', '1.2')).toBe(true)
  expect(same('core@1.2.0', '1.2.0')).toBe(true)
  expect(same('core@1.2.0', 'cli@1.2.0')).toBe(false)
})

describe('sortTags', () => {
  test('puts the newest version first, a release before its pre-releases, other names last', () => {
    expect(sorted(['nightly', 'v1.0.0-rc.1', 'v1.9.0', 'v1.0.0', 'v1.10.0', 'deployed'])).toEqual([
      'v1.10.0',
      'v1.9.0',
      'v1.0.0',
      'v1.0.0-rc.1',
      'deployed',
      'nightly',
    ])
  })

  test('keeps the packages of a repository apart', () => {
    expect(sorted(['core@2.0.0', 'v1.0.0', 'cli@9.0.0', 'core@10.0.0'])).toEqual([
      'v1.0.0',
      'cli@9.0.0',
      'core@10.0.0',
      'core@2.0.0',
    ])
  })

  test('gives the same order for any order of its input', () => {
    const name = fc.constantFrom('v1.0.0', '1.0', 'v1.0.0-rc.1', 'core@1.0.0', 'latest', 'v2', 'go1.2', 'x')
    fc.assert(
      fc.property(fc.uniqueArray(name), (names) => {
        expect(sorted(names.toReversed())).toEqual(sorted(names))
      }),
    )
  })
})

import { describe, expect, test } from 'vitest'
import type { Commit } from '../core/commit.ts'
import type { Relation, ResolvedRange } from '../core/range.ts'
import { rangeWarnings as warningsOf } from './range-warnings.ts'

/** A straight line of commits, newest first; the oldest one's parent is outside. */
function line(count: number, tags: Record<number, string[]> = {}): Commit[] {
  return Array.from({ length: count }, (_, index) => ({
    sha: `sha-${index}`,
    parents: [index === count - 1 ? 'parent-outside-the-range' : `sha-${index + 1}`],
    author: { name: 'Ada', email: 'a@b.c', login: null },
    authoredAt: '2026-01-01T00:00:00Z',
    committedAt: count - index,
    message: 'x',
    paths: [],
    pathsCut: false,
    tags: tags[index] ?? [],
  }))
}

function rangeWarnings(range: ResolvedRange, relation: Relation, commits: Commit[]) {
  return warningsOf(range, { relation, commits, repoFullName: 'acme/tool' })
}

function rangeOf(fromRef: string, toRef: string): ResolvedRange {
  return { fromRef, toRef, fromSha: 'from', toSha: 'sha-0', toIsTag: false, version: null, date: null }
}

test('a plain range has no warning', () => {
  expect(rangeWarnings(rangeOf('v1.0.0', 'v2.0.0'), 'ancestor', line(3, { 0: ['v2.0.0'] }))).toEqual([])
})

test('a reversed range says how to swap it', () => {
  const [warning] = rangeWarnings(rangeOf('v2.0.0', 'v1.0.0'), 'reversed', [])
  expect(warning).toMatchObject({
    code: 'reversed',
    detail: expect.stringContaining('fromRef "v1.0.0", toRef "v2.0.0"'),
  })
})

test('diverged ends say where they parted', () => {
  const [warning] = rangeWarnings(rangeOf('v1.1.0', 'main'), 'diverged', line(3))
  expect(warning).toMatchObject({ code: 'diverged', detail: expect.stringContaining('"parent-outsi"') })
})

test('diverged ends parted on the main line, whatever merges brought into it', () => {
  const [merge, last] = line(2)
  const commits = [
    { ...merge!, parents: ['sha-1', 'side'] },
    last!,
    { ...last!, sha: 'side', parents: ['elsewhere-on-a-side-branch'] },
  ]
  const [warning] = rangeWarnings(rangeOf('v1.1.0', 'main'), 'diverged', commits)
  expect(warning?.instead).toEqual({ fromRef: 'parent-outsi' })
})

test('ends without a common history say so', () => {
  const commits = line(1).map((commit) => ({ ...commit, parents: [] }))
  const [warning] = rangeWarnings(rangeOf('a', 'b'), 'diverged', commits)
  expect(warning?.detail).toContain('have no common history')
})

test.each([
  [10, 16, ['wide-range']],
  [10, 15, []],
  [2, 6, []],
  [2, 7, ['wide-range']],
])('HEAD~%i that holds %i commits: %j', (steps, count, codes) => {
  const warnings = rangeWarnings(rangeOf(`HEAD~${steps}`, 'HEAD'), 'ancestor', line(count))
  expect(warnings.map(({ code }) => code)).toEqual(codes)
})

describe('a release inside the range', () => {
  test.each([
    ['v1.0.0', 'HEAD', { 1: ['v1.1.0'] }, 'The range contains the release v1.1.0'],
    ['v1.0.0', 'HEAD', { 1: ['core@9.0.0', 'v1.1.0'] }, 'The range contains the release v1.1.0'],
    [
      'core@1.0.0',
      'core@1.2.0',
      { 1: ['v9.0.0', 'core@1.1.0'] },
      'The range contains the release core@1.1.0',
    ],
    [
      'v1.0.0',
      'v2.0.0',
      { 0: ['v2.0.0'], 1: ['v1.2.0'], 2: ['v1.1.0'] },
      'The range contains 2 releases (newest: v1.2.0)',
    ],
    ['v0.9.0', 'HEAD', { 1: ['v1.0.0-rc.1', 'v1.0.0'] }, 'The range contains the release v1.0.0'],
    ['v0.9.0', 'HEAD', { 1: ['v1.0.1-rc.1'], 2: ['v1.0.0'] }, 'The range contains the release v1.0.0'],
    [
      'HEAD~3',
      'HEAD',
      { 1: ['core@1.0.0'], 2: ['cli@9.0.0'] },
      'The range contains 2 releases (newest: core@1.0.0)',
    ],
    [
      'v1.0.0',
      'v2.0.0-rc.2',
      { 0: ['v2.0.0-rc.2'], 1: ['v2.0.0-rc.1'] },
      'The range contains the release v2.0.0-rc.1',
    ],
  ])('from %s to %s is named', (fromRef, toRef, tags, detail) => {
    const [warning] = rangeWarnings(rangeOf(fromRef, toRef), 'ancestor', line(4, tags))
    expect(warning).toMatchObject({ code: 'release-between', detail: expect.stringContaining(detail) })
  })

  test.each([
    ['a pre-release before the release itself', 'v2.0.0', { 1: ['v2.0.0-rc.1', 'v2.0.0b1'] }],
    ['a pre-release before changes that are not released yet', 'HEAD', { 1: ['v2.0.0-rc.1'] }],
    ['a tag that is no version', 'HEAD', { 1: ['deployed', 'nightly', '016.5'] }],
    ['a release of another package', 'HEAD', { 1: ['core@2.0.0', 'plugin-legacy@8.2.3'] }],
    ['another tag of the end', 'v2.0.0', { 0: ['v2.0.0', 'release-2.0'] }],
  ])('is not %s', (_what, toRef, tags) => {
    expect(rangeWarnings(rangeOf('v1.0.0', toRef), 'ancestor', line(4, tags))).toEqual([])
  })

  test('is not a back-port that a merge brought into it', () => {
    const [merge, last] = line(2)
    const commits = [
      { ...merge!, parents: ['sha-1', 'side'] },
      { ...last!, parents: ['from'] },
      { ...last!, sha: 'side', parents: ['elsewhere'], tags: ['v1.0.9'] },
    ]
    expect(rangeWarnings(rangeOf('v2.0.0', 'HEAD'), 'ancestor', commits)).toEqual([])
  })
})

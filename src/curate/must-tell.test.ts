import { describe, expect, test } from 'vitest'
import { readSample, sampleHistory } from '../../test/sample-history.ts'
import { findUnits } from './find-units.ts'
import { findMustTell, isDependencyTitle, type MustTell } from './must-tell.ts'

function mustTell(message: string): MustTell {
  const [unit] = findUnits(readSample(sampleHistory(message)), new Map())
  return findMustTell(unit!)
}

describe('a breaking change', () => {
  test.each([
    ['feat!: x', []],
    ['feat(api)!: x', []],
    ['BREAKING: x', []],
    ['[BREAKING] x', []],
    ['feat: x\n\nBREAKING CHANGE: use v2', ['use v2']],
    ['chore: x\n\nBREAKING-CHANGE: use v2', ['use v2']],
  ])('is told from %j', (message, notes) => {
    expect(mustTell(message)).toMatchObject({ breaking: true, breakingNotes: notes })
  })

  test.each([
    'feat: x\n\n> BREAKING CHANGE: quoted',
    'docs: explain how BREAKING CHANGE: works',
    'feat: x\n\nBREAKING CHANGES: none',
    'Fix breaking of long lines',
    'Great news!',
  ])('is not told from %j', (message) => {
    expect(mustTell(message).breaking).toBe(false)
  })

  test('gives its evidence once for each note', () => {
    const { evidence } = mustTell('feat!: x\n\nBREAKING CHANGE: a\n\nBREAKING CHANGE: a')
    expect(evidence.map(({ kind }) => kind)).toEqual(['breaking', 'breaking'])
  })
})

describe('a matter of security', () => {
  test.each([
    ['Fix CVE-2026-12345', ['CVE-2026-12345']],
    ['Fix CVE-2026-12345\n\nAs in CVE-2019-12308.', ['CVE-2026-12345']],
    ['Reject long names\n\nFixes cve-2026-12345.', ['CVE-2026-12345']],
    ['Fix it\n\nSee GHSA-23CF-GHJM-PQRV', ['GHSA-23cf-ghjm-pqrv']],
    ['security: reject long names', []],
    ['Fix XSS in comments', []],
    ['fix(web): path traversal in downloads', []],
    ['Prevent SQL injection', []],
    ['Bump lodash from 4.17.20 to 4.17.21 [security]', []],
    ['Bump lodash from 4.17.20 to 4.17.21, fixes CVE-2026-12345', ['CVE-2026-12345']],
  ])('is told from %j', (message, advisories) => {
    expect(mustTell(message)).toMatchObject({ security: true, advisories })
  })

  test.each([
    'Add an XSS scanner',
    'Fix a crash\n\n> upstream fixed CVE-2026-12345',
    'Bump lodash from 4.17.20 to 4.17.21\n\nRelease notes\n\nFixes CVE-2026-12345',
    'docs: list CVE-2026-12345',
    'test: cover CVE-2026-12345',
    'Improve security of nothing in particular',
    'Fix a crash\n\n```\nCVE-2026-12345\n```',
  ])('is not told from %j', (message) => {
    expect(mustTell(message).security).toBe(false)
  })
})

describe('a deprecation', () => {
  test.each([
    'Deprecate the old flag',
    'feat: deprecate the old flag',
    'deprecate: the old flag',
    'Deprecated the old flag',
    'Mark the old flag as deprecated',
    'refactor: deprecate the old flag',
  ])('is told from %j', (message) => {
    expect(mustTell(message).deprecated).toBe(true)
  })

  test.each([
    'Fix deprecation warnings of Node 24',
    'fix: silence deprecated usage',
    'Replace deprecated API',
    'docs: deprecate the old page',
    'Add a deprecation notice helper',
  ])('is not told from %j', (message) => {
    expect(mustTell(message).deprecated).toBe(false)
  })
})

describe('a removal', () => {
  test.each([
    'Remove the old flag',
    'feat: remove the old flag',
    'remove: the old flag',
    'Drop support for Node 18',
    'chore: drop support for Node 18',
    'chore!: remove unused exports',
    'Drop Python 3.8',
    'refactor: remove exports\n\nBREAKING CHANGE: they are gone',
    'Remove deprecated methods',
    'Remove `parseAll`',
    'Remove `test --fast`',
    'Remove ParseOptions',
    'Remove parse_file',
    'Prune deprecated metrics',
    'ABC-123 Remove the old flag',
    'Rework the clock, remove `old_clock`',
    'Drop the --fast option',
  ])('is told from %j', (message) => {
    expect(mustTell(message).removed).toBe(true)
  })

  test.each([
    'Remove unused imports',
    'chore: remove the old script',
    'refactor: remove a helper',
    'Remove dead code',
    'Remove the second pass',
    'fix: remove the extra slash',
    'test: remove a flaky test',
    'Add a way to remove users',
    'Add users and remove them in tests',
  ])('is not told from %j', (message) => {
    expect(mustTell(message).removed).toBe(false)
  })
})

describe('a message that calls its change breaking', () => {
  test.each([
    'Move the parser\n\nThis is a breaking change for plugins.',
    'Move the parser\n\nNote that it is technically a breaking change.',
    'Move the parser\n\nNames are sorted now, which is backwards incompatible.',
  ])('is believed: %j', (message) => {
    expect(mustTell(message)).toMatchObject({ breaking: true, breakingNotes: [] })
  })

  test.each([
    'Move the parser\n\nThis is not a breaking change.',
    'Move the parser\n\n> This is a breaking change.',
    'Move the parser\n\nThe rest should be one call, which is technically a breaking change. Later.',
    'Move the parser\n\n```\nThis is a breaking change.\n```',
    'docs: say when it is a breaking change\n\nThis is a breaking change.',
    'Bump vite from 7.0.0 to 8.0.0\n\nThis is a breaking change.',
  ])('is not when it says otherwise, quotes, or speaks of another project: %j', (message) => {
    expect(mustTell(message).breaking).toBe(false)
  })
})

test('what is removed from tests, docs or tooling alone is no removal', () => {
  const removes = (paths: string[]) => {
    const [unit] = findUnits(readSample(sampleHistory({ message: 'Remove the old flag', paths })), new Map())
    return findMustTell(unit!).removed
  }
  expect(removes(['src/flags.ts'])).toBe(true)
  expect(removes([])).toBe(true)
  expect(removes(['test/flags.test.ts'])).toBe(false)
  expect(removes(['docs/flags.md'])).toBe(false)
})

test('a plain change gives no evidence', () => {
  expect(mustTell('Add retries').evidence).toEqual([])
})

test.each([
  ['Bump lodash from 4.17.20 to 4.17.21', true],
  ['chore(deps): bump lodash from 4.17.20 to 4.17.21', true],
  ['build(deps-dev): bump vite', true],
  ['Update dependency eslint to v9', true],
  ['fix(deps): update dependency zod to v4', true],
  ['chore: lock file maintenance', true],
  ['Update all dependencies', true],
  ['Upgrade deps', true],
  ['Update the parser', false],
  ['Add dependency injection', false],
  ['Update the dependency graph view', false],
])('%j is a dependency update: %s', (title, update) => {
  expect(isDependencyTitle(title)).toBe(update)
})

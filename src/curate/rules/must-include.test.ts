import { describe, expect, test } from 'vitest'
import { parseSample, sampleHistory } from '../../../test/support/sample-history.ts'
import { groupIntoUnits } from '../group/group-into-units.ts'
import { findMustInclude, type MustInclude } from './must-include.ts'

function detect(message: string, paths: string[] = []): MustInclude {
  const commits = sampleHistory(message).map((commit) => ({ ...commit, paths }))
  const [unit] = groupIntoUnits(parseSample(commits), new Map())
  return findMustInclude(unit!)
}

describe('a breaking change', () => {
  test.each([
    ['feat!: x', []],
    ['feat(api)!: x', []],
    ['BREAKING: x', []],
    ['[BREAKING] x', []],
    ['feat: x\n\nBREAKING CHANGE: use v2', ['use v2']],
    ['chore: x\n\nBREAKING-CHANGE: use v2', ['use v2']],
    ['⚠️ Close the popup on click', []],
    ['Draw charts in colour - Minor Break', []],
    ['Drop support for Node 18', []],
    ['chore: drop Python 3.8', []],
    ['Remove deprecated methods', []],
    ['Remove the `--fast` flag', []],
    ['feat: remove the /v1/users endpoint', []],
    ['Remove `parseAll`', []],
    ['Raise the minimum Node.js version to 20', []],
    ['Require Ruby 3.1 as minimum version', []],
  ])('is detected in %j', (message, notes) => {
    expect(detect(message)).toMatchObject({ breaking: true, breakingNotes: notes })
  })

  test.each([
    'feat: x\n\n> BREAKING CHANGE: quoted',
    'docs: explain how BREAKING CHANGE: works',
    'feat: x\n\nBREAKING CHANGES: none',
    'Fix breaking of long lines',
    'Great news!',
    'Remove the unused `--fast` flag',
    'Remove an experimental option',
    'Remove mentions of Python 3.8',
    'fix: remove the option twice',
    'Remove the trailing slash from links',
    'Bump MSRV to 1.74',
    'ci: raise the minimum Node.js version to 20',
    'chore(deps): bump lodash from 3.0.0 to 4.0.0\n\nBREAKING CHANGE: of lodash',
  ])('is not detected in %j', (message) => {
    expect(detect(message).breaking).toBe(false)
  })

  test('has one piece of evidence for each note', () => {
    const { evidence } = detect('feat!: x\n\nBREAKING CHANGE: a\n\nBREAKING CHANGE: a')
    expect(evidence.map(({ kind }) => kind)).toEqual(['breaking', 'breaking'])
  })
})

describe('a security fix', () => {
  test.each([
    ['Fix CVE-2026-12345', ['CVE-2026-12345']],
    ['Fix CVE-2026-12345\n\nAs in CVE-2019-12308.', ['CVE-2026-12345']],
    ['Fix CVE-2026-12345\n\nAlso fixes CVE-2026-12346.', ['CVE-2026-12345', 'CVE-2026-12346']],
    ['Fix CVE-2026-12345\n\n[GHSA-23cf-ghjm-pqrv]', ['CVE-2026-12345', 'GHSA-23cf-ghjm-pqrv']],
    ['Reject long names\n\nFixes cve-2026-12345.', ['CVE-2026-12345']],
    ['Fix it\n\nSee GHSA-23CF-GHJM-PQRV', ['GHSA-23cf-ghjm-pqrv']],
    ['security: reject long names', []],
    ['Fix XSS in comments', []],
    ['fix(web): path traversal in downloads', []],
    ['Prevent SQL injection', []],
    ['Bump lodash from 4.17.20 to 4.17.21 [security]', []],
    ['Bump lodash from 4.17.20 to 4.17.21, fixes CVE-2026-12345', ['CVE-2026-12345']],
  ])('is detected in %j', (message, advisories) => {
    expect(detect(message)).toMatchObject({ security: true, advisories })
  })

  test.each([
    'Add an XSS scanner',
    'Fix a crash\n\n> upstream fixed CVE-2026-12345',
    'Bump lodash from 4.17.20 to 4.17.21\n\nRelease notes\n\nFixes CVE-2026-12345',
    'docs: list CVE-2026-12345',
    'test: cover CVE-2026-12345',
    'Improve security of nothing in particular',
    'Fix a crash\n\n```\nCVE-2026-12345\n```',
  ])('is not detected in %j', (message) => {
    expect(detect(message).security).toBe(false)
  })
})

test('documentation about a vulnerability is not a security fix', () => {
  const paths = ['docs/csrf.txt']
  expect(detect('Fixed #12 -- Documented where CSRF is checked.', paths).security).toBe(false)
  expect(detect('Added CVE-2026-12345 to the archive.', paths).security).toBe(false)
  expect(detect('Fix CVE-2026-12345', paths).security).toBe(true)
  expect(detect('security: say where CSRF is checked', paths).security).toBe(true)
})

describe('a deprecation', () => {
  test.each([
    'Deprecate the old flag',
    'feat: deprecate the old flag',
    'deprecate: the old flag',
    'Deprecated the old flag',
    'Mark the old flag as deprecated',
    'refactor: deprecate the old flag',
  ])('is detected in %j', (message) => {
    expect(detect(message).deprecated).toBe(true)
  })

  test.each([
    'Fix deprecation warnings of Node 24',
    'fix: silence deprecated usage',
    'Replace deprecated API',
    'docs: deprecate the old page',
    'Add a deprecation notice helper',
  ])('is not detected in %j', (message) => {
    expect(detect(message).deprecated).toBe(false)
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
  ])('is detected in %j', (message) => {
    expect(detect(message).removed).toBe(true)
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
  ])('is not detected in %j', (message) => {
    expect(detect(message).removed).toBe(false)
  })
})

describe('a message that calls its change breaking', () => {
  test.each([
    'Move the parser\n\nThis is a breaking change for plugins.',
    'Move the parser\n\nIf you call it yourself, this is a breaking change.',
    'Move the parser\n\nNote that it is technically a breaking change.',
    'Move the parser\n\nNames are sorted now, which is backwards incompatible.',
  ])('is believed: %j', (message) => {
    expect(detect(message)).toMatchObject({ breaking: true, breakingNotes: [] })
  })

  test.each([
    'Move the parser\n\nThis is not a breaking change.',
    'Move the parser\n\n> This is a breaking change.',
    'Move the parser\n\n```\nThis is a breaking change.\n```',
    'docs: say when it is a breaking change\n\nThis is a breaking change.',
    'Bump vite from 7.0.0 to 8.0.0\n\nThis is a breaking change.',
  ])('is not believed when it denies, quotes, or describes another project: %j', (message) => {
    expect(detect(message).breaking).toBe(false)
  })
})

test('a removal from tests, docs or tooling alone is not one', () => {
  const removes = (paths: string[]) => {
    const [unit] = groupIntoUnits(
      parseSample(sampleHistory({ message: 'Remove the old flag', paths })),
      new Map(),
    )
    return findMustInclude(unit!).removed
  }
  expect(removes(['src/flags.ts'])).toBe(true)
  expect(removes([])).toBe(true)
  expect(removes(['test/flags.test.ts'])).toBe(false)
  expect(removes(['docs/flags.md'])).toBe(false)
})

test('a plain change has no evidence', () => {
  expect(detect('Add retries').evidence).toEqual([])
})

import { describe, expect, test } from 'vitest'
import { parseSample, sampleHistory, sampleSha } from '../../../test/support/sample-history.ts'
import type { Commit } from '../../core/commit.ts'
import type { Audience } from '../../core/request.ts'
import { groupIntoUnits } from '../group/group-into-units.ts'
import { shippedModel } from '../learned/model.ts'
import { predictUnits } from '../learned/predict-units.ts'
import { categorise } from './categorise.ts'
import { decideInclusion } from './decide-inclusion.ts'
import { findExclusion } from './exclusion-rules.ts'
import { findNoOp } from './find-no-op.ts'
import { findMustInclude } from './must-include.ts'

function decide(sample: string | Partial<Commit>, audience: Audience = 'users') {
  const [unit] = groupIntoUnits(parseSample(sampleHistory(sample)), new Map())
  const rules = {
    unit: unit!,
    mustInclude: findMustInclude(unit!),
    noOp: findNoOp(unit!),
    exclusion: findExclusion(unit!),
  }
  const [found] = predictUnits([unit!], () => rules, { model: shippedModel, style: null })
  const { category } = categorise(unit!, { ...found!, override: null })
  return decideInclusion({ ...found!, category, override: null, hasOwnEntry: false, audience })
}

const bot = { name: 'renovate[bot]', email: 'bot@renovateapp.com', login: null }
const parents = [sampleSha(8), sampleSha(9)]

describe('excluded', () => {
  test.each<[reason: string, sample: string | Partial<Commit>]>([
    ['merge', { message: "Merge branch 'main' into x", parents }],
    ['merge', { message: 'Merge pull request #7 from ada/x', parents }],
    ['release', 'v1.2.3'],
    ['release', 'Release v1.2.3'],
    ['release', 'chore(release): 1.2.3'],
    ['release', 'chore: release 1.2.3'],
    ['release', 'Bump version to 1.2.3'],
    ['release', 'Bump development version to 1.3.0-dev'],
    ['release', 'Prepare release 1.2.3'],
    ['release', 'Start version 1.2.4'],
    ['release', 'Prepare to release v1.2.3'],
    ['release', 'Version Packages'],
    ['release', '[1.2.x] Post-release version bump.'],
    ['release', 'Bumped version for 1.2.3 release.'],
    ['release', 'Master 2.18.1'],
    ['release', 'Prepare before 1.15.9 release'],
    ['release', 'Bumped version and add release notes for v2.32.4'],
    ['release', 'Bump next prerelease version numbers'],
    ['release', '2026-08-05, Version 26.7.0 (Current)'],
    ['dependency', 'Bump lodash from 1.0.0 to 1.0.1'],
    ['dependency', 'fix(deps): update dependency zod to v4'],
    ['dependency', 'chore(deps): whatever'],
    ['dependency', 'Bump example.org/slug@v0.18.3 into v1.15'],
    ['dependency', 'Update debian commit reference to 8e947316488c163321665a60766dbc972e9edf7a'],
    ['bot', { message: 'Update snapshots of the day', author: bot }],
    ['internal', 'chore: tidy'],
    ['internal', 'ci: cache'],
    ['internal', 'refactor: split the parser'],
    ['internal', 'fix(ci): cache'],
    ['internal', 'Refactor the parser'],
    ['internal', { message: 'Raise the limit', paths: ['.github/workflows/ci.yml'] }],
    ['docs', 'docs: explain retries'],
    ['docs', 'feat(docs): explain retries'],
    ['docs', { message: 'Explain retries', paths: ['docs/retries.md', 'README.md'] }],
    ['docs', 'Update README'],
    ['docs', 'Changelog fix'],
    ['docs', 'RELEASE-NOTES: synced'],
    ['docs', { message: 'Update CHANGELOG', paths: ['CHANGELOG.md'] }],
    ['docs', { message: 'Added CVE-2026-12345 to the archive.', paths: ['docs/security.txt'] }],
    ['docs', { message: 'Thank the new ones', paths: ['RELEASE-NOTES'] }],
    ['test', 'test: cover retries'],
    ['test', { message: 'Cover retries', paths: ['test/retries.ts'] }],
    ['test', 'Add tests for retries'],
    ['test', 'Add unit-tests for retries'],
    ['not-notable', ''],
    ['not-notable', 'wip'],
    ['not-notable', 'fixup! Add retries'],
    ['not-notable', 'Address review comments'],
    ['not-notable', 'Backport of commit 6c1fd4a231f57687e09eb56c168acc49522b728b'],
    ['docs', 'Fix typo'],
    ['docs', 'fix: typos in the docs'],
    ['docs', 'Document the retry policy'],
    ['docs', 'Small documentation fixes'],
    ['docs', 'Changelog for 5.22.3'],
    ['docs', { message: 'Add a citation', paths: ['CITATION.cff'] }],
    ['test', 'Speed up the test suite'],
    ['dependency', 'Upgrade private dependencies'],
    ['release', 'Bump to v0.10.4 [ci skip]'],
    ['release', 'Bump version for developing 2.0.0 alpha'],
    ['release', 'Prepare for the next release'],
    ['release', 'Back to development'],
    ['internal', 'fix: clippy warnings'],
    ['internal', 'Re-order imports to satisfy credo'],
    ['docs', 'Write changelogs for v2.1.6'],
    ['docs', 'Fix various changelogs for stylistic consistency'],
    ['not-notable', 'Resolve the conflicts'],
    ['not-notable', 'Update round 3'],
    ['internal', 'Fix rubocop offenses'],
    ['internal', 'fix(rubocop): trailing whitespace'],
    ['internal', 'feat: move the parser into its own file'],
    ['internal', 'Extract retries into a separate module'],
    ['not-notable', 'fix: address review comments'],
    ['not-notable', 'Address feedback from Ada'],
    ['not-notable', 'feat: apply suggestions from code review'],
    ['not-notable', 'Code review'],
    ['not-notable', 'PR feedback'],
  ])('as %s: %j', (reason, sample) => {
    expect(decide(sample)).toMatchObject({ included: false, reason })
  })
})

describe('included', () => {
  test.each<string | Partial<Commit>>([
    'feat: add retries',
    'Add retries',
    'Release the lock after a crash',
    'Publish events when a job ends',
    'Version the cache format',
    'Update the parser to accept tabs',
    'Bump the timeout to 30 seconds for slow hosts',
    'Speed up tests on windows by caching results',
    { message: 'fix: crash on start', author: bot },
    { message: 'fix: wrong exit code', paths: ['docs/conf.py'] },
    { message: 'Add retries', paths: ['src/a.ts', 'test/a.test.ts'] },
    { message: 'Add retries', paths: [] },
    { message: 'Merge pull request #7 from ada/x\n\nAdd retries', parents },
  ])('for users: %j', (sample) => {
    expect(decide(sample)).toMatchObject({ included: true })
  })

  test.each<string | Partial<Commit>>([
    'chore!: require Node 24',
    'docs: x\n\nBREAKING CHANGE: use v2',
    { message: 'chore(deps)!: bump lodash from 3.0.0 to 4.0.0', author: bot },
    { message: 'Fix CVE-2026-12345', author: bot, paths: ['test/a.ts'] },
    'chore: drop support for Node 18',
    'refactor: deprecate the old flag',
    'Update dependency lodash to v4.17.21 [security]',
    { message: 'Fix CVE-2026-12345', paths: ['website/app.js'] },
  ])('because it must be: %j', (sample) => {
    expect(decide(sample)).toMatchObject({ included: true })
  })

  test('for developers also internal work, docs and tests, but no dependency update or release', () => {
    const included = ['chore: tidy', 'docs: x', 'test: x', 'Bump a from 1.0.0 to 1.0.1', 'v1.2.3', 'wip'].map(
      (message) => decide(message, 'developers').included,
    )
    expect(included).toEqual([true, true, true, false, false, false])
  })
})

test('breaking changes are the most notable, then security, features, fixes and internal work', () => {
  const notability = ['feat!: x', 'security: x', 'feat: x', 'fix: x', 'perf: x', 'chore: x'].map(
    (message) => {
      const decision = decide(message, 'developers')
      return decision.included ? decision.notability : -1
    },
  )
  expect(notability).toEqual(notability.toSorted((a, b) => b - a))
  expect(new Set(notability).size).toBe(6)
})

import { describe, expect, test } from 'vitest'
import { asHistory, sampleHistory, sampleSha } from '../../../test/support/sample-history.ts'
import type { PullRequest } from '../../core/commit.ts'
import { curate } from '../curate.ts'
import { findBreakingLabel, findSkipLabel, findTypeInLabels } from './pull-request-labels.ts'

test.each([
  ['bug', 'fix'],
  ['kind/bug', 'fix'],
  ['type: feature', 'feat'],
  ['enhancement', 'feat'],
  ['documentation', 'docs'],
  ['dependencies', 'deps'],
  ['area/testing', 'test'],
  ['security', 'security'],
  ['deprecation', 'deprecate'],
  ['good first issue', null],
  ['debugger', null],
])('the label "%s" gives the type %s', (label, type) => {
  expect(findTypeInLabels(['size/XL', label])).toBe(type)
})

test.each(['breaking', 'breaking-change', 'semver: major', 'Breaking Change', 'backwards-incompatible'])(
  'the label "%s" marks a breaking change',
  (label) => expect(findBreakingLabel([label])).toBe(label),
)

test.each(['skip-changelog', 'no-changelog', 'ignore-for-release', 'changelog: skip', 'release-note-none'])(
  'the label "%s" excludes a change',
  (label) => expect(findSkipLabel([label])).toBe(label),
)

test.each(['not breaking', 'changelog', 'release'])('the label "%s" does neither', (label) => {
  expect([findBreakingLabel([label]), findSkipLabel([label])]).toEqual([null, null])
})

function curated(message: string, pullRequest: Partial<PullRequest>) {
  const known = {
    number: 7,
    title: 'Title',
    body: '',
    labels: [],
    commits: [sampleSha(1)],
    paths: [],
    ...pullRequest,
  }
  return curate(asHistory(sampleHistory(message), [known]), { audience: 'users', paths: [] })
}

describe('pull-request details from the host', () => {
  test('add the number to a commit without one', () => {
    expect(curated('Faster start', {}).changes[0]).toMatchObject({ id: 'pr-7', pullRequests: [7] })
  })

  test('categorise a title without a type by its label', () => {
    expect(curated('Faster start', { labels: ['bug'] }).changes[0]?.category).toBe('Fixed')
  })

  test('do not override the type that the author wrote', () => {
    expect(curated('feat: faster start', { labels: ['bug'] }).changes[0]?.category).toBe('Added')
  })

  test('mark a change of any type as breaking by its label', () => {
    const [change] = curated('chore: tidy', { labels: ['breaking-change'] }).changes
    expect(change).toMatchObject({
      breaking: true,
      evidence: [{ kind: 'breaking', detail: 'The pull request has the label "breaking-change".' }, {}],
    })
  })

  test('provide the advisory that only the body names', () => {
    const [change] = curated('fix: reject expired tokens', { body: 'Closes CVE-2026-31337.' }).changes
    expect(change).toMatchObject({ category: 'Security', advisories: ['CVE-2026-31337'] })
  })

  test('exclude a change by its label, unless it is breaking', () => {
    expect(curated('feat: tabs', { labels: ['skip-changelog'] }).omitted[0]).toMatchObject({
      reason: 'not-notable',
      detail: 'The label "skip-changelog" excludes it.',
    })
    expect(curated('feat!: tabs', { labels: ['skip-changelog'] }).changes).toHaveLength(1)
  })

  test('provide the paths of a commit without paths', () => {
    const commits = sampleHistory({ message: 'Explain tabs', paths: [] })
    const known = {
      number: 7,
      title: 'x',
      body: '',
      labels: [],
      commits: [sampleSha(1)],
      paths: ['docs/tabs.md'],
    }
    expect(curate(asHistory(commits, [known]), { audience: 'users', paths: [] }).omitted[0]?.reason).toBe(
      'docs',
    )
  })

  test('provide the title that a merge commit does not have', () => {
    const commits = sampleHistory(
      'Start',
      { message: 'wip', parents: [sampleSha(1)] },
      { message: 'Merge pull request #7 from ada/tabs', parents: [sampleSha(1), sampleSha(2)] },
    )
    const known = {
      number: 7,
      title: 'feat: shiny tabs',
      body: '',
      labels: [],
      commits: [sampleSha(3)],
      paths: [],
    }
    const { changes } = curate(asHistory(commits, [known]), { audience: 'users', paths: [] })
    expect(changes.find(({ id }) => id === 'pr-7')).toMatchObject({
      title: 'shiny tabs',
      category: 'Added',
      commits: [sampleSha(3), sampleSha(2)],
    })
  })

  test('provide the logins of people', () => {
    const history = {
      ...asHistory(sampleHistory('feat: tabs\n\nCo-authored-by: Ben <ben@example.org>')),
      firstTimers: ['ben'],
    }
    const logins = new Map([
      ['ada@example.org', 'ada'],
      ['ben@example.org', 'ben'],
    ])
    const { changes, contributors } = curate({ ...history, logins }, { audience: 'users', paths: [] })
    expect(changes[0]?.authors.map(({ login }) => login)).toEqual(['ada', 'ben'])
    expect(contributors).toEqual([
      { name: 'Ada', login: 'ada', first: false },
      { name: 'Ben', login: 'ben', first: true },
    ])
  })

  test('decide what is below the requested paths, and unknown paths count as inside', () => {
    const commits = sampleHistory(
      { message: 'feat: one', paths: [], pathsCut: true },
      { message: 'feat: two', paths: [], pathsCut: true },
      { message: 'feat: three', paths: [], pathsCut: true },
    )
    const known = (n: number, path: string) => ({
      number: n,
      title: 'x',
      body: '',
      labels: [],
      commits: [sampleSha(n)],
      paths: [path],
    })
    const history = asHistory(commits, [known(1, 'packages/ui/a.ts'), known(2, 'packages/api/a.ts')])
    const { changes, omitted, warnings } = curate(history, { audience: 'users', paths: ['packages/ui'] })
    expect(changes.map(({ title }) => title)).toEqual(['one', 'three'])
    expect(omitted.map(({ reason }) => reason)).toEqual(['outside-paths'])
    expect(warnings.map(({ code }) => code)).toEqual(['paths-unknown'])
  })
})

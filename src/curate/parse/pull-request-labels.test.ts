import { describe, expect, test } from 'vitest'
import { asHistory, sampleHistory, sampleSha } from '../../../test/support/sample-history.ts'
import type { PullRequest } from '../../core/pull-request.ts'
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
  'the label "%s" says that it breaks',
  (label) => expect(findBreakingLabel([label])).toBe(label),
)

test.each(['skip-changelog', 'no-changelog', 'ignore-for-release', 'changelog: skip', 'release-note-none'])(
  'the label "%s" asks to leave out',
  (label) => expect(findSkipLabel([label])).toBe(label),
)

test.each(['not breaking', 'changelog', 'release'])('the label "%s" says neither', (label) => {
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

describe('what the host knows of a pull request', () => {
  test('gives its number to a commit that names none', () => {
    expect(curated('Faster start', {}).changes[0]).toMatchObject({ id: 'pr-7', pullRequests: [7] })
  })

  test('files a title without type by its label', () => {
    expect(curated('Faster start', { labels: ['bug'] }).changes[0]?.category).toBe('Fixed')
  })

  test('does not overrule the type that the author wrote', () => {
    expect(curated('feat: faster start', { labels: ['bug'] }).changes[0]?.category).toBe('Added')
  })

  test('marks as breaking what a label says breaks, whatever its type', () => {
    const [change] = curated('chore: tidy', { labels: ['breaking-change'] }).changes
    expect(change).toMatchObject({
      breaking: true,
      evidence: [{ kind: 'breaking', detail: 'The label "breaking-change" says so.' }, {}],
    })
  })

  test('finds the advisory that only its body names', () => {
    const [change] = curated('fix: reject expired tokens', { body: 'Closes CVE-2026-31337.' }).changes
    expect(change).toMatchObject({ category: 'Security', advisories: ['CVE-2026-31337'] })
  })

  test('leaves out what a label asks to leave out, unless it breaks', () => {
    expect(curated('feat: tabs', { labels: ['skip-changelog'] }).omitted[0]).toMatchObject({
      reason: 'not-notable',
      detail: 'The label "skip-changelog" asks for it.',
    })
    expect(curated('feat!: tabs', { labels: ['skip-changelog'] }).changes).toHaveLength(1)
  })

  test('tells by its paths what a commit without paths changed', () => {
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

  test('gives the title that a merge does not tell', () => {
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

  test('names people by their logins', () => {
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

  test('decides what lies below the asked paths, and what nobody tells counts as inside', () => {
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

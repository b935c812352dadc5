import { describe, expect, test } from 'vitest'
import type { ForgeFault } from '../../../test/stand-ins/forge.ts'
import {
  expectProblem,
  expectSameRange,
  gather,
  openLocal,
  serve,
} from '../../../test/stand-ins/forge-cases.ts'
import { describeFaults } from '../../../test/stand-ins/forge-faults.ts'
import {
  describeChangelog,
  describeFirstTimers,
  describeHistory,
  describeMissingRequests,
  describePullRequests,
} from '../../../test/stand-ins/forge-suite.ts'
import { startGitea } from '../../../test/stand-ins/gitea.ts'
import { git, type Step } from '../../../test/support/build-repository.ts'
import { giteaHost } from './gitea.ts'

const gitea = {
  start: startGitea,
  host: giteaHost,
  scopes: ['read:repository', 'read:user'],
  name: 'acme/tool',
  mergeMessage: (title: string, number: number) =>
    `Merge pull request '${title}' (#${number}) from side into main\n\nReviewed-on: https://gitea.example/acme/tool/pulls/${number}`,
  authorFilter: /poster=/,
  firstScope: 'read:repository',
  movedTo: '/repos/acme/new',
  readsGitFirst: true,
}

const steps = [
  'One',
  { tag: 'v1' },
  ...Array.from({ length: 90 }, (_, index) => `feat: ${index} (#${index + 2})`),
]

describe('Gitea and Forgejo', () => {
  describeHistory(gitea)
  describeHistory(gitea, true)
  describePullRequests(gitea, true)
  describeFirstTimers(gitea)
  describeMissingRequests(gitea)
  describeChangelog(gitea)
  describeFaults(gitea)

  test('is read completely if the operator configures small pages', async () => {
    const served = await serve(gitea, { maxItems: 30 })
    const folder = served.build('acme/tool', steps)
    const repository = await served.host.open(served.access('acme/tool'))
    const { from, to } = await repository.resolveRefs('v1', 'HEAD')
    const range = { fromSha: from.sha, toSha: to.sha! }
    await expectSameRange(repository, await openLocal(served.root, 'acme/tool'), folder, range)
    expect(await repository.count(range)).toBe(90)
    const { pullRequests } = await repository.details(await gather(repository, range), range.toSha)
    expect(pullRequests.map(({ number }) => number)).toEqual(
      Array.from({ length: 90 }, (_, index) => index + 2),
    )
    await served.forge.close()
  })

  describe('logins of a long range', () => {
    const byTwo: Step[] = [
      'One',
      { tag: 'v1' },
      { commit: 'feat: first', by: 'Ada' },
      ...Array.from({ length: 160 }, (_, index): Step => ({ commit: `feat: ${index}`, by: 'Ben' })),
    ]
    const detailsOf = async (fault?: ForgeFault) => {
      const served = await serve(gitea)
      served.build('acme/tool', byTwo)
      const repository = await served.host.open(served.access('acme/tool'))
      const { from, to } = await repository.resolveRefs('v1', 'HEAD')
      const commits = await gather(repository, { fromSha: from.sha, toSha: to.sha! })
      if (fault) served.forge.faults.push(fault)
      const { logins, warnings } = await repository.details(commits, to.sha!)
      await served.forge.close()
      return { logins: logins.map(({ login }) => login), unknown: warnings.filter(isAboutLogins) }
    }
    const isAboutLogins = ({ code }: { code: string }) => code === 'logins-unknown'

    test('a warning counts the authors of whom only older commits are in the range', async () => {
      const { logins, unknown } = await detailsOf()
      expect(logins).toEqual(['ben'])
      expect(unknown).toMatchObject([{ detail: expect.stringContaining('1 author were') }])
    })

    test('a warning counts all authors if the commits cannot be listed', async () => {
      const { logins, unknown } = await detailsOf({ match: /commits\?/, status: 500 })
      expect(logins).toEqual([])
      expect(unknown).toMatchObject([{ detail: expect.stringContaining('2 authors were') }])
    })
  })

  test('resolves an ancestor in one call if the version supports it', async () => {
    const served = await serve(gitea, { knowsSteps: true })
    served.build('acme/tool', steps)
    served.forge.git.faults.push({ status: 404 })
    const repository = await served.host.open(served.access('acme/tool'))
    served.forge.calls.length = 0
    const given = await repository.resolveRefs('HEAD~85', 'HEAD')
    expect(given).toEqual(await (await openLocal(served.root, 'acme/tool')).resolveRefs('HEAD~85', 'HEAD'))
    expect(served.forge.calls).toHaveLength(2)
    await served.forge.close()
  })

  test('is rejected if it is too old to exclude commits', async () => {
    const served = await serve(gitea, { ignoresNot: true })
    served.build('acme/tool', steps)
    served.forge.git.faults.push({ status: 404 })
    const repository = await served.host.open(served.access('acme/tool'))
    const { from, to } = await repository.resolveRefs('v1', 'HEAD')
    await expectProblem(gather(repository, { fromSha: from.sha, toSha: to.sha! }), 'host_unusable')
    await served.forge.close()
  })

  test('does not report first contributions if it is too old to filter by author', async () => {
    const served = await serve(gitea, { ignoresPoster: true })
    served.build('acme/tool', [
      { commit: 'One (#1)', by: 'Bob' },
      { tag: 'v1' },
      ...Array.from({ length: 60 }, (_, n) => ({ commit: `N (#${n + 2})`, by: n < 30 ? 'Ada' : 'Eve' })),
    ])
    const repository = await served.host.open(served.access('acme/tool'))
    const { from, to } = await repository.resolveRefs('v1', 'HEAD')
    const commits = await gather(repository, { fromSha: from.sha, toSha: to.sha! })
    expect(await repository.details(commits, to.sha!)).toMatchObject({ firstTimers: null, warnings: [] })
    await served.forge.close()
  })

  test('reads ranges and tags although a tag points to a tree, a tag or has the name of a branch', async () => {
    const served = await serve(gitea)
    const folder = served.build('acme/tool', ['One', { tag: 'v1', annotated: true }, 'Two', 'Three'])
    git(folder, ['tag', 'tree', 'HEAD^{tree}'])
    git(folder, ['tag', '-a', '-m', 'outer', 'nested', 'refs/tags/v1'])
    git(folder, ['tag', 'both', 'HEAD~1'])
    git(folder, ['branch', 'both'])
    for (const isGitOff of [false, true]) {
      served.forge.git.faults.length = 0
      if (isGitOff) served.forge.git.faults.push({ match: /upload-pack fetch$/, status: 404 })
      const repository = await served.host.open(served.access('acme/tool'))
      const { from, to } = await repository.resolveRefs('nested', 'HEAD')
      expect(from.sha).toBe(git(folder, ['rev-parse', 'v1^{commit}']).trim())
      const commits = await gather(repository, { fromSha: from.sha, toSha: to.sha! })
      expect(commits.map(({ tags }) => tags)).toEqual([[], ['both']])
      const { items } = await repository.listRefs({ query: '', page: 1 })
      expect(items.map(({ name }) => name)).toEqual(expect.arrayContaining(['both', 'nested', 'v1']))
    }
    await served.forge.close()
  })

  test('accepts the name and password of an account', async () => {
    const tokens = { 'ada:secret word': { scopes: gitea.scopes, sees: 'all' as const } }
    const served = await serve(gitea, { tokens })
    served.build('acme/tool', ['One'])
    const repository = await served.host.open(served.access('acme/tool', { token: 'ada:secret word' }))
    expect((await repository.resolveRefs('HEAD', 'HEAD')).to.sha).not.toBeNull()
    expect(served.forge.git.calls[0]!.authorization).toBe(served.forge.calls[0]!.authorization)
    await served.forge.close()
  })

  test('has no nested groups', async () => {
    const served = await serve(gitea)
    await expectProblem(served.host.open(served.access('acme/tool/pulls')), 'repository_not_found')
    expect(served.forge.calls).toEqual([])
    await served.forge.close()
  })
})

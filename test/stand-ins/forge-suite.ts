import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Host } from '../../src/core/host.ts'
import type { Repository } from '../../src/core/repository.ts'
import type { RestOptions } from '../../src/hosts/rest/rest-client.ts'
import { git, type Step } from '../support/build-repository.ts'
import type { Forge, ForgeFault, ForgeOptions } from './forge.ts'
import {
  expectSameRange,
  gather,
  histories,
  openLocal,
  refForms,
  type Served,
  serve,
  token,
} from './forge-cases.ts'

/** A kind of forge with its host, and how its API differs from others. */
export interface ForgeUnderTest<Options extends ForgeOptions> {
  start: (options: Options) => Promise<Forge>
  host: (options: RestOptions) => Host
  scopes: string[]
  /** What a repository's name looks like here. */
  name: string
  /** The message of a merge commit, as the host writes it. */
  mergeMessage: (title: string, number: number) => string
  /** The scope that is named when a token has none. */
  firstScope: string
  /** Matches the path that lists the pull requests of an author. */
  authorFilter: RegExp
  /** Whether the host reads refs and commits over git first. */
  readsGitFirst?: boolean
  /** Where a repository's address is redirected to when it moved to acme/new. */
  movedTo: string
}

async function openBoth({ host, access, root }: Served, name: string): Promise<[Repository, Repository]> {
  return Promise.all([host.open(access(name)), openLocal(root, name)])
}

/** Every REST host must return the same as git itself. */
export function describeHistory<Options extends ForgeOptions>(
  kind: ForgeUnderTest<Options>,
  withoutGit = false,
): void {
  describe(`gives the same as git${withoutGit ? ' if only its API answers' : ''}`, () => {
    let served: Served
    let count = 0
    const build = (steps: Step[]) => {
      count += 1
      const name = `${kind.name}-${count}`
      return { name, folder: served.build(name, steps) }
    }
    beforeAll(async () => {
      served = await serve(kind)
      if (withoutGit) served.forge.git.faults.push({ status: 404 })
    })
    afterAll(() => served.forge.close())

    test('for ranges of generated histories', async () => {
      await fc.assert(
        fc.asyncProperty(histories, fc.nat(), fc.nat(), async (steps, one, other) => {
          const { name, folder } = build(steps)
          const [repository, local] = await openBoth(served, name)
          const shas = git(folder, ['rev-list', '--branches', '--tags']).split('\n').filter(Boolean)
          const [fromSha, toSha] = [shas[one % shas.length]!, shas[other % shas.length]!]
          const head = git(folder, ['rev-parse', 'main']).trim()
          await expectSameRange(repository, local, folder, { fromSha, toSha })
          await expectSameRange(repository, local, folder, { fromSha, toSha: head })
          await expectSameRange(repository, local, folder, { fromSha: null, toSha: head })
        }),
        { numRuns: withoutGit ? 8 : 25 },
      )
    }, 120_000)

    test('for every form of ref', async () => {
      const ends: Step[] = [{ tag: 'both' }, { branch: 'both' }, 'On a branch', { switch: 'main' }]
      await fc.assert(
        fc.asyncProperty(histories, async (steps) => {
          const { name, folder } = build([...steps, ...ends])
          const [repository, local] = await openBoth(served, name)
          for (const ref of refForms(folder)) {
            const [given, locally] = await Promise.all([
              repository.resolveRefs(ref, 'HEAD'),
              local.resolveRefs(ref, 'HEAD'),
            ])
            expect([ref, given]).toEqual([ref, locally])
          }
        }),
        { numRuns: 2 },
      )
    }, 120_000)

    test('over many pages of commits and tags, in few calls', async () => {
      const many = Array.from({ length: 230 }, (_, index): Step[] => [
        { commit: `feat: ${index}`, files: [] },
        { tag: `v0.${index}.0`, annotated: index % 2 === 0 },
      ])
      const { name, folder } = build(['Start', ...many.flat()])
      const [repository, local] = await openBoth(served, name)
      const { from, to } = await repository.resolveRefs('v0.10.0', 'HEAD')
      served.forge.calls.length = 0
      await expectSameRange(repository, local, folder, { fromSha: from.sha, toSha: to.sha! })
      expect(served.forge.calls.length).toBeLessThanOrEqual(10)
      expect(await gather(repository, { fromSha: from.sha, toSha: to.sha! }, 7)).toHaveLength(7)
      const far = await repository.resolveRefs('HEAD~220', 'HEAD~231')
      expect([far.from, far.to]).toEqual(
        Object.values(await local.resolveRefs('HEAD~220', 'HEAD~231')).slice(0, 2),
      )
    })

    test('for a repository without commits, and for the same ref twice', async () => {
      const { name } = build([])
      const repository = await served.host.open(served.access(name))
      expect(await repository.resolveRefs('HEAD~50', 'HEAD')).toMatchObject({
        empty: true,
        to: { sha: null },
      })
      const sha = 'a'.repeat(40)
      expect(await gather(repository, { fromSha: sha, toSha: sha })).toEqual([])
    })

    test('for pickers', async () => {
      const { name } = build(['Start', { tag: 'v1.0.0', annotated: true }, { branch: 'next' }, 'More'])
      const [repository, local] = await openBoth(served, name)
      const listQuery = { query: '', page: 1 }
      expect(await repository.listRefs(listQuery)).toEqual(await local.listRefs(listQuery))
      const some = await repository.listRefs({ query: 'v1', page: 1 })
      expect(some.items.map((ref) => ref.name)).toEqual(['v1.0.0'])
      const { repoFullName: _name, ...access } = served.access(name)
      const found = await served.host.listRepositories({ query: name.split('/').at(-1)!, page: 1 }, access)
      expect(found.items).toContain(name)
      expect(await served.host.listRepositories({ query: 'no-such', page: 1 }, access)).toEqual({
        items: [],
        nextPage: null,
      })
      // Every test of the suite builds repositories of its own.
      const all = await served.host.listRepositories(listQuery, access)
      expect(all.items).toContain(name)
      expect(all.items.length).toBeGreaterThan(10)
    })

    test('with web URLs, and the token only in its header', async () => {
      const { name } = build(['Start'])
      const repository = await served.host.open(served.access(name))
      expect(repository.web).toEqual({ kind: served.host.kind, url: `${served.forge.url}/${name}` })
      expect([repository.fullName, repository.shallow]).toEqual([name, false])
      const { path, authorization } = served.forge.calls.at(-1)!
      expect(path).not.toContain(token)
      expect(authorization).toMatch(/^(?:Bearer|token) canary-token-9d2f6a41$/)
    })
  })
}

/** What must hold of pull requests, whose numbers in messages need not be right. */
export function describePullRequests<Options extends ForgeOptions>(
  kind: ForgeUnderTest<Options>,
  labelled: boolean,
): void {
  test('reports merged pull requests, and ignores numbers that were not merged', async () => {
    const served = await serve(kind, { notMerged: [9] } as Partial<Options>)
    served.build(kind.name, [
      'Before (#1)',
      { tag: 'v1' },
      { commit: 'feat: tabs (#2)', by: 'Bob' },
      { branch: 'side' },
      { commit: 'fix: a leak', by: 'Eve <eve@elsewhere.example>' },
      { switch: 'main' },
      { merge: 'side', commit: kind.mergeMessage('fix: a leak', 3) },
      'Closes something (#9)',
      'Straight to main',
    ])
    const repository = await served.host.open(served.access(kind.name))
    const { from, to } = await repository.resolveRefs('v1', 'HEAD')
    const commits = await gather(repository, { fromSha: from.sha, toSha: to.sha! })
    served.forge.calls.length = 0
    const details = await repository.details(commits, to.sha!)
    const shaOf = (pattern: RegExp) => commits.find(({ message }) => pattern.test(message))!.sha
    expect(details.pullRequests).toEqual([
      {
        number: 2,
        title: 'feat: tabs',
        body: expect.stringMatching(/^What .2 does\.$/),
        labels: labelled ? ['feat'] : [],
        commits: [shaOf(/tabs/)],
        paths: [],
      },
      {
        number: 3,
        title: 'fix: a leak',
        body: expect.stringMatching(/^What .3 does\.$/),
        labels: labelled ? ['fix'] : [],
        commits: [shaOf(/^Merge/), shaOf(/^fix: a leak/)],
        paths: [],
      },
    ])
    expect(details.logins).toContainEqual({ email: 'bob@example.org', login: 'bob' })
    expect(details.logins).toContainEqual({ email: 'eve@elsewhere.example', login: 'eve' })
    expect(details.firstTimers?.toSorted()).toEqual(['bob', 'eve'])
    // Two for pull requests, one for each author, one for the root, and one for logins if the commits came over git.
    expect(served.forge.calls.length).toBeLessThanOrEqual(kind.readsGitFirst ? 6 : 5)
    await served.forge.close()
  })
}

/** What must hold if the host does not list pull requests, or if a rebase hides them. */
export function describeMissingRequests<Options extends ForgeOptions>(kind: ForgeUnderTest<Options>): void {
  async function ask(steps: Step[], settings: Partial<ForgeOptions>, fault: ForgeFault | null = null) {
    const served = await serve(kind, settings as Partial<Options>)
    served.build(kind.name, steps)
    const repository = await served.host.open(served.access(kind.name))
    const { from, to } = await repository.resolveRefs('v1', 'HEAD')
    const commits = await gather(repository, { fromSha: from.sha, toSha: to.sha! })
    if (fault) served.forge.faults.push(fault)
    served.forge.calls.length = 0
    const details = await repository.details(commits, to.sha!)
    await served.forge.close()
    const subjectOf = (sha: string) =>
      commits.find((commit) => commit.sha === sha)!.message.split('\n', 1)[0]!
    return { commits, details, subjectOf, calls: served.forge.calls.map(({ path }) => path) }
  }
  const some: Step[] = ['One', { tag: 'v1' }, 'feat: tabs (#2)', 'fix: a leak (#3)']

  test('returns the commits if pull requests are switched off', async () => {
    const { commits, details } = await ask(some, { withoutRequests: true })
    expect(commits).toHaveLength(2)
    expect(details.pullRequests).toEqual([])
    expect(details.warnings.map(({ code }) => code)).toEqual(['pull-requests-unknown'])
    expect(details.warnings[0]!.detail).toMatch(/switched off, or the token needs .*scope/)
  })

  test.each<[string, ForgeFault, RegExp]>([
    ['forbids', { status: 403 }, /the token needs/],
    ['fails', { status: 500 }, /could not be read.*status 500/],
    ['returns something else', { status: 200, body: '<html>' }, /could not be read.*does not match its API/],
  ])('returns the commits if the list of pull requests %s', async (_what, fault, message) => {
    const match = /\/(?:pulls|merge_requests|pullrequests)\?/
    const { commits, details } = await ask(some, {}, { ...fault, match })
    expect([commits.length, details.pullRequests]).toEqual([2, []])
    expect(details.warnings.map(({ detail }) => detail)).toEqual([expect.stringMatching(message)])
  })

  test.each([
    ['a rebase', false],
    ['a fast-forward', true],
  ])('links all commits of %s to their pull request', async (_what, keepsShas) => {
    const steps: Step[] = [
      'One',
      { tag: 'v1' },
      'Straight to main',
      'Prepare tabs',
      'Add tabs',
      'Test tabs',
      'feat: search (#5)',
      'Also straight to main',
    ]
    const subjects = ['Prepare tabs', 'Add tabs', 'Test tabs']
    const rebased = [{ number: 4, title: 'feat: tabs', subjects, keepsShas }]
    const { details, subjectOf, calls } = await ask(steps, { rebased })
    expect(details.pullRequests.map(({ number, commits }) => [number, commits.map(subjectOf)])).toEqual([
      [4, ['Test tabs', 'Add tabs', 'Prepare tabs']],
      [5, ['feat: search (#5)']],
    ])
    // Only the pull request that may have more commits is asked for them.
    expect(
      calls.filter((path) => path.includes('/commits?') && /(?:pulls|requests)\//.test(path)),
    ).toHaveLength(1)
  })
}

/** What must hold of first contributions, which take a call for each author. */
export function describeFirstTimers<Options extends ForgeOptions>(kind: ForgeUnderTest<Options>): void {
  async function ask(steps: Step[], fault: ForgeFault | null = null, settings: Partial<Options> = {}) {
    const served = await serve(kind, settings)
    served.build(kind.name, steps)
    const repository = await served.host.open(served.access(kind.name))
    const { from, to } = await repository.resolveRefs('v1', 'v2')
    const commits = await gather(repository, { fromSha: from.sha, toSha: to.sha! })
    if (fault) served.forge.faults.push(fault)
    served.forge.calls.length = 0
    const { firstTimers, warnings } = await repository.details(commits, to.sha!)
    await served.forge.close()
    return { firstTimers, warnings, calls: served.forge.calls.map(({ path }) => decodeURIComponent(path)) }
  }

  const before: Step[] = [{ commit: 'One (#1)', by: 'Ada' }, { commit: 'Two (#2)', by: 'Bob' }, { tag: 'v1' }]
  const some: Step[] = [
    ...before,
    { commit: 'Three (#3)', by: 'Bob' },
    { commit: 'Four (#4)', by: 'Cy' },
    { commit: 'Five (#5)', by: 'Cy' },
    { tag: 'v2' },
    { commit: 'Six (#6)', by: 'Dan' },
  ]

  test('reports whose first pull request is in the range', async () => {
    const { firstTimers, warnings, calls } = await ask(some)
    expect([firstTimers, warnings]).toEqual([['cy'], []])
    expect(calls.length).toBeLessThanOrEqual(5)
  })

  test('does not report earlier authors, and calls nothing twice', async () => {
    const { firstTimers, calls } = await ask([...before, { commit: 'Three (#3)', by: 'Bob' }, { tag: 'v2' }])
    expect(firstTimers).toEqual([])
    expect(new Set(calls).size).toBe(calls.length)
  })

  test('does not report first contributions of many authors', async () => {
    const crowd = Array.from({ length: 21 }, (_, n): Step => ({ commit: `N (#${n + 9})`, by: `Person ${n}` }))
    const { firstTimers, warnings } = await ask([...before, ...crowd, { tag: 'v2' }])
    expect([firstTimers, warnings]).toEqual([null, []])
  })

  test('warns if the host fails', async () => {
    const { firstTimers, warnings } = await ask(some, { match: kind.authorFilter, status: 500 })
    expect([firstTimers, warnings.map(({ code }) => code)]).toEqual([null, ['first-contributions-unknown']])
  })
}

/** What must hold of the repository's own changelog. */
export function describeChangelog<Options extends ForgeOptions>(kind: ForgeUnderTest<Options>): void {
  async function ask(texts: Record<string, string>, fault: ForgeFault | null = null) {
    const served = await serve(kind)
    served.build(kind.name, [
      { commit: 'One', texts },
      { tag: 'v1' },
      { commit: 'Two', texts: { 'CHANGELOG.md': 'Later' } },
    ])
    const repository = await served.host.open(served.access(kind.name))
    const { to } = await repository.resolveRefs('v1', 'v1')
    if (fault) served.forge.faults.push(fault)
    served.forge.calls.length = 0
    const { changelog, warnings } = await repository.details([], to.sha!)
    await served.forge.close()
    return { changelog, warnings: warnings.map(({ code }) => code), calls: served.forge.calls.length }
  }

  test.each(['CHANGELOG.md', 'HISTORY.md', 'docs/changelog.md'])(
    'reads %s at the end of the range, in few calls',
    async (path) => {
      const { calls, ...read } = await ask({ [path]: '# Änderungen\n', 'a/b.md': 'x', 'z.md': 'x' })
      expect(read).toEqual({ changelog: { path, text: '# Änderungen\n' }, warnings: [] })
      expect(calls).toBeLessThanOrEqual(path.startsWith('docs/') ? 3 : 2)
    },
  )

  test('reads nothing if there is none', async () => {
    expect(await ask({ 'README.md': 'x' })).toEqual({ changelog: null, warnings: [], calls: 1 })
  })

  test('finds it in a root of many files', async () => {
    const many = Object.fromEntries(Array.from({ length: 250 }, (_, n) => [`A${n}.txt`, 'x']))
    expect(await ask({ ...many, 'NEWS.md': 'x' })).toMatchObject({
      changelog: { path: 'NEWS.md', text: 'x' },
    })
  })

  test('keeps the beginning of a long one', async () => {
    const line = `${'x'.repeat(99)}\n`
    const { changelog, warnings } = await ask({ 'CHANGELOG.md': line.repeat(20_000) })
    expect([changelog?.text.length, warnings]).toEqual([512_000, []])
  })

  test.each<[string, ForgeFault]>([
    ['fails', { status: 500 }],
    ['forbids', { status: 403 }],
    ['breaks off', { halfClose: 20 }],
    ['returns something else', { status: 200, body: '<html>' }],
  ])('is a warning if the host %s', async (_what, fault) => {
    const { changelog, warnings } = await ask({ 'CHANGELOG.md': 'x'.repeat(100) }, fault)
    expect([changelog, warnings]).toEqual([null, ['changelog-unread']])
  })
}

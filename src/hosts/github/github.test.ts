import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type GithubServer, startGithub } from '../../../test/stand-ins/github.ts'
import type { noFaults } from '../../../test/stand-ins/github-parts/faults.ts'
import { accessTo, canary, hostAt, readRange } from '../../../test/stand-ins/github-parts/open.ts'
import { buildRepository, git, makeFolder, type Step } from '../../../test/support/build-repository.ts'
import type { Commit } from '../../core/commit.ts'
import { localHost } from '../local/local.ts'

const root = makeFolder()
const labels = { 60: ['bug'], 3: ['enhancement', 'ui'] }
let github: GithubServer

/** Fifty-nine squashed pull requests by a few people, then one. */
const linear: Step[] = Array.from({ length: 60 }, (_, index) => ({
  commit: `Change ${index + 1} (#${index + 1})\n\nCo-authored-by: Grace <grace@example.org>`,
  by: ['Ada', 'Brian', 'Carol'][index % 3]!,
}))

/** Merges of branches with two commits each. */
function merges(count: number): Step[] {
  return [
    { commit: 'Begin', by: 'Ada' },
    ...Array.from({ length: count }, (_, index): Step[] => [
      { branch: `b${index}`, from: 'main' },
      { commit: `Work ${index} a`, by: ['Ada', 'Brian', 'Carol'][index % 3]! },
      { commit: `Work ${index} b`, by: ['Ada', 'Brian', 'Carol'][index % 3]! },
      { switch: 'main' },
      {
        merge: `b${index}`,
        commit: `Merge pull request #${index + 1} from acme/b${index}\n\nFeature ${index + 1}`,
      },
    ]).flat(),
  ]
}

const tagged: Step[] = [
  'first',
  { tag: 'v1', at: 'main' },
  'second',
  { tag: 'v2', annotated: true },
  { branch: 'side', from: 'main' },
  'third on side',
  { switch: 'main' },
  { commit: 'fourth', files: ['.github/release.yml'] },
  { merge: 'side', commit: 'merge' },
  { branch: 'v1' },
  'on a branch called like a tag',
  { switch: 'main' },
]

const rebased: Step[] = ['first', { tag: 'v1' }, 'directly', 'second', 'third', 'fourth']

beforeAll(async () => {
  for (const [name, steps] of Object.entries({ linear, merges: merges(50), tagged, rebased, empty: [] })) {
    const path = join(root, 'acme', name)
    mkdirSync(path, { recursive: true })
    buildRepository(steps, { path })
  }
  git(join(root, 'acme/linear'), ['symbolic-ref', 'HEAD', 'refs/heads/main'])
  github = await startGithub({
    root,
    tokens: { [canary]: 'all', narrow: new Set(['acme/linear']), ghs_app: new Set(['acme/tagged']) },
    labels,
  })
})
afterAll(() => github.close())
beforeEach(() => github.reset())

const open = (name: string) => hostAt(github).open(accessTo(`acme/${name}`))

async function locally(name: string, fromRef: string, toRef: string) {
  const host = localHost({ root, token: null, searchPath: process.env.PATH ?? '' })
  const repository = await host.open(accessTo(`acme/${name}`, null))
  const found = await repository.resolveRefs(fromRef, toRef)
  return { ...found, ...(await readRange(repository, fromRef, toRef)) }
}

/** What every protocol must agree on; the collector sorts the commits. */
function plain(commits: Commit[]) {
  return commits
    .map(({ sha, parents, author, authoredAt, committedAt, message, tags }) => ({
      ...{ sha, parents, committedAt, tags },
      ...{ name: author.name, email: author.email },
      ...{ authoredAt: Date.parse(authoredAt), message: message.trim() },
    }))
    .sort((a, b) => (a.sha < b.sha ? -1 : 1))
}

const calledApis = () => github.calls.map(({ protocol, operation }) => operation ?? protocol)

describe('the number of calls', () => {
  test('fifty linear commits cost two: one query of few points, and one call of git for their files', async () => {
    const { commits, details } = await readRange(await open('linear'), 'HEAD~50', 'HEAD')
    expect(calledApis()).toEqual(['LookUp', 'git'])
    expect(github.points).toBeLessThanOrEqual(3)
    expect(details.changedPaths.size).toBe(50)
    expect(commits).toHaveLength(50)
    expect(plain(commits)).toEqual(plain((await locally('linear', 'HEAD~50', 'HEAD')).commits))
    expect(details.pullRequests).toHaveLength(50)
    expect(details.pullRequests.at(-1)).toMatchObject({ number: 60, title: 'Change 60', labels: ['bug'] })
    expect(details.logins).toContainEqual({ email: 'grace@example.org', login: 'grace' })
    expect(details.firstTimers).toBeNull()
  })

  test('a short history costs two', async () => {
    const { from, commits } = await readRange(await open('tagged'), 'HEAD~50', 'HEAD')
    expect(from).toMatchObject({
      sha: null,
      baseSha: git(join(root, 'acme/tagged'), ['rev-parse', 'main']).trim(),
    })
    expect(commits).toHaveLength(5)
    expect(calledApis()).toEqual(['LookUp', 'git'])
  })

  test('fifty merges cost four: the first query, two of git, and one for pull requests and people', async () => {
    const { commits, details } = await readRange(await open('merges'), 'HEAD~50', 'HEAD')
    expect(calledApis().toSorted()).toEqual(['Details', 'LookUp', 'git', 'git'])
    expect(plain(commits)).toEqual(plain((await locally('merges', 'HEAD~50', 'HEAD')).commits))
    expect(details.pullRequests.map(({ number }) => number)).toEqual(
      Array.from({ length: 50 }, (_, n) => n + 1),
    )
    expect(details.pullRequests[2]).toMatchObject({ labels: ['enhancement', 'ui'], title: 'Feature 3' })
    expect(details.firstTimers?.toSorted()).toEqual(['ada', 'brian', 'carol'])
  })

  test('a default branch with an uncommon name takes a second query only if the page is not enough', async () => {
    git(join(root, 'acme/linear'), ['branch', '--move', '--force', 'main', 'production'])
    const { commits } = await readRange(await open('linear'), 'HEAD~50', 'HEAD')
    expect([commits.length, calledApis()]).toEqual([50, ['LookUp', 'git']])
    github.calls.length = 0
    const { from } = await (await open('linear')).resolveRefs('HEAD~55', 'HEAD')
    expect(calledApis()).toEqual(['LookUp', 'LookUp'])
    expect(from.sha).toBe(git(join(root, 'acme/linear'), ['rev-parse', 'production~55']).trim())
    git(join(root, 'acme/linear'), ['branch', '--move', '--force', 'production', 'main'])
  })
})

describe('a ref is found as git finds it', () => {
  const refs = ['HEAD', 'HEAD~2', 'HEAD^2', 'main', 'side', 'v1', 'v2', 'v2~1', 'v1~0', 'refs/tags/v1']
  const more = [
    'refs/heads/v1',
    'refs/heads/main~1',
    'nothing',
    'v2~9',
    'HEAD~99',
    '{sha}',
    '{short}',
    '{sha}~1',
  ]
  const offs = { graphql: {}, wire: { graphqlOff: 404 }, rest: { graphqlOff: 501, wireOff: 404 } }
  test.each(Object.keys(offs))('over %s', async (protocol) => {
    Object.assign(github.faults, offs[protocol as keyof typeof offs])
    const tip = git(join(root, 'acme/tagged'), ['rev-parse', 'main']).trim()
    for (const word of [...refs, ...more]) {
      const ref = word.replace('{sha}', tip).replace('{short}', tip.slice(0, 8))
      const found = await (await open('tagged')).resolveRefs(ref, 'HEAD')
      const expected = await locally('tagged', ref, 'HEAD')
      expect([ref, found.from]).toEqual([ref, expected.from])
      expect([ref, found.to.sha, found.empty]).toEqual([ref, expected.to.sha, false])
    }
  })

  test.each(Object.keys(offs))('an empty repository is reported over %s', async (protocol) => {
    Object.assign(github.faults, offs[protocol as keyof typeof offs])
    expect(await (await open('empty')).resolveRefs('HEAD~50', 'HEAD')).toMatchObject({
      empty: true,
      to: { sha: null },
    })
  })
})

describe('each protocol alone returns the same commits', () => {
  const ranges: [string, string, string][] = [
    ['linear', 'HEAD~50', 'HEAD'],
    ['linear', 'HEAD~55', 'HEAD~2'],
    ['merges', 'HEAD~50', 'HEAD'],
    ['merges', 'HEAD~3', 'HEAD'],
    ['merges', 'HEAD~999', 'HEAD'],
    ['tagged', 'v1', 'HEAD'],
    ['tagged', 'v2', 'side'],
    ['tagged', 'HEAD', 'v2'],
    ['tagged', 'side', 'refs/heads/v1'],
    ['tagged', 'main', 'main'],
  ]
  const alone = {
    'all on': {},
    'GraphQL off': { graphqlOff: 502 },
    'git off': { wireOff: 503 },
    'GraphQL and REST off': { graphqlOff: 404, restOff: true },
    'GraphQL and git off': { graphqlOff: 404, wireOff: 404 },
    'GraphQL too slow': { largestPage: 12 },
  }
  describe.each(Object.keys(alone))('%s', (name) => {
    test.each(ranges)('%s %s..%s', async (repository, fromRef, toRef) => {
      Object.assign(github.faults, alone[name as keyof typeof alone])
      const { commits } = await readRange(await open(repository), fromRef, toRef)
      expect(plain(commits)).toEqual(plain((await locally(repository, fromRef, toRef)).commits))
    })
  })

  test('pull requests are read over REST too', async () => {
    Object.assign(github.faults, { graphqlOff: 404, wireOff: 404 })
    const { details } = await readRange(await open('linear'), 'HEAD~50', 'HEAD')
    expect(details.pullRequests.map(({ number }) => number)).toEqual(
      Array.from({ length: 50 }, (_, n) => n + 11),
    )
    expect(details.pullRequests.at(-1)).toMatchObject({ title: 'Change 60', labels: ['bug'] })
  })
})

describe('details', () => {
  test('a new merge that is not indexed yet is found among the recent ones', async () => {
    github.faults.lag = true
    const { details } = await readRange(await open('linear'), 'HEAD~5', 'HEAD')
    expect(details.pullRequests.map(({ number }) => number)).toContain(60)
  })

  test.each<[string, Partial<typeof noFaults>]>([
    ['comes in part', { partial: 1 }],
    ['exceeds the resource limits', { maxNodes: 500 }],
    ['takes longer than GitHub works on it', { nodeMs: 1, graphqlTimeoutMs: 1000 }],
  ])(
    'a first query that %s is not repeated: git returns the commits, and details are queried in small parts',
    async (_what, faults) => {
      const { details: usual } = await readRange(await open('linear'), 'HEAD~40', 'HEAD')
      github.reset()
      Object.assign(github.faults, faults)
      const { commits, details } = await readRange(await open('linear'), 'HEAD~40', 'HEAD')
      expect(commits).toHaveLength(40)
      const queries = calledApis().filter((each) => each === 'LookUp' || each === 'Details')
      expect(queries).toEqual(['LookUp', 'Details', 'Details'])
      expect(details.pullRequests).toEqual(usual.pullRequests)
      expect(details.releaseConfig).toEqual(usual.releaseConfig)
      expect(details.warnings).toEqual([])
    },
  )

  test('a query that GitHub ends costs points', async () => {
    Object.assign(github.faults, { nodeMs: 1, graphqlTimeoutMs: 50 })
    await (await open('linear')).resolveRefs('HEAD~40', 'HEAD')
    expect(github.points).toBeGreaterThan(5)
  })

  test.each([
    ['GraphQL', {}],
    ['REST alone', { graphqlOff: 404 }],
  ])('a token without access to pull requests gets the commits, over %s', async (_what, faults) => {
    Object.assign(github.faults, { pullRequestsDenied: true, scopes: null, ...faults })
    const { commits, details } = await readRange(await open('tagged'), 'v1', 'HEAD')
    expect([commits.length, details.pullRequests]).toEqual([4, []])
    expect(details.releaseConfig).not.toBeNull()
    expect(details.warnings.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/the token needs the permission "Pull requests: read"/),
    ])
  })

  test('a rebased pull request is linked to all its commits over REST', async () => {
    Object.assign(github.faults, { graphqlOff: 404 })
    github.rebased.push({ number: 90, title: 'Rebased', subjects: ['second', 'third', 'fourth'] })
    const { details, commits } = await readRange(await open('rebased'), 'v1', 'HEAD')
    github.rebased.length = 0
    const subjects = details.pullRequests.map((pull) =>
      pull.commits.map((sha) => commits.find((each) => each.sha === sha)!.message.trim()),
    )
    expect(subjects).toEqual([['fourth', 'third', 'second']])
  })

  test('histories without a common ancestor are a range over REST', async () => {
    const folder = join(root, 'acme/tagged')
    const tree = git(folder, ['rev-parse', 'main^{tree}']).trim()
    const other = git(folder, ['commit-tree', '-m', 'Another start', tree]).trim()
    git(folder, ['branch', '--force', 'unrelated', other])
    Object.assign(github.faults, { graphqlOff: 404, wireOff: 404 })
    const repository = await open('tagged')
    const { commits } = await readRange(repository, 'main', 'unrelated')
    expect(commits.map(({ sha }) => sha)).toEqual([other])
    const { from } = await repository.resolveRefs('main', 'unrelated')
    expect(await repository.count({ fromSha: from.sha, toSha: other })).toBeNull()
    git(folder, ['branch', '-D', 'unrelated'])
  })

  test('too many pull requests at once are halved', async () => {
    github.faults.largestPage = 26
    const { details } = await readRange(await open('merges'), 'HEAD~50', 'HEAD')
    expect(details.pullRequests).toHaveLength(50)
  })

  test('include the release configuration', async () => {
    expect((await readRange(await open('tagged'), 'v1', 'HEAD')).details.releaseConfig).not.toBeNull()
    expect((await readRange(await open('linear'), 'HEAD~5', 'HEAD')).details.releaseConfig).toBeNull()
  })

  test('counts and lists', async () => {
    const repository = await open('tagged')
    const { from, to } = await repository.resolveRefs('v1', 'HEAD')
    expect(await repository.count({ fromSha: from.sha, toSha: to.sha! })).toBe(4)
    expect(await repository.count({ fromSha: null, toSha: to.sha! })).toBe(5)
    const refs = await repository.listRefs({ query: 'v', page: 1 })
    expect(refs.items.map(({ name, kind }) => `${kind} ${name}`)).toEqual(['tag v2', 'tag v1', 'branch v1'])
    const access = { token: 'narrow', signal: new AbortController().signal, deadlineAt: Date.now() + 9000 }
    const ofApp = { ...access, token: 'ghs_app' }
    expect((await hostAt(github).listRepositories({ query: '', page: 1 }, ofApp)).items).toEqual([
      'acme/tagged',
    ])
    expect(await hostAt(github).listRepositories({ query: 'lin', page: 1 }, access)).toEqual({
      items: ['acme/linear'],
      nextPage: null,
    })
  })

  test('a limit ends the range early', async () => {
    expect((await readRange(await open('merges'), 'HEAD~50', 'HEAD', 10)).commits).toHaveLength(10)
    Object.assign(github.faults, { graphqlOff: 404, wireOff: 404 })
    expect((await readRange(await open('merges'), 'HEAD~50', 'HEAD', 110)).commits).toHaveLength(110)
  })
})

import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type GitServer, startGitServer } from '../../test/stand-ins/git-server.ts'
import { httpClientFor } from '../../test/stand-ins/open-git-wire.ts'
import { buildRepository, git, makeFolder, type Step } from '../../test/support/build-repository.ts'
import { parseGenerateRequest } from '../api/generate-request.ts'
import { generate } from '../app/generate.ts'
import type { Commit } from '../core/commit.ts'
import { Problem } from '../core/errors.ts'
import { StageQueue } from '../core/progress.ts'
import { findRepoPathError } from '../git/ref-names.ts'
import type { HttpClient } from '../http-client/http-client.ts'
import { gitHost } from './git.ts'
import { localHost } from './local/local.ts'

const root = makeFolder()
buildRepository(
  [
    'Begin',
    { tag: 'v1.9.0', annotated: true },
    'feat: add a thing',
    { tag: 'v1.10.0' },
    'fix: repair a thing (#7)',
  ],
  { path: join(root, 'acme/tool') },
)
buildRepository([], { path: join(root, 'acme/empty.git'), bare: true })
let server: GitServer

beforeAll(async () => {
  server = await startGitServer({ root, tokens: { good: 'all' } })
})
afterAll(() => server.close())

const signal = new AbortController().signal
const access = (repoFullName: string, token = 'good') => ({
  repoFullName,
  token,
  signal,
  deadlineAt: Date.now() + 30_000,
})
const open = (name: string, token?: string) =>
  gitHost({ name: 'code', url: `${server.url}/`, httpClient: httpClientFor(server.url) }).open(
    access(name, token),
  )

describe('a git server as host', () => {
  test('returns the same as the repository on disk', async () => {
    const { request } = parseGenerateRequest({ repoFullName: 'acme/tool', fromRef: 'v1.9.0', toRef: 'HEAD' })
    const context = {
      token: 'good',
      gateway: null,
      maxCommits: 1000,
      signal,
      deadlineAt: Date.now() + 30_000,
      stageQueue: new StageQueue(),
      onProgress: () => {},
      onEntry: () => {},
      memoize: <Made>(_words: string[], make: () => Promise<Made>) => make(),
    }
    const local = localHost({ root, token: null, searchPath: process.env.PATH ?? '' })
    const git = gitHost({ name: 'code', url: server.url, httpClient: httpClientFor(server.url) })
    server.calls.length = 0
    const answer = await generate(request, { ...context, host: git })
    expect(answer).toEqual(await generate(request, { ...context, host: local }))
    expect(answer.commitCount).toBe(2)
    expect(server.calls.length).toBeLessThanOrEqual(8)
  })

  test('sends the token as a password, to the repository only', async () => {
    server.calls.length = 0
    await open('acme/tool')
    expect(server.calls).toMatchObject([
      { authorization: `Basic ${Buffer.from('git:good').toString('base64')}` },
    ])
  })

  test('opens only what the token may see', async () => {
    await expect(open('acme/tool', 'bad')).rejects.toMatchObject({ code: 'token_rejected' })
    await expect(open('acme/none')).rejects.toMatchObject({ code: 'repository_not_found' })
  })

  test('reports an empty repository', async () => {
    const lookup = await (await open('acme/empty')).resolveRefs('HEAD~50', 'HEAD')
    expect(lookup).toMatchObject({ empty: true, to: { sha: null } })
  })

  test('lists tags by version, then branches', async () => {
    const repository = await open('acme/tool')
    const { items } = await repository.listRefs({ query: '', page: 1 })
    expect(items.map(({ name, kind }) => `${kind} ${name}`)).toEqual([
      'tag v1.10.0',
      'tag v1.9.0',
      'branch main',
    ])
    expect(await repository.count({ fromSha: null, toSha: items[0]!.sha })).toBeNull()
    expect(await repository.details([], items[0]!.sha)).toEqual({
      pullRequests: [],
      changedPaths: new Map(),
      logins: [],
      firstTimers: null,
      releaseConfig: null,
      typeConfig: null,
      configFiles: [],
      changelog: null,
      warnings: [],
    })
  })
})

describe('a plain git server', () => {
  const folders = makeFolder()
  const changelog = '# Changelog\n\n- Ours\n'
  const steps: Step[] = [
    'Begin',
    { tag: 'v1' },
    {
      commit: 'fix: a thing',
      texts: { 'CHANGELOG.md': changelog, 'src/a.ts': 'x', '.github/notewright.yml': 'x' },
    },
  ]
  for (const path of ['zap', 'srv/git/deep.git', '~ada/tool'])
    buildRepository(steps, { path: join(folders, path), bare: true })

  async function read(
    { name, token = null, user }: { name: string; token?: string | null; user?: string },
    settings: Partial<Parameters<typeof startGitServer>[0]> = {},
    base = '',
  ) {
    const own = await startGitServer({ root: folders, tokens: null, servesFolders: true, ...settings })
    try {
      const host = gitHost({ name: 'code', url: own.url + base, user, httpClient: httpClientFor(own.url) })
      const repository = await host.open({ ...access(name), token })
      const { from, to } = await repository.resolveRefs('v1', 'HEAD')
      const commits: Commit[] = []
      for await (const each of repository.commits({ fromSha: from.sha, toSha: to.sha! }, 10))
        commits.push(each)
      return { commits, details: await repository.details(commits, to.sha!), calls: own.calls }
    } finally {
      await own.close()
    }
  }

  test.each([
    ['one part', 'zap', ''],
    ['.git in the name', 'srv/git/deep.git', ''],
    ['no .git in the name', 'srv/git/deep', ''],
    ['a home folder', '~ada/tool', ''],
    ['a path of the host', 'deep', '/srv/git'],
  ])('finds a repository by a name with %s, without a token', async (_what, name, base) => {
    expect(findRepoPathError(name)).toBeNull()
    const { commits, details, calls } = await read({ name }, {}, base)
    expect([commits.length, details.changelog?.text, details.warnings]).toEqual([1, changelog, []])
    expect(calls.every(({ authorization }) => authorization === null)).toBe(true)
  })

  test('asks with the user name of the token, or of its setting', async () => {
    const users = { dev: 'pass:word' }
    expect((await read({ name: 'zap', token: 'dev:pass:word' }, { users })).commits).toHaveLength(1)
    expect((await read({ name: 'zap', token: 'pass:word', user: 'dev' }, { users })).commits).toHaveLength(1)
    await expect(read({ name: 'zap', token: 'wrong', user: 'dev' }, { users })).rejects.toMatchObject({
      code: 'token_rejected',
    })
    await expect(read({ name: 'zap' }, { users })).rejects.toMatchObject({ code: 'token_missing' })
  })

  test.each([
    ['limits the depth of trees', { 'uploadpackfilter.tree.maxDepth': '0' }, []],
    ['bans filters of trees', { 'uploadpackfilter.tree.allow': 'false' }, []],
    ['bans all filters', { 'uploadpackfilter.allow': 'false' }, ['changed-files-unknown']],
    ['has no filters', { 'uploadpack.allowFilter': 'false' }, ['changed-files-unknown']],
  ])('reads the commits and the changelog if the server %s', async (_what, settings, warnings) => {
    const { commits, details } = await read({ name: 'zap' }, { settings })
    expect(commits).toHaveLength(1)
    expect(details.changelog?.text).toBe(changelog)
    expect(details.warnings.map(({ code }) => code)).toEqual(warnings)
  })

  test('says so if the files cannot be read', async () => {
    const own = await startGitServer({ root: folders, tokens: null, servesFolders: true })
    const host = gitHost({ name: 'code', url: own.url, httpClient: httpClientFor(own.url) })
    const repository = await host.open({ ...access('zap'), token: null })
    const { to } = await repository.resolveRefs('HEAD', 'HEAD')
    own.faults.push({ match: /fetch$/, status: 500 })
    const { warnings } = await repository.details([], to.sha!)
    expect(warnings.map(({ code }) => code)).toEqual(['changelog-unread'])
    await own.close()
  })

  test.each([
    [
      '0',
      `001e# service=git-upload-pack\n0000${pkt(`${'a'.repeat(40)} HEAD\0multi_ack side-band-64k\n`)}0000`,
    ],
    [
      '1',
      `001e# service=git-upload-pack\n0000000eversion 1\n${pkt(`${'a'.repeat(40)} HEAD\0multi_ack\n`)}0000`,
    ],
  ])('names version %s of the protocol, and what to do', async (version, body) => {
    const own = await startGitServer({ root: folders, tokens: null })
    own.faults.push({ body: Buffer.from(body) })
    const host = gitHost({ name: 'code', url: own.url, httpClient: httpClientFor(own.url) })
    await expect(host.open({ ...access('zap'), token: null })).rejects.toMatchObject({
      code: 'host_unusable',
      message: expect.stringMatching(`only version ${version} of git's protocol.*--dir PATH`),
    })
    await own.close()
  })

  test('reads a repository with SHA-256', async () => {
    const path = join(folders, 'sha256.git')
    git('/', ['init', '--quiet', '--bare', '--object-format=sha256', path])
    const tree = git(path, ['hash-object', '-t', 'tree', '-w', '/dev/null']).trim()
    const one = git(path, ['commit-tree', '-m', 'One', tree]).trim()
    const two = git(path, ['commit-tree', '-m', 'fix: two', '-p', one, tree]).trim()
    git(path, ['update-ref', 'refs/tags/v1', one])
    git(path, ['update-ref', git(path, ['symbolic-ref', 'HEAD']).trim(), two])
    const { commits } = await read({ name: 'sha256' })
    expect(commits.map(({ sha }) => sha)).toEqual([two])
  })

  test('calls itself git', async () => {
    const agents: (string | undefined)[] = []
    const httpClient: HttpClient = async ({ headers }) => {
      agents.push(headers['user-agent'])
      throw new Problem('host_unreachable', 'enough')
    }
    const host = gitHost({ name: 'code', url: 'https://x.org', httpClient })
    await expect(host.open(access('zap'))).rejects.toMatchObject({ code: 'host_unreachable' })
    expect(agents).toEqual([expect.stringMatching(/^git\/\d+\.\d+\.\d+ \(notewright\/\d+\.\d+\.\d+\)$/)])
  })
})

function pkt(text: string): string {
  return (Buffer.byteLength(text) + 4).toString(16).padStart(4, '0') + text
}

import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type GitServer, startGitServer } from '../../test/stand-ins/git-server.ts'
import { httpClientFor } from '../../test/stand-ins/open-git-wire.ts'
import { buildRepository, makeFolder } from '../../test/support/build-repository.ts'
import { parseGenerateRequest } from '../api/generate-request.ts'
import { generate } from '../app/generate.ts'
import { StageQueue } from '../core/progress.ts'
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

import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type GitServer, startGitServer } from '../../../test/stand-ins/git-server.ts'
import { buildRepository, git, makeFolder } from '../../../test/support/build-repository.ts'
import type { Commit } from '../../core/commit.ts'
import { openHttpClient } from '../../http-client/http-client.ts'
import { openWireRepository } from './wire.ts'

const root = makeFolder()
let server: GitServer

beforeAll(async () => {
  server = await startGitServer({ root, tokens: null })
})
afterAll(() => server.close())

function wireTo(name: string) {
  const httpClient = openHttpClient([server.url], {
    fetch,
    now: Date.now,
    random: () => 0,
    sleep: async () => {},
  })
  return openWireRepository({
    httpClient,
    url: `${server.url}/${name}.git`,
    user: 'git',
    token: null,
    signal: AbortSignal.timeout(20_000),
    deadlineAt: Date.now() + 20_000,
  })
}

async function readRange(name: string, fromSha: string | null): Promise<Commit[]> {
  const toSha = git(join(root, name), ['rev-parse', 'HEAD']).trim()
  const commits: Commit[] = []
  for await (const commit of wireTo(name).commits({ fromSha, toSha }, 10_000)) commits.push(commit)
  return commits
}

/** The files that git lists for each commit of the range, except merges. */
function byGit(name: string, args: string[]): [string, string[]][] {
  const log = [
    'log',
    '-z',
    '--name-only',
    '--no-renames',
    '--diff-merges=off',
    '--no-merges',
    '--format=%x01%H',
  ]
  return git(join(root, name), [...log, ...args])
    .split('\u0001')
    .slice(1)
    .map((part) => {
      const [sha = '', ...paths] = part.split(/[\0\n]+/).filter(Boolean)
      return [sha, paths]
    })
}

async function byWire(name: string, fromSha: string | null): Promise<[string, string[]][]> {
  const changed = await wireTo(name).changedPaths(await readRange(name, fromSha))
  return [...changed].map(([sha, { paths }]) => [sha, paths])
}

const sorted = (pairs: [string, string[]][]) => pairs.toSorted(([one], [other]) => (one < other ? -1 : 1))

describe('the files that commits changed, by their trees', () => {
  test('match git log for folders, added and deleted files, symbolic links, modes, and a file that becomes a folder', async () => {
    const folder = join(root, 'shapes')
    mkdirSync(folder)
    const run = (...args: string[]) => execFileSync('git', ['-C', folder, ...args], { stdio: 'pipe' })
    const commit = (message: string) => {
      run('add', '-A')
      const person = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org']
      run(...person, 'commit', '--quiet', '--allow-empty', '-m', message)
    }
    const write = (path: string, text: string) => {
      mkdirSync(join(folder, path, '..'), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    run('init', '--quiet', '--initial-branch=main', '.')
    for (const path of ['a', 'a.txt', 'a-b/c', 'lib/x/y/z.ts', 'lib/x.ts', 'ü/ñ.md']) write(path, '1')
    commit('root')
    const start = git(folder, ['rev-parse', 'HEAD']).trim()
    rmSync(join(folder, 'a'))
    write('a/inside', '2')
    commit('a file becomes a folder')
    write('lib/x/y/z.ts', '3')
    write('ü/ñ.md', '3')
    commit('deep')
    rmSync(join(folder, 'lib'), { recursive: true })
    commit('gone')
    run('update-index', '--chmod=+x', 'a.txt')
    run('-c', 'user.name=Ada', '-c', 'user.email=a@b', 'commit', '--quiet', '-m', 'mode')
    symlinkSync('a.txt', join(folder, 'link'))
    commit('link')
    commit('nothing')
    run('checkout', '--quiet', '-f', 'main')
    expect(sorted(await byWire('shapes', start))).toEqual(sorted(byGit('shapes', [`${start}..HEAD`])))
    expect(sorted(await byWire('shapes', null))).toEqual(sorted(byGit('shapes', ['HEAD'])))
  })

  test('need one request, even if branches forked long before the range', async () => {
    buildRepository(
      [
        'One',
        { branch: 'old' },
        { commit: 'On the side', files: ['docs/side.md'] },
        { switch: 'main' },
        'Two',
        'Three',
        { tag: 'v1' },
        { merge: 'old', commit: 'Merge the old branch' },
        { commit: 'After', files: ['lib/after.ts'] },
      ],
      { path: join(root, 'branches') },
    )
    const start = git(join(root, 'branches'), ['rev-parse', 'v1']).trim()
    const commits = await readRange('branches', start)
    server.calls.length = 0
    const changed = await wireTo('branches').changedPaths(commits)
    expect(server.calls.map(({ command }) => command)).toEqual([null, 'fetch'])
    expect([...changed.values()].map(({ paths }) => paths).toSorted()).toEqual([
      ['docs/side.md'],
      ['lib/after.ts'],
    ])
  })

  test('are cut after two thousand', async () => {
    const files = Array.from({ length: 2100 }, (_, index) => `src/${String(index).padStart(4, '0')}.ts`)
    buildRepository(['One', { commit: 'Many', files }], { path: join(root, 'many') })
    const [newest] = await readRange('many', null)
    const { paths, cut } = (await wireTo('many').changedPaths(await readRange('many', null))).get(
      newest!.sha,
    )!
    expect([paths.length, cut]).toEqual([2000, true])
  })

  test('are unknown, without an error, when the server cannot or does not send them', async () => {
    buildRepository(['One', 'Two'], { path: join(root, 'silent') })
    const commits = await readRange('silent', null)
    for (const fault of [
      { noFilter: true },
      { match: /fetch/, status: 500 },
      { match: /fetch/, truncate: 90 },
    ]) {
      server.faults.push(fault)
      expect([...(await wireTo('silent').changedPaths(commits))]).toEqual([])
      server.faults.length = 0
    }
  })
})

test('a repository with SHA-256 ids is read in the same way', async () => {
  const folder = join(root, 'sha256')
  mkdirSync(folder)
  const run = (...args: string[]) =>
    execFileSync('git', ['-C', folder, ...args], { stdio: 'pipe' }).toString()
  run('init', '--quiet', '--initial-branch=main', '--object-format=sha256', '.')
  for (const [file, message] of [
    ['a.ts', 'One'],
    ['lib/b.ts', 'Two'],
  ] as const) {
    mkdirSync(join(folder, file, '..'), { recursive: true })
    writeFileSync(join(folder, file), message)
    run('add', '-A')
    run('-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', 'commit', '--quiet', '-m', message)
  }
  const { from, to } = await wireTo('sha256').resolveRefs('HEAD~1', 'main')
  expect([from.sha, to.sha]).toEqual([run('rev-parse', 'HEAD~1').trim(), run('rev-parse', 'HEAD').trim()])
  expect(await byWire('sha256', from.sha)).toEqual([[to.sha, ['lib/b.ts']]])
})

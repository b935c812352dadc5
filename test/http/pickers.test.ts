import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { buildRepository, makeFolder } from '../support/build-repository.ts'
import { expectProblem, localFolder, openService, token } from './service.ts'

const root = makeFolder()
for (const name of ['acme/widget', 'acme/gadget', 'other/tool']) {
  buildRepository(
    [
      'Start',
      { tag: 'v1.0.0', annotated: true },
      'docs: tabs',
      'feat: tabs',
      { tag: 'v1.1.0' },
      { branch: 'next' },
      'fix: x',
    ],
    {
      path: join(root, name),
    },
  )
}
mkdirSync(join(root, 'acme/empty-folder'))
const many = buildRepository(
  ['Start', ...Array.from({ length: 120 }, (_, index) => ({ tag: `v0.${index}.0` }))],
  {
    path: join(root, 'other/many'),
  },
)
const { app } = await openService([localFolder(root)])
afterAll(() => app.close())

const get = (url: string, authorization = `Bearer ${token}`) =>
  app.inject({ url, headers: { authorization } })

test('GET /api/v1/hosts lists the configured hosts and marks the default', async () => {
  expect((await app.inject({ url: '/api/v1/hosts' })).json()).toEqual({
    hosts: [{ name: 'local', kind: 'local', default: true }],
  })
})

test('GET /api/v1/repos lists what the token can see', async () => {
  const answer = (await get('/api/v1/repos')).json()
  expect(answer.repositories.sort()).toEqual([
    'acme/branches',
    'acme/gadget',
    'acme/widget',
    'other/many',
    'other/tool',
  ])
  expect(answer.nextPage).toBeNull()
})

test('GET /api/v1/repos filters by letters in the name', async () => {
  expect((await get('/api/v1/repos?q=DGET')).json().repositories.sort()).toEqual([
    'acme/gadget',
    'acme/widget',
  ])
})

test('GET /api/v1/refs lists tags before branches, peeled and with their days', async () => {
  const { refs } = (await get('/api/v1/refs?repo=acme/widget')).json()
  expect(refs.map(({ name, kind, date }: Record<string, string>) => [kind, name, date])).toEqual([
    ['tag', 'v1.1.0', '2026-01-03'],
    ['tag', 'v1.0.0', '2026-01-02'],
    ['branch', 'next', '2026-01-04'],
    ['branch', 'main', '2026-01-03'],
  ])
  expect(refs.every(({ sha }: { sha: string }) => /^[0-9a-f]{40}$/.test(sha))).toBe(true)
})

test('GET /api/v1/previous-release finds the nearest release of a ref', async () => {
  const before = async (query: string) =>
    (await get(`/api/v1/previous-release?repo=acme/widget${query}`)).json().previousRelease?.name ?? null
  expect(await before('')).toBe('v1.1.0')
  expect(await before('&to=next')).toBe('v1.1.0')
  expect(await before('&to=v1.1.0')).toBe('v1.0.0')
  expect(await before('&to=v1.0.0')).toBeNull()
})

describe('GET /api/v1/releases', () => {
  buildRepository(
    [
      'Start',
      { tag: 'v1.0.0' },
      'feat: tabs',
      { tag: 'v1.1.0-rc.1' },
      { commit: 'fix: tabs', as: 'released' },
      { tag: 'v1.1.0' },
      'feat: menus',
      { branch: '1-1-stable', from: 'released' },
      'fix: crash',
      { tag: 'v1.1.1' },
      { switch: 'main' },
      'feat: panes',
    ],
    { path: join(root, 'acme/branches') },
  )
  const list = async (query: string) => {
    const { releases, ...answer } = (await get(`/api/v1/releases?repo=acme/branches${query}`)).json()
    return {
      ...answer,
      releases: releases.map((each: Record<string, unknown>) => [each.name, each.commits, each.branch]),
    }
  }

  test('lists those of the history with the commits between them, and those of other branches', async () => {
    expect(await list('&to=main')).toMatchObject({
      to: { ref: 'main' },
      releases: [
        ['v1.1.1', null, '1-1-stable'],
        ['v1.1.0', 2, null],
        ['v1.1.0-rc.1', 1, null],
        ['v1.0.0', 1, null],
      ],
      hasMore: false,
    })
  })

  test('lists no more than asked for, and not the tag itself', async () => {
    expect((await list('&to=main&limit=1')).releases).toEqual([
      ['v1.1.1', null, '1-1-stable'],
      ['v1.1.0', 2, null],
    ])
    expect((await list('&to=main&limit=1')).hasMore).toBe(true)
    expect((await list('&to=v1.1.1')).releases[0]).toEqual(['v1.1.0', 1, null])
  })
})

test('GET /api/v1/refs comes in pages', async () => {
  expect(many).toContain('many')
  const first = (await get('/api/v1/refs?repo=other/many')).json()
  const last = (await get('/api/v1/refs?repo=other/many&page=3')).json()
  expect([first.refs.length, first.nextPage, last.refs.length, last.nextPage]).toEqual([50, 2, 21, null])
})

test.each([
  ['/api/v1/refs', 400, 'invalid_request'],
  ['/api/v1/previous-release', 400, 'invalid_request'],
  ['/api/v1/previous-release?repo=acme/widget&to=a..b', 400, 'invalid_request'],
  ['/api/v1/previous-release?repo=acme/widget&to=absent', 404, 'ref_not_found'],
  ['/api/v1/refs?repo=a/../b', 400, 'invalid_request'],
  ['/api/v1/refs?repo=acme/absent', 404, 'repository_not_found'],
  ['/api/v1/repos?page=0', 400, 'invalid_request'],
  ['/api/v1/repos?host=nowhere', 400, 'invalid_request'],
] as const)('%s is refused with %i %s', async (url, status, code) => {
  expectProblem(await get(url), status, code)
})

test.each(['/api/v1/repos', '/api/v1/refs?repo=acme/widget', '/api/v1/previous-release?repo=acme/widget'])(
  '%s needs the right token',
  async (url) => {
    expectProblem(await app.inject({ url }), 401, 'token_missing')
    expectProblem(await get(url, 'Bearer wrong'), 401, 'token_rejected')
  },
)

describe('with a configuration file', async () => {
  const ownRoot = makeFolder()
  const folder = join(ownRoot, 'acme/packages')
  buildRepository(
    [
      'Start',
      { tag: 'core@1.2.0' },
      { tag: 'cli@0.4.0' },
      { commit: 'feat(core): cache', files: ['packages/core/a.ts'] },
      { tag: 'core@1.3.0' },
      {
        commit: 'chore: configure',
        texts: {
          'notewright.yml':
            'packages: [{name: core, path: packages/core}, {name: cli, path: packages/cli}, {name: new, path: new}]\n',
        },
      },
    ],
    { path: folder },
  )
  const { app: service } = await openService([localFolder(ownRoot)])
  afterAll(() => service.close())
  const read = (url: string, authorization = `Bearer ${token}`) =>
    service.inject({ url, headers: { authorization } })
  const previous = async (query: string) =>
    (await read(`/api/v1/previous-release?repo=acme/packages&${query}`)).json().previousRelease?.name

  test('GET /api/v1/previous-release finds the release of a package', async () => {
    expect(await previous('package=core')).toBe('core@1.3.0')
    expect(await previous('package=cli')).toBe('cli@0.4.0')
    expect(await previous('package=new')).toBeUndefined()
    const unknown = await read('/api/v1/previous-release?repo=acme/packages&package=cor')
    expect(expectProblem(unknown, 400, 'invalid_request').detail).toContain('"core"')
  })

  test('GET /api/v1/config returns the file as it is, at a ref', async () => {
    const { file, sha } = (await read('/api/v1/config?repo=acme/packages')).json()
    expect(file).toEqual({ path: 'notewright.yml', text: expect.stringContaining('packages: [') })
    expect(sha).toHaveLength(40)
    expect((await read('/api/v1/config?repo=acme/packages&ref=core@1.3.0')).json().file).toBeNull()
    expectProblem(await read('/api/v1/config'), 400, 'invalid_request')
    expectProblem(await read('/api/v1/config?repo=acme/packages', 'Bearer wrong'), 401, 'token_rejected')
  })
})

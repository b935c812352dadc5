import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { accessTo, githubWith, hostAt, readRange } from '../../../test/stand-ins/github-parts/open.ts'
import { git, type Step } from '../../../test/support/build-repository.ts'

const line = `${'x'.repeat(98)}é\n`
const histories: Record<string, Step[]> = {
  moving: [
    { commit: 'One', texts: { 'CHANGELOG.md': 'first\n' } },
    { tag: 'v1', annotated: true },
    { commit: 'Two', texts: { 'CHANGELOG.md': 'second\n' } },
    { branch: 'side' },
    { commit: 'Aside', texts: { 'CHANGELOG.md': 'aside\n' } },
  ],
  folders: [{ commit: 'One', texts: { 'CHANGELOG.md/a': 'x', 'docs/CHANGELOG.md': 'found\n' } }],
  long: [{ commit: 'One', texts: { 'HISTORY.md': line.repeat(20_000) } }],
  none: ['One'],
  types: [{ commit: 'One', texts: { '.versionrc.json': '{}\n', 'NEWS.md': 'news\n' } }],
}

const { github, root } = await githubWith(histories)

async function read(name: string, toRef = 'HEAD') {
  const repository = await hostAt(github).open(accessTo(`acme/${name}`))
  const { changelog, warnings } = (await readRange(repository, toRef, toRef)).details
  return { changelog, codes: warnings.map(({ code }) => code) }
}

describe.each([
  ['GraphQL', {}],
  ['REST', { graphqlOff: 404, wireOff: 404 }],
  ['git and REST', { graphqlOff: 404 }],
])('the changelog of a repository over %s', (_protocol, faults) => {
  beforeEach(() => void Object.assign(github.faults, faults))

  test.each([
    ['HEAD', 'second\n'],
    ['HEAD~1', 'first\n'],
    ['v1', 'first\n'],
    ['refs/heads/side', 'aside\n'],
    ['main', 'second\n'],
  ])('is that of %s', async (ref, text) => {
    expect(await read('moving', ref)).toEqual({ changelog: { path: 'CHANGELOG.md', text }, codes: [] })
  })

  test('is that of a SHA', async () => {
    const sha = git(join(root, 'acme/moving'), ['rev-parse', 'v1^{commit}']).trim()
    expect((await read('moving', sha)).changelog?.text).toBe('first\n')
    expect((await read('moving', sha.slice(0, 8))).changelog?.text).toBe('first\n')
  })

  test('is not a folder with that name', async () => {
    expect((await read('folders')).changelog).toEqual({ path: 'docs/CHANGELOG.md', text: 'found\n' })
  })

  test('is cut after a line', async () => {
    const { changelog, codes } = await read('long')
    expect(changelog?.text).toBe(line.repeat(Math.floor(512_000 / Buffer.byteLength(line))))
    expect(codes).toEqual([])
  })

  test('is null if there is none', async () => {
    expect(await read('none')).toEqual({ changelog: null, codes: [] })
  })
})

test('the type configuration is read over every protocol', async () => {
  const details = async () =>
    (await readRange(await hostAt(github).open(accessTo('acme/types')), 'HEAD', 'HEAD')).details
  const files = {
    typeConfig: { path: '.versionrc.json', text: '{}\n' },
    changelog: { path: 'NEWS.md', text: 'news\n' },
  }
  expect(await details()).toMatchObject(files)
  expect(github.calls.map(({ operation }) => operation)).toEqual(['LookUp'])
  Object.assign(github.faults, { graphqlOff: 404 })
  expect(await details()).toMatchObject(files)
})

test('the changelog comes with the first query', async () => {
  await read('moving')
  expect(github.calls.map(({ operation }) => operation)).toEqual(['LookUp'])
})

test('a changelog that cannot be read is a warning', async () => {
  const unread = { changelog: null, codes: ['changelog-unread'] }
  Object.assign(github.faults, { graphqlOff: 404, restOff: true })
  expect(await read('moving')).toEqual(unread)
  Object.assign(github.faults, {
    restOff: false,
    failure: { status: 403, message: 'wait', protocols: ['rest'] },
  })
  expect(await read('moving')).toEqual(unread)
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openGitWire, startBoth } from '../../../test/stand-ins/open-git-wire.ts'
import { git, type Step } from '../../../test/support/build-repository.ts'

let both: Awaited<ReturnType<typeof startBoth>>

beforeAll(async () => {
  both = await startBoth()
})
afterAll(() => both.server.close())

describe('a ref', () => {
  test.each([
    ...['HEAD', 'main', 'v1', 'v2', 'nested', 'both', 'x', 'x/y', 'heads/main', 'tags/v1', 'refs/heads/main'],
    ...['refs/tags/v1', 'refs/heads/both', 'refs/tags/both', 'none', 'on-tree', 'odd', 'no-tagger'],
    ...[
      'HEAD~1',
      'HEAD~',
      'HEAD^',
      'HEAD^2',
      'HEAD^3',
      'HEAD^0',
      'HEAD^^',
      'HEAD^2~1',
      'v1~1',
      'v2^',
      'nested~1',
    ],
    ...['HEAD~99', 'main~500', 'none~1', 'both~1', 'HEAD~4', 'HEAD~5', 'HEAD~999999999~999999999~999999999'],
    ...[
      '{main}',
      '{main}~1',
      '{v1}',
      '{main:7}',
      '{main~2:7}',
      '{main~2:7}~1',
      '{v1-tag}',
      '{tree}',
      '{none}',
    ],
    ...['{none}~2', '{none:8}', '{MAIN}'],
  ])('%s is resolved as git resolves it', async (pattern) => {
    const { path, fill } = await theRepository()
    const ref = fill(pattern)
    const wire = openGitWire(both.server.url, path)
    const local = await both.openLocal(path)
    expect(await wire.resolveRefs(ref, 'main')).toEqual(await local.resolveRefs(ref, 'main'))
    expect(await wire.resolveRefs('v1', ref)).toEqual(await local.resolveRefs('v1', ref))
  })

  test('from `git describe` is the commit at its end', async () => {
    const { path, fill } = await theRepository()
    const { from, to } = await openGitWire(both.server.url, path).resolveRefs(fill('v1-2-g{main:9}'), 'main')
    expect(from).toEqual({ ...to, isBranch: false })
  })

  test('that abbreviates more than one commit is ambiguous', async () => {
    const { path, wire } = await both.build(Array.from({ length: 900 }, (_, index) => `step ${index}`))
    const starts = git(path, ['rev-list', 'main'])
      .split('\n')
      .map((sha) => sha.slice(0, 4))
      .sort()
    const twice = starts.find((start, index) => start === starts[index + 1])!
    const { from } = await wire.resolveRefs(twice, 'main')
    expect(from).toMatchObject({ sha: null, baseSha: null, ambiguous: true })
  })

  test('is resolved with two requests after the capabilities, and a branch with one', async () => {
    const { path } = await theRepository()
    const wire = openGitWire(both.server.url, path)
    await wire.checkAccess()
    both.server.calls.length = 0
    await wire.resolveRefs('v1', 'HEAD~2')
    expect(both.server.calls.map(({ command }) => command)).toEqual(['ls-refs', 'fetch'])
    both.server.calls.length = 0
    await wire.resolveRefs('x', 'main')
    expect(both.server.calls.map(({ command }) => command)).toEqual(['ls-refs'])
  })

  test('of an empty repository does not exist', async () => {
    const { wire, local } = await both.build([])
    const lookup = await wire.resolveRefs('v1', 'HEAD')
    expect(lookup.empty).toBe(true)
    expect(lookup).toEqual(await local.resolveRefs('v1', 'HEAD'))
  })
})

let made: { path: string; fill: (pattern: string) => string } | null = null

async function theRepository() {
  if (made) return made
  const { path, name } = await both.build([
    ...['a', 'b', { tag: 'v1', annotated: true }, 'c', { tag: 'v2' }, { tag: 'both' }],
    ...[{ branch: 'both' }, 'd', { switch: 'main' }, { branch: 'x' }, 'e', { switch: 'main' }, 'f'],
    ...[{ branch: 'y' }, 'g', { switch: 'main' }, { merge: ['x', 'y'], commit: 'Merge all' }],
  ] as Step[])
  git(path, ['tag', '-a', '-m', 'nested', 'nested', 'v1'])
  git(path, ['tag', 'on-tree', 'main^{tree}'])
  git(path, ['branch', 'x/y', 'main'].with(1, 'z/y'))
  const sha = (ref: string) => git(path, ['rev-parse', ref]).trim()
  const odd = `object ${sha('v1^{commit}')}\ntype commit\ntag odd\ntagger Ada <a@b.c> 1767225599 -0930\n\nodd\n`
  git(path, [
    'update-ref',
    'refs/tags/odd',
    git(path, ['hash-object', '-t', 'tag', '-w', '--stdin'], Buffer.from(odd)).trim(),
  ])
  const bare = odd.replace(/tagger.*\n/, '').replace('tag odd', 'tag no-tagger')
  const args = ['hash-object', '--literally', '-t', 'tag', '-w', '--stdin']
  git(path, ['update-ref', 'refs/tags/no-tagger', git(path, args, Buffer.from(bare)).trim()])
  const ids: Record<string, string> = {
    ...{ main: sha('main'), MAIN: sha('main').toUpperCase(), 'main~2': sha('main~2') },
    ...{
      v1: sha('v1^{commit}'),
      'v1-tag': sha('v1'),
      tree: sha('main^{tree}'),
      none: '0123456789'.repeat(4),
    },
  }
  const fill = (pattern: string) =>
    pattern.replace(/\{([^:}]+)(?::(\d+))?\}/g, (_all, id: string, length?: string) =>
      ids[id]!.slice(0, length === undefined ? undefined : Number(length)),
    )
  made = { path: name, fill }
  return made
}

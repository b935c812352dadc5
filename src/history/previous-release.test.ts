import { describe, expect, test } from 'vitest'
import { sampleSha } from '../../test/support/sample-history.ts'
import type { RefName } from '../core/listing.ts'
import { findPreviousRelease, listReleases } from './previous-release.ts'

const tag = (name: string, n: number): RefName => ({ name, kind: 'tag', sha: sampleSha(n), date: null })

/** Finds the release before the last commit of a line of commits, numbered from 1. */
function releaseBefore(
  tags: RefName[],
  version: string | null,
  { length = 9, listed }: { length?: number; listed?: number } = {},
) {
  const line = Array.from({ length }, (_, index) => length - index)
  return findPreviousRelease(
    {
      fullName: 'acme/tool',
      tags: async () => tags,
      async *commits() {},
      async *ancestors() {
        for (const n of line.slice(0, listed))
          yield { sha: sampleSha(n), parents: n === 1 ? [] : [sampleSha(n - 1)], committedAt: n }
      },
    },
    { version, toSha: sampleSha(length), toRef: 'HEAD' },
  )
}

test('the releases of one package are listed, the oldest version first', async () => {
  const tags = [tag('v2.0.0', 3), tag('nightly', 4), tag('016.5', 5), tag('core@9.0.0', 5), tag('v1.0.0', 1)]
  const list = async (names: string[], folder = '') =>
    (
      await listReleases(
        { fullName: 'acme/tool', tags: async () => tags },
        { folder, names, hasManifest: folder !== '' },
      )
    ).map(({ name }) => name)
  expect(await list([])).toEqual(['v1.0.0', 'v2.0.0'])
  expect(await list(['packages/core', 'core'], 'packages/core')).toEqual(['core@9.0.0'])
})

test('a package must be named if several could be meant', async () => {
  const tags = [tag('core@9.0.0', 5), tag('cli@1.0.0', 1)]
  const repository = { fullName: 'acme/tool', tags: async () => tags }
  await expect(listReleases(repository, { folder: '', names: [], hasManifest: false })).rejects.toThrow(
    'The release tags of acme/tool belong to several packages: cli, core. Choose one:',
  )
  await expect(
    listReleases(repository, { folder: 'packages/web', names: ['web'], hasManifest: true }),
  ).rejects.toThrow('No release tag belongs to packages/web: the tags belong to cli, core.')
})

describe('notes start after', () => {
  const tags = [tag('v1.0.0', 1), tag('v1.1.0', 2), tag('v1.2.0-rc.1', 3), tag('v9.0.0', 99)]
  const nameBefore = async (...given: Parameters<typeof releaseBefore>) =>
    (await releaseBefore(...given)).release?.name ?? null

  test('the nearest release in the history of the end', async () => {
    expect(await nameBefore(tags, '1.2.0')).toBe('v1.1.0')
    expect(await nameBefore(tags, null)).toBe('v1.1.0')
  })

  test('a pre-release of the same version if the end is a pre-release', async () => {
    expect(await nameBefore(tags, '1.2.0-rc.2')).toBe('v1.2.0-rc.1')
    expect(await nameBefore(tags, '1.3.0-rc.1')).toBe('v1.1.0')
  })

  test('nothing if no release is an ancestor', async () => {
    expect(await releaseBefore([tag('v9.0.0', 99)], '10.0.0')).toEqual({
      ...{ release: null, fork: null, warnings: [] },
    })
    expect(await nameBefore(tags, '0.9.0')).not.toBe('v9.0.0')
  })

  test('another release than the one that a lower tag puts on the same commit', async () => {
    const twice = [tag('v1.0.0', 1), tag('v1.1.0', 4), tag('v1.2.0', 4)]
    expect(await nameBefore(twice, '1.2.0', { length: 4 })).toBe('v1.0.0')
  })

  test('the release on the end itself if nothing came since', async () => {
    expect(await nameBefore([tag('v1.0.0', 1), tag('v1.1.0', 4)], null, { length: 4 })).toBe('v1.1.0')
  })
})

test('a search that ends too early causes a warning', async () => {
  const { release, warnings } = await releaseBefore([tag('v1.0.0', 1)], null, { listed: 5 })
  expect([release, warnings.map(({ code }) => code)]).toEqual([null, ['previous-release-unknown']])
  expect(warnings[0]!.detail).toContain('No release was found')
})

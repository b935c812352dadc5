import { describe, expect, test } from 'vitest'
import { sampleHistory, sampleSha } from '../../test/support/sample-history.ts'
import type { RefName } from '../core/listing.ts'
import type { CommitRange } from '../core/range.ts'
import { listReleases, previousRelease } from './previous-release.ts'
import { releaseTags } from './split-at-tags.ts'

const tag = (name: string, n: number): RefName => ({ name, kind: 'tag', sha: sampleSha(n), date: null })

/** A repository whose history holds the commits of these numbers, and that notes what it is asked. */
function historyOf(...numbers: number[]) {
  const asked: CommitRange[] = []
  const inside = new Set(numbers.map(sampleSha))
  return {
    asked,
    async *commits(range: CommitRange) {
      asked.push(range)
      if (!inside.has(range.toSha)) yield* sampleHistory('elsewhere')
    },
  }
}

const releaseBefore = async (
  tags: RefName[],
  numbers: number[],
  version: string | null,
  toSha = sampleSha(9),
) => (await previousRelease(historyOf(...numbers), releaseTags(tags), { version, toSha }))?.name ?? null

test('the releases of all pages are listed, the oldest version first', async () => {
  const pages = [[tag('v2.0.0', 3), tag('nightly', 4)], [tag('v1.0.0', 1)], [tag('v1.1.0', 2)]]
  const releases = await listReleases({
    listRefs: async ({ page }) => ({ items: pages[page - 1]!, nextPage: page < 3 ? page + 1 : null }),
  })
  expect(releases.map(({ name }) => name)).toEqual(['v1.0.0', 'v1.1.0', 'v2.0.0'])
})

describe('notes start after', () => {
  const tags = [
    tag('v1.0.0', 1),
    tag('v1.1.0', 2),
    tag('v1.2.0-rc.1', 3),
    tag('v1.2.0', 4),
    tag('core@9.0.0', 5),
  ]

  test('the highest release below the version, and never after the version itself', async () => {
    expect(await releaseBefore(tags, [1, 2, 3, 4], '1.1.0')).toBe('v1.0.0')
    expect(await releaseBefore(tags, [1, 2, 3, 4], '1.2.0')).toBe('v1.1.0')
  })

  test('a pre-release only for what is one itself', async () => {
    expect(await releaseBefore(tags, [1, 2, 3], '1.2.0-rc.2')).toBe('v1.2.0-rc.1')
    expect(await releaseBefore(tags, [1, 2, 3, 4], '1.3.0')).toBe('v1.2.0')
  })

  test('the highest release of all for what is not released yet', async () => {
    expect(await releaseBefore(tags, [1, 2, 3, 4, 5], null)).toBe('v1.2.0')
  })

  test('a release that is part of the history, or else the highest', async () => {
    expect(await releaseBefore(tags, [1], '2.0.0')).toBe('v1.0.0')
    expect(await releaseBefore(tags, [], '2.0.0')).toBe('v1.2.0')
  })

  test('nothing where there was no release', async () => {
    expect(await releaseBefore(tags, [1], '0.9.0')).toBeNull()
  })

  test('another release than the one that a lower tag puts on the very commit', async () => {
    const twice = [tag('v1.0.0', 1), tag('v1.1.0', 4), tag('v1.2.0', 4)]
    expect(await releaseBefore(twice, [1, 4], '1.2.0', sampleSha(4))).toBe('v1.0.0')
  })

  test('the release on the very commit, without asking, where nothing came since', async () => {
    const repository = historyOf(4)
    const found = await previousRelease(repository, releaseTags(tags), { version: null, toSha: sampleSha(4) })
    expect([found?.name, repository.asked]).toEqual(['v1.2.0', []])
  })
})

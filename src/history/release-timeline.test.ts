import { describe, expect, test } from 'vitest'
import { parseTag } from '../git/tag.ts'
import { readTimeline } from './release-timeline.ts'

/** A walk over commits with their parents, the newest first, as `git rev-list` lists them. */
async function* walk(lines: string[]) {
  for (const [index, line] of lines.entries()) {
    const [sha = '', ...parents] = line.split(' ')
    yield { sha, parents, committedAt: 1000 - index }
  }
}

function releases(tags: Record<string, string>) {
  return Object.entries(tags).map(([name, sha]) => ({ name, sha, version: parseTag(name)! }))
}

async function timeline(lines: string[], tags: Record<string, string>, most = 4) {
  const found = await readTimeline(walk(lines), releases(tags), most)
  return {
    rows: found.releases.map(({ release, commits }) => [release.name, commits]),
    hasMore: found.hasMore,
  }
}

describe('the timeline of releases', () => {
  const line = ['e d', 'd c', 'c b', 'b a', 'a']

  test('counts the commits between them, from the newest to the oldest', async () => {
    expect(await timeline(line, { 'v1.2.0': 'd', 'v1.1.0': 'c', 'v1.0.0': 'a' })).toEqual({
      rows: [
        ['v1.2.0', 1],
        ['v1.1.0', 1],
        ['v1.0.0', 2],
      ],
      hasMore: false,
    })
  })

  test('ends after the wanted number of stable releases', async () => {
    const tags = { 'v1.2.0': 'd', 'v1.2.0-rc.1': 'c', 'v1.1.0': 'b', 'v1.0.0': 'a' }
    expect(await timeline(line, tags, 2)).toEqual({
      rows: [
        ['v1.2.0', 1],
        ['v1.2.0-rc.1', 1],
        ['v1.1.0', 1],
      ],
      hasMore: true,
    })
  })

  test('counts commits of a merged branch that are older than the release', async () => {
    // The branch x y left at a, before the release b, and was merged after it.
    const merged = ['m b y', 'b a', 'y x', 'x a', 'a']
    expect(await timeline(merged, { 'v1.0.0': 'b' }, 1)).toEqual({ rows: [['v1.0.0', 3]], hasMore: true })
  })

  test('is empty without releases', async () => {
    expect(await timeline(line, {})).toEqual({ rows: [], hasMore: false })
  })
})
